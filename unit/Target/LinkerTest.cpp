//===- LinkerTest.cpp - From objects to a shared object -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Linker.h"
#include "NoDescriptorsLeft.h"
#include "TemporaryDirectory.h"
#include "qdc/Package/CPUImage.h"
#include "qdc/Target/CPU/CodeGenerator.h"

#include "catch2/catch.hpp"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <thread>

using namespace qdc;

namespace {

std::string objectOf(const std::string &source) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(source, diagnostic, context);
  REQUIRE(module);
  Result<CodeGenerator> generator = CodeGenerator::create(processorOfLevel("x86-64-v2"), 2);
  REQUIRE(generator);
  generator->prepare(*module);
  Result<std::string> object = generator->emitObject(*module);
  REQUIRE(object);
  return *object;
}

/// The image of a function with `bytes` more of code, constants, data that is made read-only, data or zeros.
std::string imageWith(size_t kind, uint64_t bytes) {
  const std::string array = "[" + std::to_string(bytes) + " x i8] ", zeros = array + "zeroinitializer";
  const std::string globals[] = {"", "@g = internal constant " + zeros,
                                 "@g = internal constant <{ptr, " + array + "}> <{ptr @f, " + zeros + "}>, align 8",
                                 "@g = internal global " + array + "c\"\\01" + std::string(bytes - 1, 'a') + "\"",
                                 "@g = internal global " + zeros};
  const std::string access = "%p = getelementptr i8, ptr @g, i64 %i\n  %v = load volatile i8, ptr %p\n  "
                             "store volatile i8 %v, ptr %p\n  ret i8 %v";
  std::string source = globals[kind] + "\ndefine i8 @f(i64 %i) " + (kind == 0 ? "prefix " + zeros : "") + " {\n  " +
                       (kind == 0 ? "ret i8 0" : access) + "\n}\n";
  Result<std::string> image = linkSharedObject({objectOf(source)}, {});
  REQUIRE(image);
  return *image;
}

/// Where the segments of an image end: what the file has of each, and all of it in memory.
std::vector<uint64_t> endsOf(const std::string &image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof(header));
  std::vector<uint64_t> ends;
  for (size_t index = 0; index < header.e_phnum; ++index) {
    Elf64_Phdr each;
    std::memcpy(&each, image.data() + header.e_phoff + index * sizeof(each), sizeof(each));
    if (each.p_type == PT_LOAD)
      ends.insert(ends.end(), {each.p_vaddr + each.p_filesz, each.p_vaddr + each.p_memsz});
  }
  return ends;
}

} // namespace

TEST_CASE("an undefined symbol is an internal error that names it") {
  std::string object = objectOf("declare void @absent()\ndefine void @f() {\n  call void @absent()\n  ret void\n}\n");
  Result<std::string> image = linkSharedObject({object}, {});
  REQUIRE(!image);
  CHECK(image.error().code == ErrorCode::internal);
  CHECK(image.error().message == "generated code uses 'absent', which no part of an image defines");
}

TEST_CASE("what is no object is refused with the linker's reason") {
  Result<std::string> image = linkSharedObject({"not an object"}, {});
  REQUIRE(!image);
  CHECK(image.error().code == ErrorCode::internal);
  CHECK(image.error().message.find("the linker refused generated code: ") == 0);
  CHECK(image.error().message.find("unknown directive: not") != std::string::npos);
}

TEST_CASE("where the system has no pipe to give, that is an error") {
  auto refused = [] {
    test::NoDescriptorsLeft guard;
    return linkSharedObject({}, {});
  };
  Result<std::string> image = refused();
  REQUIRE(!image);
  CHECK(image.error().code == ErrorCode::inputOutput);
  CHECK(image.error().message == "cannot create a pipe for the linker: Too many open files");
}

TEST_CASE("the linker runs again and again, from several threads, and leaves no files") {
  TemporaryDirectory folder;
  REQUIRE(::setenv("TMPDIR", folder.path.c_str(), 1) == 0);
  std::string object = objectOf("define i32 @f() {\n  ret i32 7\n}\n");
  Result<std::string> first = linkSharedObject({object}, {});
  REQUIRE(first);
  std::vector<std::thread> threads;
  std::atomic<int> equal = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) {
        Result<std::string> image = linkSharedObject({object}, {});
        equal += image && *image == *first;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(equal == 20);
  CHECK(folder.names().empty());
  REQUIRE(::setenv("TMPDIR", "/nonexistent", 1) == 0);
  Result<std::string> image = linkSharedObject({object}, {});
  ::unsetenv("TMPDIR");
  REQUIRE(image);
  CHECK(*image == *first);
}

TEST_CASE("the loader takes an image whatever the sizes of its segments") {
  constexpr uint64_t kPage = 4096, kLeast = 64;
  for (size_t kind = 0; kind < 5; ++kind) {
    // With so many bytes more, the segment that has them ends with a page.
    const std::vector<uint64_t> small = endsOf(imageWith(kind, kLeast)), large = endsOf(imageWith(kind, kLeast + 1024));
    size_t grown = 0;
    while (grown < small.size() && (large[grown] - small[grown]) % kPage != 1024)
      ++grown;
    REQUIRE(grown < small.size());
    const uint64_t most = kLeast + kPage - small[grown] % kPage;
    size_t endedWithPage = 0;
    for (uint64_t bytes = most - 24; bytes <= most + 24; ++bytes) {
      const std::string image = imageWith(kind, bytes);
      INFO("kind " << kind << ", " << bytes << " bytes");
      Status taken = verifyCPUImage(asBytes(image));
      CHECK((taken ? "" : taken.error().message) == "");
      for (uint64_t end : endsOf(image))
        endedWithPage += end % kPage == 0;
    }
    CHECK(endedWithPage > 0);
  }
}

// Alone in a process, as unit/Target/CMakeLists.txt runs it: otherwise another test has added the back ends.
TEST_CASE("back ends are added before lld adds them in another order", "[alone]") {
  CHECK(!linkSharedObject({"not an object"}, {}));
  CHECK(std::string(llvm::TargetRegistry::targets().begin()->getName()) == "nvptx64"); // what was added last
}
