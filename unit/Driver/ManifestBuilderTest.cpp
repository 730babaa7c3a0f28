//===- ManifestBuilderTest.cpp - The manifest of a module -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "qdc/Dialect/QD/Transforms/NumberSites.h"
#include "qdc/Dialect/QD/Transforms/Offload.h"
#include "qdc/Dialect/QD/Transforms/SizeTemporaries.h"
#include "qdc/Package/ManifestVerifier.h"
#include "qdc/Package/ManifestWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <catch2/catch.hpp>

#include <cstring>

using namespace qdc;

namespace {

/// A package's manifest with that module alone.
Manifest manifestOf(const ManifestDraft &draft) {
  Manifest manifest;
  manifest.modules = {draft.module};
  return manifest;
}

/// A module from text, and the message of the last error about it.
class Compilation {
public:
  explicit Compilation(std::string_view text)
      : handler(&context, [this](mlir::Diagnostic &diagnostic) { message = diagnostic.str(); }) {
    context.disableMultithreading();
    context.loadDialect<qd::QDDialect, mlir::arith::ArithDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect,
                        mlir::scf::SCFDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(llvm::StringRef(text), &context, "test.qir");
    INFO(message);
    REQUIRE(module);
  }

  /// The manifest after offloading; the test fails unless there is a valid one.
  ManifestDraft build() {
    for (auto kernel : module->getOps<qd::KernelOp>())
      REQUIRE(mlir::succeeded(qd::sizeTemporaries(kernel)));
    REQUIRE(mlir::succeeded(qd::offloadKernels(*module)));
    qd::numberSites(*module);
    mlir::FailureOr<ManifestDraft> draft = buildManifest(*module);
    INFO(message);
    REQUIRE(mlir::succeeded(draft));
    Status valid = verifyManifest(manifestOf(*draft));
    INFO((valid ? "" : valid.error().message));
    REQUIRE(valid);
    return std::move(*draft);
  }

  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string message;
};

} // namespace

TEST_CASE("arguments, results and their attributes are described") {
  Kernel kernel = Compilation(R"(qd.kernel @f(
      %x: memref<?x3xf16> {qd.arg_group = "particles"}, %y: memref<i1> {qd.may_alias},
      %n: i16 {qd.unsigned}, %k: bf16) -> (index, i8 {qd.unsigned}) attributes {graph = "never"} {
    %c = arith.constant 1 : index
    %b = arith.constant 2 : i8
    qd.return %c, %b : index, i8
  })")
                      .build()
                      .module.kernels.at(0);
  CHECK(kernel.name == "f");
  CHECK(kernel.graphMode == GraphMode::never);
  REQUIRE(kernel.arguments.size() == 4);
  CHECK(kernel.arguments[0].name == "x");
  CHECK(kernel.arguments[0].group == "particles");
  CHECK(kernel.arguments[0].kind == ArgumentKind::array);
  CHECK(kernel.arguments[0].type == ElementType::f16);
  CHECK(kernel.arguments[0].shape == std::vector<int64_t>{kDynamicDimension, 3});
  CHECK(kernel.arguments[0].access == Access::none);
  CHECK(kernel.arguments[1].mayAlias);
  CHECK(kernel.arguments[1].shape.empty());
  CHECK(kernel.arguments[2].kind == ArgumentKind::scalar);
  CHECK(kernel.arguments[2].signedness == Signedness::unsignedInteger);
  CHECK(kernel.arguments[3].type == ElementType::bf16);
  REQUIRE(kernel.results.size() == 2);
  CHECK(kernel.results[0].type == ElementType::index);
  CHECK(kernel.results[1].signedness == Signedness::unsignedInteger);
  CHECK(kernel.results[1].workspaceOffset == 8);
  CHECK(kernel.workspace.readbackBytes == 16);
  CHECK(kernel.arguments[0].dims.empty());
}

TEST_CASE("extents with names are described as sizes") {
  Kernel kernel = Compilation(R"(qd.kernel @f(
      %r: memref<?xf32> {qd.dims = ["n + 1"]}, %x: memref<?x?xf32> {qd.dims = ["n", "?"]},
      %y: memref<?x?x4xf32> {qd.dims = ["2 * k - m + n", "m", "4"]}, %k: i32,
      %z: memref<?xf32> {qd.dims = ["n-n"]}, %u: memref<?xf32> {qd.dims = ["1 * m"]}) {
    qd.return
  })")
                      .build()
                      .module.kernels.at(0);
  auto extent = [&](size_t argument, size_t axis) {
    const NamedExtent &dim = kernel.arguments.at(argument).dims.at(axis);
    return dim.text + ": " + (dim.extent ? dim.extent->str() : "any");
  };
  // The first axis that is the name alone defines it, wherever the name is used.
  CHECK(extent(0, 0) == "n + 1: add(dim(1, 0), 1)");
  CHECK(extent(1, 0) == "n: dim(1, 0)");
  CHECK(extent(1, 1) == "?: any");
  CHECK(extent(2, 0) == "2 * k - m + n: add(dim(1, 0), sub(mul(scalar(3), 2), dim(2, 1)))");
  CHECK(extent(2, 1) == "m: dim(2, 1)");
  CHECK(extent(2, 2) == "4: 4");
  CHECK(kernel.arguments.at(3).dims.empty());
  CHECK(extent(4, 0) == "n-n: 0");
  CHECK(extent(5, 0) == "1 * m: dim(2, 1)");
}

TEST_CASE("tasks have their extent, accesses, loops and places") {
  ManifestDraft draft = Compilation(R"(memref.global @total : memref<f32> = dense<0.0>
qd.kernel @f(%x: memref<?xf32>, %y: memref<?xf32>, %n: i32) {
  %g = memref.get_global @total : memref<f32>
  %s = qd.for (%i) in (%n) : i32 block_dim(64) name("sum") reduce(addf) -> f32 {
    %j = arith.index_cast %i : i32 to index
    %v = memref.load %x[%j] : memref<?xf32>
    memref.store %v, %y[%j] : memref<?xf32>
    qd.yield %v : f32
  }
  memref.store %s, %g[] : memref<f32>
})")
                            .build();
  const Kernel &kernel = draft.module.kernels.at(0);
  REQUIRE(kernel.tasks.size() == 2);
  const Task &loop = kernel.tasks[0], &serial = kernel.tasks[1];
  CHECK(loop.name == "sum");
  CHECK(loop.kind == TaskKind::parallel);
  CHECK(loop.location.file == "test.qir");
  CHECK(loop.location.line == 4);
  CHECK(loop.location.column == 8);
  CHECK(loop.blockDim == 64);
  CHECK(loop.readArrays == std::vector<uint32_t>{0});
  CHECK(loop.writtenArrays == std::vector<uint32_t>{1});
  CHECK(loop.writtenGlobals.empty());
  CHECK(serial.name == "1");
  CHECK(serial.kind == TaskKind::serial);
  CHECK(serial.extent == SizeExpr::constant(1));
  CHECK(serial.location.line == 10);
  CHECK(serial.writtenGlobals == std::vector<uint32_t>{0});
  CHECK(kernel.arguments[0].access == Access::read);
  CHECK(kernel.arguments[1].access == Access::write);
  REQUIRE(kernel.sourceLoops.size() == 2);
  CHECK(kernel.sourceLoops[0].name == "sum");
  CHECK(loop.sourceLoops == std::vector<uint32_t>{0});
  CHECK(serial.sourceLoops == std::vector<uint32_t>{1});
  CHECK(draft.taskSymbols == std::vector<std::vector<std::string>>{{"f.sum", "f.1"}});
}

TEST_CASE("tasks that only pass values on are in no source loop") {
  Kernel kernel = Compilation("qd.kernel @f() -> i32 { %c = arith.constant 1 : i32 qd.return %c : i32 }")
                      .build()
                      .module.kernels.at(0);
  REQUIRE(kernel.tasks.size() == 1);
  CHECK(kernel.tasks[0].sourceLoops.empty());
  CHECK(kernel.sourceLoops.empty());
}

TEST_CASE("every kind of node is described") {
  ManifestDraft draft = Compilation(R"(qd.kernel @f(%x: memref<?xf32>, %go: memref<i32>, %c: i1, %limit: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %k = qd.do_while %go max(%limit) on_max(error) name("solve") : memref<i32> attributes {qd.strategy = "grid"} {
    scf.for %s = %c0 to %n step %c1 {
      scf.while : () -> () {
        %v = memref.load %go[] : memref<i32>
        %z = arith.constant 0 : i32
        %more = arith.cmpi ne, %v, %z : i32
        scf.condition(%more)
      } do {
        scf.if %c {
          qd.for (%i) in (%s) {
            %f = arith.constant 1.0 : f32
            memref.store %f, %x[%i] : memref<?xf32>
          }
        }
        scf.yield
      } attributes {qd.strategy = "replay"}
    } {qd.strategy = "auto"}
  }
  qd.return %k : i64
})")
                            .build();
  const Kernel &kernel = draft.module.kernels.at(0);
  CHECK(kernel.arguments[1].access == Access::read);
  REQUIRE(kernel.graph.size() == 2);
  CHECK(kernel.graph[0].kind == NodeKind::task);
  const Node &doWhile = kernel.graph[1];
  REQUIRE(doWhile.kind == NodeKind::doWhile);
  CHECK(doWhile.flag.kind == FlagKind::argument);
  CHECK(doWhile.flag.index == 1);
  CHECK(doWhile.maximum->str() == "scalar(3)");
  CHECK(doWhile.maximumIsError);
  CHECK(doWhile.iterationWord == 0);
  CHECK(doWhile.countWord == 8);
  CHECK(doWhile.strategy == LoopStrategy::grid);
  REQUIRE(doWhile.body.size() == 1);
  const Node &repeat = doWhile.body[0];
  REQUIRE(repeat.kind == NodeKind::repeat);
  CHECK(repeat.lower->str() == "0");
  CHECK(repeat.upper->str() == "dim(0, 0)");
  CHECK(repeat.step->str() == "1");
  REQUIRE(repeat.inductionWord);
  CHECK(repeat.countWord == 16);
  CHECK_FALSE(repeat.strategy);
  const Node &whileDo = repeat.body.at(0);
  REQUIRE(whileDo.kind == NodeKind::whileDo);
  CHECK(whileDo.countWord == 24);
  CHECK(whileDo.strategy == LoopStrategy::replay);
  REQUIRE(whileDo.before.size() == 1);
  CHECK(whileDo.before[0].task == 1);
  const Node &branch = whileDo.body.at(0);
  REQUIRE(branch.kind == NodeKind::branch);
  CHECK(branch.elseBody.empty());
  CHECK(kernel.tasks.at(branch.body.at(0).task).extent.str() ==
        "max(word(" + std::to_string(*repeat.inductionWord) + "), 0)");
  CHECK(branch.conditionWord != whileDo.conditionWord);
  // The result and three counts are read back; the next two words are for barriers.
  CHECK(kernel.workspace.readbackBytes == 32);
  for (uint64_t word : {*repeat.inductionWord, whileDo.conditionWord, branch.conditionWord})
    CHECK(word >= 48);

  REQUIRE(draft.module.sites.size() == 3);
  CHECK(draft.module.sites[doWhile.site].message == "solve");
  CHECK(draft.module.sites[repeat.site].location.line == 6);
  CHECK(draft.module.sites[whileDo.site].location.line == 7);
}

TEST_CASE("words that follow from counters are described, with the tasks that write nothing else") {
  const std::string head = R"(qd.kernel @f(%x: memref<?xf32>, %every: index, %n: index, %f: f32, %g: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %step = %c0 to %n step %c1 {
      %rest = arith.remui %step, %every : index
      %now = arith.cmpi eq, %rest, %c0 : index
      scf.if %now {
        qd.for (%i) in (%n) {
          memref.store %f, %x[%i] : memref<?xf32>
        }
      })";
  Kernel kernel = Compilation(head + R"(
      %more = arith.addi %step, %c1 : index
      scf.for %j = %c0 to %more step %c1 {
        qd.for (%i) in (%n) {
          memref.store %g, %x[%i] : memref<?xf32>
        }
      }
    }
  })")
                      .build()
                      .module.kernels.at(0);
  const Node &loop = kernel.graph.at(0);
  REQUIRE(loop.body.size() == 4);
  const Node &branch = loop.body[1], &inner = loop.body[3];
  REQUIRE(kernel.knownWords.size() == 2);
  const KnownWord &condition = kernel.knownWords[0], &bound = kernel.knownWords[1];
  auto divides = [](const Node &outer) {
    const std::string by = "max(scalar(1), 0)", counter = "word(" + std::to_string(*outer.inductionWord) + ")";
    return "sub(1, min(sub(" + counter + ", mul(" + by + ", floordiv(" + counter + ", " + by + "))), 1))";
  };
  CHECK(condition.word == branch.conditionWord);
  CHECK(condition.value.str() == divides(loop));
  CHECK(condition.task == loop.body[0].task);
  CHECK(inner.upper->str() == "word(" + std::to_string(bound.word) + ")");
  CHECK(bound.value.str() == "add(word(" + std::to_string(*loop.inductionWord) + "), 1)");
  CHECK(bound.task == loop.body[2].task);

  // A task that reads the word needs it.
  Kernel other = Compilation(head + R"(
      qd.for (%i) in (%n) {
        %chosen = arith.select %now, %f, %g : f32
        memref.store %chosen, %x[%i] : memref<?xf32>
      }
    }
  })")
                     .build()
                     .module.kernels.at(0);
  REQUIRE(other.knownWords.size() == 1);
  CHECK(other.knownWords[0].value.str() == divides(other.graph.at(0)));
  CHECK(!other.knownWords[0].task);

  // What is read from memory is nobody's to know.
  Kernel unknown = Compilation(R"(qd.kernel @f(%x: memref<?xf32>, %go: memref<i1>, %n: index, %f: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %step = %c0 to %n step %c1 {
      %now = memref.load %go[] : memref<i1>
      scf.if %now {
        qd.for (%i) in (%n) {
          memref.store %f, %x[%i] : memref<?xf32>
        }
      }
    }
  })")
                       .build()
                       .module.kernels.at(0);
  CHECK(unknown.knownWords.empty());
}

TEST_CASE("a global can be a flag") {
  ManifestDraft draft = Compilation("memref.global @a : memref<i32>\nmemref.global @b : memref<i64> = dense<0>\n"
                                    "qd.kernel @f() { %b = memref.get_global @b : memref<i64>\n"
                                    "qd.do_while %b : memref<i64> { } }")
                            .build();
  const Node &node = draft.module.kernels.at(0).graph.at(0);
  CHECK(node.flag.kind == FlagKind::global);
  CHECK(node.flag.index == 1);
  CHECK_FALSE(node.maximum);
  CHECK_FALSE(node.iterationWord);
  CHECK(node.countWord == 0);
}

TEST_CASE("temporaries lie in regions, which tasks and flags name") {
  Kernel kernel = Compilation(R"(qd.kernel @f(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.dim %x, %c0 : memref<?xf32>
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  %go = memref.alloc() : memref<i32>
  qd.for (%i) in (%m) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[%i, %c0] : memref<?x?xf32>
  }
  qd.do_while %go : memref<i32> {
    memref.store %one, %go[] : memref<i32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0, %i] : memref<?x?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
})")
                      .build()
                      .module.kernels.at(0);
  REQUIRE(kernel.temporaries.size() == 2);
  const Temporary &table = kernel.temporaries[0], &flag = kernel.temporaries[1];
  CHECK(table.type == ElementType::f32);
  CHECK(table.location.line == 5);
  REQUIRE(table.extents.size() == 2);
  CHECK(table.extents[0].str() == "dim(0, 0)");
  CHECK(table.extents[1].str() == "scalar(1)");
  CHECK(flag.type == ElementType::i32);
  CHECK(flag.extents.empty());
  REQUIRE(kernel.workspace.regions.size() == 3);
  CHECK(kernel.workspace.regions[table.region].size.bytes.str() == "mul(scalar(1), mul(dim(0, 0), 4))");
  CHECK(kernel.workspace.regions[flag.region].size.bytes.str() == "4");
  CHECK(kernel.workspace.regions[1].alignment == 64);
  REQUIRE(kernel.tasks.size() == 3);
  CHECK(kernel.tasks[0].writtenRegions == std::vector<uint32_t>{table.region});
  CHECK(kernel.tasks[0].readRegions.empty());
  CHECK(kernel.tasks[1].writtenRegions == std::vector<uint32_t>{flag.region});
  CHECK(kernel.tasks[2].readRegions == std::vector<uint32_t>{table.region});
  const Node &loop = kernel.graph.at(1);
  CHECK(loop.flag.kind == FlagKind::temporary);
  CHECK(loop.flag.index == 1);
}

TEST_CASE("regions whose sizes tasks compute get them after as few nodes as can be") {
  Kernel kernel = Compilation(R"(qd.kernel @f(%counts: memref<4xi64>, %k: index) {
  %c0 = arith.constant 0 : index
  %first = memref.load %counts[%c0] : memref<4xi64>
  %n = arith.index_cast %first : i64 to index
  %t = memref.alloc(%n, %k) : memref<?x?xi64>
  %empty = memref.alloc(%n) : memref<?x0xf32>
  %sum = qd.for (%i) in (%k) reduce(addi) -> i64 {
    %v = arith.index_cast %i : index to i64
    qd.yield %v : i64
  }
  %s = arith.index_cast %sum : i64 to index
  %u = memref.alloc(%s) : memref<?xi64>
  qd.for (%i) in (%k) {
    %v = arith.index_cast %i : index to i64
    memref.store %v, %t[%i, %c0] : memref<?x?xi64>
    memref.store %v, %u[%i] : memref<?xi64>
  }
  %second = memref.load %t[%c0, %c0] : memref<?x?xi64>
  %m = arith.index_cast %second : i64 to index
  %w = memref.alloc(%m) : memref<?xi64>
  qd.for (%i) in (%k) {
    %v = memref.load %u[%i] : memref<?xi64>
    memref.store %v, %w[%i] : memref<?xi64>
    qd.print "{}", %v : i64
  }
})")
                      .build()
                      .module.kernels.at(0);
  REQUIRE(kernel.graph.size() == 6);
  const std::vector<WorkspaceRegion> &regions = kernel.workspace.regions;
  auto regionAt = [&](uint32_t line) {
    for (const Temporary &temporary : kernel.temporaries)
      if (temporary.location.line == line)
        return regions[temporary.region].size;
    return RegionSize();
  };
  const RegionSize t = regionAt(5), u = regionAt(12), w = regionAt(20);
  CHECK(t.bytes.readsWord());
  CHECK(t.bytes.str().find("scalar(1)") != std::string::npos);
  for (const RegionSize &size : {t, u, w})
    CHECK(size.source == SizeSource::word);
  // The load of the first one is node 0, the reduction nodes 1 and 2, the load of the last one node 4.
  CHECK(t.node == 2);
  CHECK(u.node == 2);
  CHECK(w.node == 4);
}

TEST_CASE("sites carry messages, formats and types") {
  ManifestDraft draft = Compilation(R"(qd.kernel @f(%c: i1, %n: index, %v: f64) {
    qd.assert %c, "must hold"
    qd.print "{} and {}", %n, %v : index, f64
    qd.adstack.overflow %n
  })")
                            .build();
  REQUIRE(draft.module.sites.size() == 3);
  const Site &assertion = draft.module.sites[0], &print = draft.module.sites[1];
  CHECK(assertion.kind == SiteKind::assertion);
  CHECK(assertion.message == "must hold");
  CHECK(assertion.location.line == 2);
  CHECK(print.kind == SiteKind::print);
  CHECK(print.message == "{} and {}");
  CHECK(print.valueTypes == std::vector<ElementType>{ElementType::index, ElementType::f64});
  const Site &adstack = draft.module.sites[2];
  CHECK(adstack.kind == SiteKind::adstack);
  CHECK(adstack.message == draft.module.kernels[0].tasks[0].name);
  CHECK(adstack.location.line == 4);
}

TEST_CASE("globals have their initial values, in order of the module") {
  ManifestDraft draft = Compilation(R"(
    memref.global "public" @zero : memref<4xf32> = dense<0.0>
    memref.global "private" constant @table : memref<3xi16> = dense<[1, -2, 3]>
    memref.global @flags : memref<3xi1> = dense<[true, false, true]>
    memref.global @one : memref<2x2xf64> = dense<1.0>
    memref.global @cleared : memref<8xi8> = uninitialized
    memref.global @outside : memref<8xi8>
    memref.global @big : memref<2xi64> = dense<[-1, 256]>
    memref.global @blob : memref<2xi16> = dense_resource<bytes>
    {-# dialect_resources: { builtin: { bytes: "0x0200000005000600" } } #-}
  )")
                            .build();
  const std::vector<Global> &globals = draft.module.globals;
  REQUIRE(globals.size() == 8);
  CHECK(globals[0].initial == GlobalInitial::zero);
  CHECK(globals[0].isPublic);
  CHECK(globals[1].initial == GlobalInitial::data);
  CHECK(globals[1].isConstant);
  CHECK_FALSE(globals[1].isPublic);
  CHECK(globals[2].initial == GlobalInitial::data);
  CHECK(globals[3].initial == GlobalInitial::splat);
  CHECK(globals[3].splatBits == 0x3ff0000000000000);
  CHECK(globals[3].shape == std::vector<int64_t>{2, 2});
  CHECK(globals[4].initial == GlobalInitial::zero);
  CHECK_FALSE(globals[4].isExternal);
  CHECK(globals[5].isExternal);
  CHECK(globals[6].dataOffset % 8 == 0);

  int16_t table[3];
  std::memcpy(table, draft.data.data() + globals[1].dataOffset, sizeof table);
  CHECK((table[0] == 1 && table[1] == -2 && table[2] == 3));
  uint8_t flags[3];
  std::memcpy(flags, draft.data.data() + globals[2].dataOffset, sizeof flags);
  CHECK((flags[0] == 1 && flags[1] == 0 && flags[2] == 1));
  int64_t big[2];
  std::memcpy(big, draft.data.data() + globals[6].dataOffset, sizeof big);
  CHECK((big[0] == -1 && big[1] == 256));
  int16_t blob[2];
  std::memcpy(blob, draft.data.data() + globals[7].dataOffset, sizeof blob);
  CHECK((blob[0] == 5 && blob[1] == 6));
  CHECK(draft.module.dataBytes == draft.data.size());
}

TEST_CASE("code for given scalars stands before the general kernel, under its name") {
  ManifestDraft draft = Compilation(R"(
    qd.kernel @power$k$2(%x: memref<?xf32>, %k: i32) attributes {
        specialized = #qd.specialized<@power, arguments = [1], bits = [2]>} {
      %c2 = arith.constant 2 : i32
      qd.for (%i) in (%c2) : i32 {
      }
    }
    qd.kernel @power(%x: memref<?xf32>, %k: i32) {
      qd.for (%i) in (%k) : i32 {
      }
    }
  )")
                            .build();
  const std::vector<Kernel> &kernels = draft.module.kernels;
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].name == "power");
  REQUIRE(kernels[0].specializedValues.size() == 1);
  CHECK(kernels[0].specializedValues[0].argument == 1);
  CHECK(kernels[0].specializedValues[0].bits == 2);
  CHECK(kernels[0].tasks.at(0).name == "0");
  CHECK(kernels[0].tasks.at(0).extent == SizeExpr::constant(2));
  CHECK(kernels[1].name == "power");
  CHECK(kernels[1].specializedValues.empty());
  CHECK(draft.kernelSymbols == std::vector<std::string>{"power$k$2", "power"});
  CHECK(draft.taskSymbols == std::vector<std::vector<std::string>>{{"power$k$2.0"}, {"power.0"}});
}

TEST_CASE("equal modules give equal manifests, data and symbols") {
  constexpr std::string_view text = "memref.global @t : memref<3xi16> = dense<[1, 2, 3]>\n"
                                    "qd.kernel @f(%x: memref<?xf32>, %n: index) { qd.for (%i) in (%n) { } }";
  ManifestDraft first = Compilation(text).build(), second = Compilation(text).build();
  CHECK(writeManifest(manifestOf(first)) == writeManifest(manifestOf(second)));
  CHECK(first.data == second.data);
  CHECK(first.taskSymbols == second.taskSymbols);
}

TEST_CASE("a place in an inlined helper is the helper's") {
  mlir::MLIRContext context;
  mlir::Location callee = mlir::FileLineColLoc::get(&context, "helper.qir", 3, 4);
  mlir::Location caller = mlir::FileLineColLoc::get(&context, "kernel.qir", 7, 8);
  SourceLocation place = sourceLocation(mlir::CallSiteLoc::get(callee, caller));
  CHECK(place.file == "helper.qir");
  CHECK(place.line == 3);
  CHECK(sourceLocation(mlir::UnknownLoc::get(&context)).line == 0);

  // A callee that is a name has no place, and so the caller's is all there is; of fused parts the first with one.
  mlir::Location name = mlir::NameLoc::get(mlir::StringAttr::get(&context, "name"));
  CHECK(sourceLocation(mlir::CallSiteLoc::get(name, caller)).file == "kernel.qir");
  mlir::Location fused = mlir::FusedLoc::get(&context, {name, mlir::CallSiteLoc::get(name, name), callee, caller});
  CHECK(sourceLocation(fused).file == "helper.qir");
  CHECK(sourceLocation(mlir::CallSiteLoc::get(name, name)).file.empty());
}

TEST_CASE("what a manifest cannot hold is an error that says so") {
  auto error = [](std::string_view text) {
    Compilation compilation(text);
    CHECK(mlir::failed(buildManifest(*compilation.module)));
    return compilation.message;
  };
  using Catch::Contains;
  CHECK_THAT(error("qd.kernel @f() { }"), Contains("has no graph yet; run qd-offload"));
  CHECK_THAT(error("memref.global @g : memref<4xi7>"), Contains("has elements of type 'i7'; accepted are i1, i8"));
  CHECK_THAT(error("memref.global @g : memref<4xi32> = dense_resource<missing>"),
             Contains("has the resource 'missing' as initial value, which does not hold the 16 bytes of its type"));
  CHECK_THAT(error("memref.global @g : memref<4xi32> = sparse<[[1]], [7]>"),
             Contains("has an initial value that is neither 'dense<...>' nor 'dense_resource<...>'"));
  CHECK_THAT(error("qd.kernel @f() attributes {workspace_bytes = #qd.size<\"0\">} {\n"
                   "qd.graph_repeat from <\"0\"> to <\"1\"> step <\"1\"> { } }"),
             Contains("is a site of the module but not numbered so; run qd-number-sites"));
}
