//===- SourceTextTest.cpp - A task's lines --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/SourceText.h"

#include "TemporaryDirectory.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <fstream>

using namespace qdc;

static const char *const kText = "qd.kernel @k(%x: memref<?xf32>) {\n"
                                 "  memref.store %a, %x[%c0] : memref<?xf32>\n" // 2: serial
                                 "  // a comment\n"
                                 "  %v = scf.if %p -> f32 { // }\n"
                                 "    scf.yield %a : f32\n"
                                 "  } else { scf.yield %b : f32 }\n"
                                 "\n"
                                 "  qd.for (%i) in (%n) name(\"}\") {\n" // 8: parallel
                                 "    scf.if %p {\r\n"
                                 "    }\n"
                                 "  }\n"
                                 "  qd.do_while %go : memref<i32> {\n" // 12
                                 "    memref.store %c, %go[] : memref<i32>\n"
                                 "  }\n"
                                 "}\n";

namespace {
/// A file with kText, a manifest made from it, and a kernel whose graph has a loop at line 12.
struct Sample {
  TemporaryDirectory directory;
  std::string path = directory / "k.qir";
  Manifest manifest; // of two modules: the second is made from the file
  Kernel kernel;

  Sample() {
    std::ofstream(path) << kText;
    manifest.modules.resize(2);
    Module &module = manifest.modules[1];
    module.sourceDigest = sha256Hex(asBytes(kText));
    module.sites = {{SiteKind::loop, {"dir/k.qir", 12, 3}, "", {}}};
    kernel.tasks = {task(TaskKind::serial, 2, 3), task(TaskKind::parallel, 8, 3), task(TaskKind::serial, 13, 5)};
    Node loop;
    loop.kind = NodeKind::doWhile;
    kernel.graph = {loop};
  }

  static Task task(TaskKind kind, uint32_t line, uint32_t column) {
    Task task;
    task.kind = kind;
    task.location = {"dir/k.qir", line, column};
    return task;
  }

  /// "2-6", "8-11, 13-13" or "none".
  std::string lines(const Task &task) {
    Result<SourceText> source = readSource(path, manifest);
    REQUIRE(source.ok());
    std::string text;
    for (const LineRange &range : TaskLines(*source, manifest.modules[1], kernel).of(task))
      text += (text.empty() ? "" : ", ") + std::to_string(range.first) + "-" + std::to_string(range.last);
    return text.empty() ? "none" : text;
  }
};
} // namespace

TEST_CASE("serial statements end where the kernel goes on with something else") {
  Sample sample;
  CHECK(sample.lines(sample.kernel.tasks[0]) == "2-6");
  CHECK(sample.lines(sample.kernel.tasks[2]) == "13-13");
  sample.kernel.tasks.erase(sample.kernel.tasks.begin() + 1);
  CHECK(sample.lines(sample.kernel.tasks[0]) == "2-11");
}

TEST_CASE("a loop ends with its brace; braces in strings and comments are none") {
  Sample sample;
  CHECK(sample.lines(sample.kernel.tasks[1]) == "8-11");
  CHECK(sample.lines(Sample::task(TaskKind::parallel, 15, 1)) == "15-15");
}

TEST_CASE("a task that runs several loops has the lines of each that is in the source") {
  Sample sample;
  Task task = sample.kernel.tasks[1];
  sample.kernel.sourceLoops = {{"", {"dir/k.qir", 8, 3}}, {"", {"helpers.qir", 1, 1}}, {"", {"dir/k.qir", 9, 5}}};
  task.sourceLoops = {0, 1, 2};
  CHECK(sample.lines(task) == "8-11, 9-10");
}

TEST_CASE("places elsewhere have no lines") {
  Sample sample;
  Task task = sample.kernel.tasks[1];
  task.location.file = "front_end.py";
  CHECK(sample.lines(task) == "none");
  task.location.file = "<stdin>";
  CHECK(sample.lines(task) == "8-11");
  task.location.line = 0;
  CHECK(sample.lines(task) == "none");
  task.location.line = 16;
  CHECK(sample.lines(task) == "none");
}

TEST_CASE("a source is that of the modules that name its digest") {
  Sample sample;
  Result<SourceText> source = readSource(sample.path, sample.manifest);
  REQUIRE(source.ok());
  CHECK(source->isOf(sample.manifest.modules[1]));
  CHECK_FALSE(source->isOf(sample.manifest.modules[0]));
  for (Module &module : sample.manifest.modules)
    module.sourceDigest = "abc";
  CHECK(readSource(sample.path, sample.manifest).error().message ==
        "'" + sample.path + "' is not what the package was made from: its SHA-256 is " + source->digest +
            ", the package names abc, abc");
}

TEST_CASE("line ends are not part of lines") {
  Sample sample;
  Result<SourceText> source = readSource(sample.path, sample.manifest);
  REQUIRE(source.ok());
  CHECK(source->lines.size() == 15);
  CHECK(source->lines[8] == "    scf.if %p {");
}
