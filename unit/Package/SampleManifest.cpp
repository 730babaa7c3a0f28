//===- SampleManifest.cpp - A manifest with one of everything -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SampleManifest.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static constexpr std::string_view kImages[] = {"machine code", "", "some more machine code of another target"};
static constexpr std::string_view kData = "initial values of a global";

static std::vector<Argument> makeArguments() {
  std::vector<Argument> arguments(4);
  arguments[0] = {.name = "u",
                  .group = "grid",
                  .kind = ArgumentKind::array,
                  .type = ElementType::f32,
                  .shape = {kDynamicDimension, 64},
                  .access = Access::readWrite,
                  .mayAlias = false};
  arguments[1] = {.name = "go",
                  .group = "",
                  .kind = ArgumentKind::array,
                  .type = ElementType::i32,
                  .shape = {},
                  .access = Access::readWrite,
                  .mayAlias = false};
  arguments[2] = {.name = "n", .group = "", .kind = ArgumentKind::scalar, .type = ElementType::i64, .shape = {}};
  arguments[3] = {.name = "k", .group = "", .kind = ArgumentKind::scalar, .type = ElementType::f32, .shape = {}};
  return arguments;
}

static std::vector<Task> makeTasks() {
  std::vector<Task> tasks(2);
  tasks[0].name = "heat_0";
  tasks[0].kind = TaskKind::parallel;
  tasks[0].location = {"heat.qir", 4, 5};
  tasks[0].sourceLoops = {0};
  tasks[0].extent = SizeExpr::binary(SizeExprKind::mul, SizeExpr::dim(0, 0), SizeExpr::constant(64));
  tasks[0].blockDim = 256;
  tasks[0].operations = 12;
  tasks[0].readArrays = {0};
  tasks[0].writtenArrays = {0, 1};
  tasks[0].readGlobals = {1, 2};
  tasks[0].writtenGlobals = {0};
  tasks[1].name = "heat_1";
  tasks[1].location = {"heat.qir", 9, 5};
  tasks[1].extent = SizeExpr::constant(1);
  return tasks;
}

static Node makeTaskNode(uint32_t task) {
  Node node;
  node.task = task;
  return node;
}

/// doWhile { repeat { task 0 }, whileDo { task 1 } { branch { task 0 } { task 1 } } }, task 1
static std::vector<Node> makeGraph() {
  Node repeat;
  repeat.kind = NodeKind::repeat;
  repeat.site = 2;
  repeat.lower = SizeExpr::constant(0);
  repeat.upper = SizeExpr::word(8);
  repeat.step = SizeExpr::constant(1);
  repeat.inductionWord = 16;
  repeat.body = {makeTaskNode(0)};

  Node branch;
  branch.kind = NodeKind::branch;
  branch.conditionWord = 24;
  branch.body = {makeTaskNode(0)};
  branch.elseBody = {makeTaskNode(1)};

  Node whileDo;
  whileDo.kind = NodeKind::whileDo;
  whileDo.site = 2;
  whileDo.before = {makeTaskNode(1)};
  whileDo.conditionWord = 32;
  whileDo.body = {branch};

  Node doWhile;
  doWhile.kind = NodeKind::doWhile;
  doWhile.site = 2;
  doWhile.flag = {.isGlobal = false, .index = 1};
  doWhile.maximum = SizeExpr::scalar(2);
  doWhile.maximumIsError = true;
  doWhile.iterationWord = 0;
  doWhile.body = {repeat, whileDo};
  return {doWhile, makeTaskNode(1)};
}

static Kernel makeKernel() {
  Kernel kernel;
  kernel.name = "heat";
  kernel.location = {"heat.qir", 1, 1};
  kernel.arguments = makeArguments();
  kernel.results = {{ElementType::i64, Signedness::signedInteger, 0}};
  kernel.sourceLoops = {{"sweep", {"heat.qir", 4, 5}}};
  kernel.tasks = makeTasks();
  kernel.graph = makeGraph();
  kernel.workspace = {SizeExpr::constant(128), 0, 8};
  return kernel;
}

static std::vector<Global> makeGlobals() {
  std::vector<Global> globals(4);
  globals[0].name = "steps_done";
  globals[1] = {.name = "weights",
                .type = ElementType::f32,
                .shape = {2, 3},
                .isConstant = true,
                .initial = GlobalInitial::data,
                .dataOffset = 2};
  globals[2] = {.name = "ones",
                .type = ElementType::f64,
                .shape = {5},
                .isPublic = false,
                .initial = GlobalInitial::splat,
                .splatBits = 0x3ff0000000000000};
  globals[3] = {.name = "shared", .type = ElementType::i1, .shape = {0}, .isExternal = true};
  return globals;
}

static std::vector<EntryPoint> makeEntryPoints() {
  EntryPoint sweep{.symbol = "heat_0_entry", .kernel = 1, .tasks = {0}, .slots = {}};
  sweep.slots = {{.kind = SlotKind::array, .index = 0},
                 {.kind = SlotKind::dim, .index = 0, .axis = 1},
                 {.kind = SlotKind::scalar, .index = 3},
                 {.kind = SlotKind::global, .index = 2},
                 {.kind = SlotKind::workspace, .offset = 64},
                 {.kind = SlotKind::errorRecord},
                 {.kind = SlotKind::printBuffer},
                 {.kind = SlotKind::seed},
                 {.kind = SlotKind::launchOrdinal}};
  sweep.privateForm = {.symbol = "heat_0_private", .atomics = 9, .arrays = {{0, "merge_addf_f32", 0x80000000}}};
  return {{.symbol = "heat_both", .kernel = 0, .tasks = {0, 1}, .slots = {}},
          sweep,
          {.symbol = "heat_1_entry", .kernel = 1, .tasks = {1}, .slots = {}}};
}

Manifest qdc::sampleManifest() {
  Manifest manifest;
  manifest.producer = "qdc 0.1.0";
  manifest.sourceDigest = sha256Hex(asBytes("source"));
  manifest.optionsDigest = sha256Hex(asBytes("options"));
  manifest.globals = makeGlobals();
  manifest.sites = {{SiteKind::assertion, {"heat.qir", 5, 3}, "cell is finite", {}},
                    {SiteKind::print, {"heat.qir", 6, 3}, "u = {} at {}", {ElementType::f32, ElementType::index}},
                    {SiteKind::loop, {"heat.qir", 3, 3}, "", {}}};
  manifest.kernels = {makeKernel(), makeKernel()};
  manifest.kernels[0].specializedValues = {{2, 0xffffffffffffffff}};
  manifest.kernels[1].graphMode = GraphMode::always;
  for (const char *target : {"cpu:x86-64-v2", "cpu:x86-64-v3", "cuda:sm_90"})
    manifest.images.push_back({.target = target,
                               .variant = "",
                               .features = {"avx2", "fma"},
                               .kernelABIVersion = QDC_KERNEL_ABI_VERSION,
                               .mathLibrary = "",
                               .digest = sha256Hex(asBytes(kImages[manifest.images.size()])),
                               .entryPoints = makeEntryPoints()});
  manifest.images[2].assembler = "ptxas 13.0";
  manifest.images[2].entryPoints[1].privateForm.reset();
  manifest.images[2].entryPoints[0].launch = {
      .blockThreads = 64, .subgroupWidth = 32, .slotPassing = SlotPassing::memory};
  manifest.images[2].entryPoints[1].launch = {
      .blockThreads = 256, .threadsPerIteration = 32, .subgroupWidth = 32, .grid = GridSize::resident};
  manifest.images[2].entryPoints[2].launch = {
      .blockThreads = 1, .subgroupWidth = 64, .iterationsPerThread = 4, .waitsForDependencies = true};
  manifest.dataBytes = kData.size();
  manifest.dataDigest = sha256Hex(asBytes(kData));
  return manifest;
}

std::vector<ImageBytes> qdc::sampleImages() {
  return {{asBytes(kImages[0]), "x86_64-unknown-linux-gnu", "x86-64-v2"},
          {asBytes(kImages[1]), "x86_64-unknown-linux-gnu", "x86-64-v3"},
          {asBytes(kImages[2]), "nvptx64-nvidia-cuda", "sm_90"}};
}

ByteSpan qdc::sampleData() { return asBytes(kData); }
