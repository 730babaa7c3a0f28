//===- CUDATargetTest.cpp - Code for NVIDIA's GPUs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "qdc/Target/CUDA/Architectures.h"

#include "TemporaryDirectory.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "catch2/catch.hpp"

#include <filesystem>
#include <fstream>

using namespace qdc;

static const std::string scaleTask =
    taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %k: f32 {qd.slot = #qd.slot<scalar(1)>})",
               "%c0 = arith.constant 0 : index\n%n = memref.dim %x, %c0 : memref<?xf32>\nqd.for (%i) in (%n) {\n"
               "%v = memref.load %x[%i] : memref<?xf32>\n%w = arith.mulf %v, %k : f32\n"
               "memref.store %w, %x[%i] : memref<?xf32>\n}");

TEST_CASE("the image of a PTX target is the text for its architecture, ended by a zero byte") {
  for (const CUDAArchitecture &architecture : cudaArchitectures()) {
    std::string number(architecture.number);
    CAPTURE(number);
    CompiledImage image = compileImage(scaleTask, {}, "cuda:compute_" + number);
    CHECK(image.target == "cuda:compute_" + number);
    CHECK(image.triple == "nvptx64-nvidia-cuda");
    CHECK(image.architecture == "compute_" + number);
    CHECK(!image.assembler);
    CHECK(image.features.empty());
    CHECK(image.mathLibrary.empty());
    CHECK(image.bytes.find('\0') == image.bytes.size() - 1);
    CHECK(image.bytes.find("\n.target sm_" + number + "\n") != std::string::npos);
    CHECK(image.bytes.find(".visible .entry t$0(") != std::string::npos);
  }
}

TEST_CASE("PTX asks for the lowest version that has what is used of its architecture") {
  auto versionFor = [](const std::string &number) {
    std::string text = compileImage(scaleTask, {}, "cuda:compute_" + number).bytes;
    size_t at = text.find(".version ");
    REQUIRE(at != std::string::npos);
    return text.substr(at + 9, text.find('\n', at) - at - 9);
  };
  CHECK(versionFor("75") == "6.3");
  CHECK(versionFor("80") == "7.0");
  CHECK(versionFor("90") == "8.1");
  CHECK(versionFor("120") == "8.7");
}

TEST_CASE("an entry point of a GPU has its name in the image, its slots and its launch shape") {
  CompiledImage image = compileImage(scaleTask, {}, "cuda:compute_90");
  REQUIRE(image.entryPoints.size() == 1);
  const CompiledEntryPoint &entry = image.entryPoints.front();
  CHECK(entry.symbol == "t$0");
  CHECK(entry.kernel == "t");
  CHECK(entry.tasks == std::vector<std::string>{"t.0"});
  CHECK(entry.slots.size() == 3);
  REQUIRE(gridOf(entry.launch));
  CHECK(image.bytes.find(".maxntid " + std::to_string(gridOf(entry.launch)->blockThreads)) != std::string::npos);
}

TEST_CASE("contraction is the user's choice, and subnormals, divisions and square roots are IEEE's") {
  std::string task =
      taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %k: f32 {qd.slot = #qd.slot<scalar(1)>})",
                 "%c0 = arith.constant 0 : index\n%n = memref.dim %x, %c0 : memref<?xf32>\nqd.for (%i) in (%n) {\n"
                 "%v = memref.load %x[%i] : memref<?xf32>\n%w = arith.mulf %v, %k : f32\n%s = arith.addf %w, %v : f32\n"
                 "%d = arith.divf %s, %k : f32\n%r = math.sqrt %d : f32\n"
                 "memref.store %r, %x[%i] : memref<?xf32>\n}");
  for (unsigned level : {0u, 1u, 2u, 3u}) {
    ImageOptions options;
    options.code.optimizationLevel = level;
    options.code.contract = false;
    std::string exact = compileImage(task, options, "cuda:compute_90").bytes;
    CHECK(exact.find("fma") == std::string::npos);
    for (const char *instruction : {"mul.rn.f32", "add.rn.f32", "div.rn.f32", "sqrt.rn.f32"})
      CHECK(exact.find(instruction) != std::string::npos);
    CHECK(exact.find("ftz") == std::string::npos);
    CHECK(exact.find("approx") == std::string::npos);
  }
  CHECK(compileImage(task, {}, "cuda:compute_90").bytes.find("fma.rn.f32") != std::string::npos);
}

TEST_CASE("a cubin needs an assembler: the error says what else there is") {
  TargetFamilies families = plainFamilies();
  giveOption(families, "--ptxas-path=FILE", {"/nowhere/ptxas"});
  CHECK_THROWS_WITH(
      compileImage(scaleTask, {}, "cuda:sm_90", families),
      Catch::Contains("target 'cuda:sm_90' needs NVIDIA's assembler ptxas: cannot run '/nowhere/ptxas'") &&
          Catch::Contains("or compile for 'cuda:compute_90', which needs no toolkit"));
}

//===----------------------------------------------------------------------===//
// --math-library=libdevice, with libraries made here
//===----------------------------------------------------------------------===//

static const std::string sineTask =
    taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>})",
               "%c0 = arith.constant 0 : index\n%n = memref.dim %x, %c0 : memref<?xf32>\nqd.for (%i) in (%n) {\n"
               "%v = memref.load %x[%i] : memref<?xf32>\n%w = math.sin %v : f32\n"
               "memref.store %w, %x[%i] : memref<?xf32>\n}");

/// The families that find a toolkit in `folder`, whose libdevice holds `bytes`. It has a ptxas, which is not run:
/// libdevice is taken from the toolkit of the first ptxas, and this machine may have another.
static TargetFamilies withToolkit(const TemporaryDirectory &folder, const std::string &bytes) {
  std::filesystem::create_directories(folder / "nvvm/libdevice");
  std::ofstream(folder / "nvvm/libdevice/libdevice.10.bc") << bytes;
  const std::string ptxas = folder / "bin/ptxas";
  std::filesystem::create_directory(folder / "bin");
  std::ofstream(ptxas) << "#!/bin/false\n";
  std::filesystem::permissions(ptxas, std::filesystem::perms::owner_all);
  return makeTargetFamilies([&](const std::string &name) { return name == "QDC_PTXAS" ? ptxas : std::string(); });
}

static TargetFamilies withLibdevice(const TemporaryDirectory &folder, const std::string &bytes) {
  TargetFamilies families = withToolkit(folder, bytes);
  giveOption(families, "--math-library=LIBRARY", {"libdevice"});
  return families;
}

static std::string bitcodeOf(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, diagnostic, context);
  REQUIRE(module);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  return bytes;
}

TEST_CASE("functions of libdevice are linked from its file, which the image names by its digest") {
  TemporaryDirectory folder;
  const std::string library = bitcodeOf("define float @__nv_sinf(float %x) alwaysinline {\n"
                                        "  %y = fmul float %x, 0x41E0000000000000\n"
                                        "  ret float %y\n}\n"
                                        "define float @__nv_cosf(float %x) {\n  ret float %x\n}\n");
  CompiledImage image = compileImage(sineTask, {}, "cuda:compute_90", withLibdevice(folder, library));
  CHECK_THAT(image.mathLibrary, Catch::Matches("libdevice.10 sha256:[0-9a-f]{12}"));
  CHECK(image.bytes.find("0f4F000000") != std::string::npos);
  CHECK(image.bytes.find("__nv_") == std::string::npos);
  image = compileImage(sineTask, {}, "cuda:compute_90", withToolkit(folder, library));
  CHECK(image.mathLibrary.find("libdevice") == std::string::npos);
}

TEST_CASE("a libdevice that is none, or lacks a function, is refused by name") {
  TemporaryDirectory folder;
  CHECK_THROWS_WITH(compileImage(sineTask, {}, "cuda:compute_90", withLibdevice(folder, "no bitcode")),
                    Catch::Contains("emit: cannot read '" + folder.path + "/nvvm/libdevice/libdevice.10.bc': "));
  const std::string other = bitcodeOf("define void @f() {\n  ret void\n}\n");
  CHECK_THROWS_WITH(compileImage(sineTask, {}, "cuda:compute_90", withLibdevice(folder, other)),
                    Catch::Contains("no function '__nv_sinf' in '" + folder.path + "/nvvm/libdevice/libdevice.10.bc'"));
}
