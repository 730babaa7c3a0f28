//===- ImageTest.cpp - What is in an image --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at images with LLVM's own tools, which are not part of qdc.
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <regex>
#include <unistd.h>

using namespace qdc;

namespace {

/// Runs one of LLVM's tools on an image and gives what it printed.
std::string inspect(const CompiledModule &module, const std::string &command) {
  char path[] = "/tmp/qdc-test-XXXXXX";
  int descriptor = ::mkstemp(path);
  REQUIRE(descriptor >= 0);
  const std::string &bytes = module.image().bytes;
  REQUIRE(::write(descriptor, bytes.data(), bytes.size()) == ssize_t(bytes.size()));
  ::close(descriptor);
  std::string output, line = std::string(QDC_LLVM_TOOLS) + "/" + command + " " + path + " 2>&1";
  FILE *pipe = ::popen(line.c_str(), "r");
  REQUIRE(pipe);
  char buffer[4096];
  while (size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
    output.append(buffer, read);
  CHECK(::pclose(pipe) == 0);
  ::unlink(path);
  return output;
}

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

const std::string saxpy =
    taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, "
               "%a: f32 {qd.slot = #qd.slot<scalar(2)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
               R"(qd.for (%i) in (%n) {
  %0 = memref.load %x[%i] : memref<?xf32>
  %1 = memref.load %y[%i] : memref<?xf32>
  %2 = arith.mulf %a, %0 : f32
  %3 = arith.addf %2, %1 : f32
  memref.store %3, %y[%i] : memref<?xf32>
})");

/// A five-point stencil on the inner points, with i32 variables as front ends write it.
const std::string stencil = taskModule(
    "(%u: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>}, %v: memref<?x?xf32> {qd.slot = #qd.slot<array(1)>}, "
    "%n: i32 {qd.slot = #qd.slot<scalar(2)>}, %m: i32 {qd.slot = #qd.slot<scalar(3)>}, "
    "%k: f32 {qd.slot = #qd.slot<scalar(4)>})",
    R"(%c1 = arith.constant 1 : i32
%four = arith.constant 4.0 : f32
qd.for (%i, %j) in (%n, %m) from (%c1, %c1) : i32 {
  %iu = arith.subi %i, %c1 : i32
  %id = arith.addi %i, %c1 : i32
  %jl = arith.subi %j, %c1 : i32
  %jr = arith.addi %j, %c1 : i32
  %x = arith.index_cast %i : i32 to index
  %y = arith.index_cast %j : i32 to index
  %xu = arith.index_cast %iu : i32 to index
  %xd = arith.index_cast %id : i32 to index
  %yl = arith.index_cast %jl : i32 to index
  %yr = arith.index_cast %jr : i32 to index
  %c = memref.load %u[%x, %y] : memref<?x?xf32>
  %a0 = memref.load %u[%xu, %y] : memref<?x?xf32>
  %a1 = memref.load %u[%xd, %y] : memref<?x?xf32>
  %a2 = memref.load %u[%x, %yl] : memref<?x?xf32>
  %a3 = memref.load %u[%x, %yr] : memref<?x?xf32>
  %s0 = arith.addf %a0, %a1 : f32
  %s1 = arith.addf %a2, %a3 : f32
  %s2 = arith.addf %s0, %s1 : f32
  %c4 = arith.mulf %c, %four : f32
  %l = arith.subf %s2, %c4 : f32
  %kl = arith.mulf %k, %l : f32
  %new = arith.addf %c, %kl : f32
  memref.store %new, %v[%x, %y] : memref<?x?xf32>
})");

std::string disassemble(const std::string &source, const std::string &target) {
  return inspect(CompiledModule::compile(source, {}, target), "llvm-objdump -d --no-show-raw-insn");
}

/// What the compiler saved as `suffix` on its way to x86-64-v3.
std::string temporary(const std::string &source, const std::string &suffix, ImageOptions options = {}) {
  std::string text;
  options.saveTemporary = [&](std::string_view name, std::string_view bytes) {
    if (name == suffix)
      text = bytes;
    return Status();
  };
  CompiledModule::compile(source, options, "cpu:x86-64-v3");
  return text;
}

} // namespace

TEST_CASE("inner loops become packed instructions of the target's width") {
  std::string code = disassemble(saxpy, "cpu:x86-64-v3");
  CHECK(contains(code, "vfmadd"));
  CHECK(contains(code, "%ymm"));
  CHECK(contains(disassemble(saxpy, "cpu:x86-64-v2"), "mulps"));
  code = disassemble(stencil, "cpu:x86-64-v3");
  CHECK(contains(code, "vaddps"));
  CHECK(contains(code, "%ymm"));
}

TEST_CASE("a stencil that asks for its neighbours loads them without masks in its interior") {
  const std::string source =
      taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, "
                 "%n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 R"(%c1 = arith.constant 1 : index
%zero = arith.constant 0.0 : f32
qd.for (%i) in (%n) {
  %east = arith.addi %i, %c1 : index
  %inside = arith.cmpi ult, %east, %n : index
  %v = scf.if %inside -> f32 {
    %w = memref.load %x[%east] : memref<?xf32>
    scf.yield %w : f32
  } else {
    scf.yield %zero : f32
  }
  %s = arith.addf %v, %v : f32
  memref.store %s, %y[%i] : memref<?xf32>
})");
  CHECK(contains(temporary(source, "opt.ll"), "= load <8 x float>"));
  // One body each; below level 2 nothing vectorises.
  ImageOptions options;
  options.code.optimizationLevel = 1;
  auto stores = [&] {
    std::string code = temporary(source, "ll", options);
    size_t first = code.find("store float");
    return first == std::string::npos ? 0 : code.find("store float", first + 1) == std::string::npos ? 1 : 2;
  };
  CHECK(stores() == 1);
  options.code.optimizationLevel = 2;
  CHECK(stores() == 2);
}

TEST_CASE("a loop over rows of three elements becomes vector code along the memory") {
  std::string code = temporary(
      taskModule("(%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}, %k: f32 {qd.slot = #qd.slot<scalar(1)>})",
                 R"(%c0 = arith.constant 0 : index
%c3 = arith.constant 3 : index
%n = memref.dim %x, %c0 : memref<?x3xf32>
qd.for (%i, %j) in (%n, %c3) {
  %v = memref.load %x[%i, %j] : memref<?x3xf32>
  %w = arith.mulf %v, %k : f32
  memref.store %w, %x[%i, %j] : memref<?x3xf32>
})"),
      "opt.ll");
  CHECK(contains(code, "= load <8 x float>"));
  CHECK(!contains(code, "shufflevector <24 x float>"));
}

TEST_CASE("a loop over rows of three elements that asks for the row becomes vector code across rows") {
  std::string code = temporary(
      taskModule(
          "(%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}, %m: memref<?xf32> {qd.slot = #qd.slot<array(1)>})",
          R"(%c0 = arith.constant 0 : index
%c3 = arith.constant 3 : index
%n = memref.dim %x, %c0 : memref<?x3xf32>
qd.for (%i, %j) in (%n, %c3) {
  %v = memref.load %x[%i, %j] : memref<?x3xf32>
  %k = memref.load %m[%i] : memref<?xf32>
  %w = arith.divf %v, %k : f32
  memref.store %w, %x[%i, %j] : memref<?x3xf32>
})"),
      "opt.ll");
  CHECK(contains(code, "= load <8 x float>"));
  CHECK(contains(code, "fdiv <8 x float>"));
}

TEST_CASE("a reduction keeps its lanes in registers along a row") {
  for (auto [type, width] : {std::pair("f32", 8), std::pair("f64", 4), std::pair("i32", 8)}) {
    std::string memref = std::string("memref<?x") + type + ">";
    std::string code = temporary(
        taskModule("(%x: " + memref + " {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                   std::string("%r = qd.for (%i) in (%n) reduce(") + (*type == 'i' ? "addi" : "addf") + ") -> " + type +
                       " {\n%v = memref.load %x[%i] : " + memref + "\nqd.yield %v : " + type + "\n}",
                   "", "partials [64]"),
        "opt.ll");
    std::string name = *type == 'i' ? "i32" : type == std::string("f32") ? "float" : "double";
    std::string accumulator = "= phi <" + std::to_string(width) + " x " + name + ">";
    int count = 0;
    for (size_t at = code.find(accumulator); at != std::string::npos; at = code.find(accumulator, at + 1))
      ++count;
    CAPTURE(type);
    CHECK(count >= QDC_REDUCE_LANES / width);
    // The first level of the tree.
    CHECK(contains(code, "<32 x " + name + ">"));
  }
}

TEST_CASE("a very long iteration is not given to the loop vectoriser, whose time grows with its square") {
  auto lowered = [](int length) {
    std::string body = "qd.for (%i) in (%n) {\n%v0 = memref.load %x[%i] : memref<?xf32>\n";
    for (int i = 1; i <= length; ++i)
      body += "%v" + std::to_string(i) + " = arith.mulf %v" + std::to_string(i - 1) + ", %v0 : f32\n";
    body += "memref.store %v" + std::to_string(length) + ", %x[%i] : memref<?xf32>\n}";
    return temporary(
        taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                   body),
        "opt.ll");
  };
  const std::string disabled = "!\"llvm.loop.vectorize.enable\", i32 0";
  CHECK(contains(lowered(3000), disabled));
  CHECK(!contains(lowered(1000), disabled));
}

TEST_CASE("a loop that calls math functions becomes packed instructions") {
  std::string sine =
      taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 "qd.for (%i) in (%n) {\n%a = memref.load %x[%i] : memref<?xf32>\n%b = math.exp %a : f32\n"
                 "memref.store %b, %x[%i] : memref<?xf32>\n}");
  std::string code = disassemble(sine, "cpu:x86-64-v3");
  CHECK(contains(code, "vfmadd"));
  CHECK(contains(code, "ps\t%ymm"));
  CHECK(!CompiledModule::compile(sine).image().mathLibrary.empty());
  CHECK(CompiledModule::compile(saxpy).image().mathLibrary.empty());
}

TEST_CASE("an image needs no library and exports its entry points alone") {
  // memset and half precision call builtins.
  std::string source =
      taskModule("(%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %h: memref<?xf16> {qd.slot = #qd.slot<array(1)>}, "
                 "%n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 "%z = arith.constant 0 : i8\nqd.for (%i) in (%n) {\nmemref.store %z, %x[%i] : memref<?xi8>\n"
                 "%a = memref.load %h[%i] : memref<?xf16>\n%b = arith.addf %a, %a : f16\nmemref.store %b, %h[%i] : "
                 "memref<?xf16>\n}");
  for (const char *target : {"cpu:x86-64-v2", "cpu:x86-64-v3"}) {
    CompiledModule module = CompiledModule::compile(source, {}, target);
    CHECK(!contains(inspect(module, "llvm-readelf -d"), "NEEDED"));
    CHECK(inspect(module, "llvm-nm -D --undefined-only --format=just-symbols") == "");
    CHECK(inspect(module, "llvm-nm -D --defined-only --format=just-symbols") == "t$0\n");
    CHECK(!contains(inspect(module, "llvm-readelf -S"), ".symtab"));
  }
}

TEST_CASE("equal modules give equal bytes, and no path of the machine is in them") {
  ImageOptions options;
  options.code.debugInfo = true;
  std::string bytes = CompiledModule::compile(stencil, options, "cpu:x86-64-v3").image().bytes;
  REQUIRE(::setenv("TMPDIR", "/var/tmp", 1) == 0);
  CHECK(CompiledModule::compile(stencil, options, "cpu:x86-64-v3").image().bytes == bytes);
  ::unsetenv("TMPDIR");
  CHECK(!contains(bytes, "/proc/"));
  CHECK(!contains(bytes, "/tmp"));
  char directory[4096];
  REQUIRE(::getcwd(directory, sizeof(directory)));
  CHECK(!contains(bytes, directory));
}

TEST_CASE("with debug information an image has line tables of the source") {
  ImageOptions options;
  options.code.debugInfo = true;
  for (unsigned level : {0u, 3u}) {
    options.code.optimizationLevel = level;
    CompiledModule module = CompiledModule::compile(saxpy, options);
    std::string lines = inspect(module, "llvm-dwarfdump --debug-line");
    CHECK(contains(lines, "name: \"test.qir\""));
    // A row of the table starts with the address and the line.
    for (const char *operation : {"arith.addf", "memref.store"}) {
      size_t line = 1 + std::count(saxpy.begin(), saxpy.begin() + saxpy.find(operation), '\n');
      CAPTURE(operation, line, level);
      CHECK(std::regex_search(lines, std::regex("\n0x[0-9a-f]+ +" + std::to_string(line) + " ")));
    }
  }
  CHECK(!contains(inspect(CompiledModule::compile(saxpy), "llvm-readelf -S"), ".debug"));
}

TEST_CASE("every optimisation level gives the same numbers") {
  for (unsigned level = 0; level <= 3; ++level) {
    CAPTURE(level);
    ImageOptions options;
    options.code.optimizationLevel = level;
    CompiledModule module = CompiledModule::compile(saxpy, options);
    std::vector<float> x(1000), y(1000), expected(1000);
    for (int i = 0; i < 1000; ++i) {
      x[i] = float(i);
      y[i] = 1000.0f - float(2 * i);
      expected[i] = 3.0f * x[i] + y[i];
    }
    CompiledModule::Arguments arguments;
    arguments.array(x.data(), {1000}).array(y.data(), {1000}).scalar(3.0f);
    module.run(arguments, 0, 333);
    module.run(arguments, 333, 1000);
    CHECK(y == expected);
  }
}

TEST_CASE("what lies between module and image is handed out when asked for") {
  std::map<std::string, std::string> saved;
  ImageOptions options;
  options.saveTemporary = [&](std::string_view suffix, std::string_view bytes) {
    saved[std::string(suffix)] = bytes;
    return Status();
  };
  CompiledModule::compile(saxpy, options);
  REQUIRE(saved.size() == 4);
  for (const char *suffix : {"ll", "opt.ll", "o", "so"})
    CHECK(!saved[suffix].empty());
  for (const char *suffix : {"ll", "opt.ll"}) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(saved[suffix], diagnostic, context);
    CAPTURE(diagnostic.getMessage().str());
    CHECK(module);
  }
  options.saveTemporary = [](std::string_view, std::string_view) {
    return Status(Error{ErrorCode::inputOutput, "the disk is full"});
  };
  CHECK_THROWS_WITH(CompiledModule::compile(saxpy, options), Catch::Contains("the disk is full"));
}
