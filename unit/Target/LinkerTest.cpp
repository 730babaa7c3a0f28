//===- LinkerTest.cpp - From objects to a shared object -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Linker.h"
#include "NoDescriptorsLeft.h"
#include "TemporaryDirectory.h"
#include "qdc/Target/CPU/CodeGenerator.h"

#include "catch2/catch.hpp"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <atomic>
#include <cstdlib>
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
