//===- TargetTest.cpp - What a package is compiled for ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "qdc/Target/CPU/Processor.h"

#include "catch2/catch.hpp"

#include <algorithm>

using namespace qdc;

TEST_CASE("a level's features are those of the psABI, sorted") {
  Processor v2 = processorOfLevel("x86-64-v2"), v3 = processorOfLevel("x86-64-v3"), v4 = processorOfLevel("x86-64-v4");
  for (const Processor &processor : {v2, v3, v4, hostProcessor()})
    CHECK(std::is_sorted(processor.features.begin(), processor.features.end()));
  CHECK((v2.has("sse4.2") && !v2.has("avx")));
  CHECK((v3.has("avx2") && v3.has("fma") && v3.has("f16c") && !v3.has("avx512f")));
  CHECK((v4.has("avx512f") && v4.has("avx512vl")));
}

TEST_CASE("an image lists its entry points with their slots, and its processor's features") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?x?xf32> {qd.slot = #qd.slot<array(1)>}, %k: f32 {qd.slot = #qd.slot<word(24)>})",
                 "%c0 = arith.constant 0 : index\n%n = memref.dim %x, %c0 : memref<?x?xf32>\nqd.for (%i) in (%n) {\n"
                 "memref.store %k, %x[%i, %c0] : memref<?x?xf32>\n}"),
      {}, "cpu:x86-64-v3");
  const CompiledImage &image = module.image();
  CHECK(image.target == "cpu:x86-64-v3");
  CHECK(std::count(image.features.begin(), image.features.end(), "avx2") == 1);
  REQUIRE(image.entryPoints.size() == 1);
  const CompiledEntryPoint &entry = image.entryPoints.front();
  CHECK(entry.symbol == "t$0");
  CHECK(entry.kernel == "t");
  CHECK(entry.tasks == std::vector<std::string>{"t.0"});
  REQUIRE(entry.slots.size() == 4);
  CHECK((entry.slots[0].kind == SlotKind::array && entry.slots[0].index == 1));
  CHECK((entry.slots[1].kind == SlotKind::workspace && entry.slots[1].offset == 0));
  CHECK((entry.slots[2].kind == SlotKind::dim && entry.slots[2].index == 1 && entry.slots[2].axis == 1));
  CHECK((entry.slots[3].kind == SlotKind::dim && entry.slots[3].index == 1 && entry.slots[3].axis == 0));
}

TEST_CASE("equal tasks have one symbol, each with slots of its own") {
  std::string source = "qd.kernel @t(%x: memref<?xf32>, %y: memref<?xf32>) attributes {workspace_bytes = "
                       "#qd.size<\"0\">} {\nqd.launch @t.0\nqd.launch @t.1\nqd.launch @t.2\n}\n";
  for (int task = 0; task < 3; ++task)
    source += "qd.task @t." + std::to_string(task) +
              " of @t extent(#qd.size<\"1\">) (%a: memref<?xf32> {qd.slot = " + "#qd.slot<array(" +
              std::to_string(task % 2) + ")>}) {\n%i = arith.constant 0 : index\n" + "%c = arith.constant " +
              std::to_string(task / 2 + 1) + ".0 : f32\n" + "memref.store %c, %a[%i] : memref<?xf32>\n}\n";
  CompiledModule module = CompiledModule::compile(source);
  const std::vector<CompiledEntryPoint> &entries = module.image().entryPoints;
  REQUIRE(entries.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(entries[i].tasks == std::vector<std::string>{"t." + std::to_string(i)});
    CHECK(entries[i].symbol == (i == 2 ? "t$2" : "t$0"));
    REQUIRE(entries[i].slots.size() == 1);
    CHECK(entries[i].slots[0].index == i % 2);
  }
  float x = 0, y = 0;
  CompiledModule::Arguments arguments = CompiledModule::Arguments().array(&x, {1}).array(&y, {1});
  module.run(arguments, 0, 1, "t.1");
  CHECK((x == 0 && y == 1));
  module.run(arguments, 0, 1, "t.2");
  CHECK((x == 2 && y == 1));
}

TEST_CASE("lowering refuses what an earlier phase should have changed, by name") {
  CHECK_THROWS_WITH(CompiledModule::compile(taskModule("()", "%t = arith.constant true\nqd.assert %t, \"m\"")),
                    Catch::Contains("has no site: run 'qd-number-sites' first"));
  CHECK_THROWS_WITH(CompiledModule::compile(taskModule("()", "qd.print \"m\"")),
                    Catch::Contains("has no site: run 'qd-number-sites' first"));
}

TEST_CASE("what a machine lacks for a level is named, and nothing that goes without saying") {
  Processor v2 = processorOfLevel("x86-64-v2"), v4 = processorOfLevel("x86-64-v4");
  CHECK(missingFeatures(v2, v4).empty());
  std::vector<std::string> missing = missingFeatures(v4, v2);
  CHECK(std::find(missing.begin(), missing.end(), "avx512f") != missing.end());
  CHECK(std::find(missing.begin(), missing.end(), "sse2") == missing.end());
  CHECK(missingFeatures(v2, processorWith("bare", {})) ==
        std::vector<std::string>{"crc32", "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"});
  CHECK(missingFeatures(hostProcessor(), hostProcessor()).empty());
}

TEST_CASE("what LLVM cannot compile is an error with its reason, and not the end of the process") {
  auto compile = [] {
    CompiledModule::compile("llvm.func @f() -> i32 {\n"
                            "  %0 = llvm.inline_asm has_side_effects \"\", \"={bogus}\" : () -> i32\n"
                            "  llvm.return %0 : i32\n"
                            "}\n",
                            {}, "cpu:x86-64-v2");
  };
  CHECK_THROWS_WITH(compile(), Catch::Contains("emit: LLVM refused generated code: ") && Catch::Contains("bogus"));
}
