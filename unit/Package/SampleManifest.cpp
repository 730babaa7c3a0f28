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
static constexpr std::string_view kOtherImage = "machine code of another module";
static constexpr std::string_view kCheckedImage = "the same with checks";
static constexpr std::string_view kData = "initial values of a global";
static constexpr std::string_view kOtherData = "more values";

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
  arguments[0].dims = {
      {.text = "n + 1", .extent = SizeExpr::binary(SizeExprKind::add, SizeExpr::scalar(2), SizeExpr::constant(1))},
      {.text = "?", .extent = {}}};
  arguments[0].role = ArgumentRole::shadow;
  arguments[1].role = ArgumentRole::tangent;
  arguments[3].role = ArgumentRole::seed;
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
  tasks[0].readRegions = {1};
  tasks[0].writtenRegions = {1};
  tasks[0].reductions = 1;
  tasks[0].notFused = {FusionObstacle::meeting, {"heat.qir", 2, 5}, {0}};
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
  doWhile.flag = {.kind = FlagKind::argument, .index = 1};
  doWhile.maximum = SizeExpr::scalar(2);
  doWhile.maximumIsError = true;
  doWhile.iterationWord = 0;
  doWhile.countWord = 0;
  doWhile.strategy = LoopStrategy::host;
  doWhile.body = {repeat, whileDo};
  return {doWhile, makeTaskNode(1)};
}

/// Nodes 0 to 8 are doWhile, repeat, task 0, whileDo, task 1, branch, task 0, task 1, and task 1 at the end.
static Workspace makeWorkspace() {
  Workspace workspace{{makeWordsRegion(SizeExpr::constant(128))}, 0, 8};
  RegionSize fromHost, fromWord;
  fromHost.bytes = SizeExpr::binary(SizeExprKind::mul, SizeExpr::dim(0, 0), SizeExpr::constant(8));
  fromWord.source = SizeSource::word;
  fromWord.bytes = SizeExpr::binary(SizeExprKind::mul, SizeExpr::word(40), SizeExpr::dim(0, 1));
  fromWord.node = 0;
  workspace.regions.push_back({"stacks", 16, RegionLifetime::stream, fromHost});
  workspace.regions.push_back({"heap", 64, RegionLifetime::launch, fromWord});
  return workspace;
}

static Kernel makeKernel() {
  Kernel kernel;
  kernel.name = "heat";
  kernel.location = {"heat.qir", 1, 1};
  kernel.arguments = makeArguments();
  kernel.results = {{"iterations", ElementType::i64, Signedness::signedInteger, 0}};
  kernel.doc = "one of everything";
  kernel.arguments[0].doc = "what it has";
  kernel.sourceLoops = {{"sweep", {"heat.qir", 4, 5}}};
  kernel.tasks = makeTasks();
  kernel.graph = makeGraph();
  kernel.knownWords = {{24, SizeExpr::binary(SizeExprKind::min, SizeExpr::scalar(2), SizeExpr::constant(1)), 1},
                       {48, SizeExpr::binary(SizeExprKind::add, SizeExpr::word(16), SizeExpr::constant(1)), {}}};
  kernel.workspace = makeWorkspace();
  kernel.temporaries = {{{"heat.qir", 2, 8}, ElementType::f64, {SizeExpr::dim(0, 0)}, 1},
                        {{"heat.qir", 3, 8}, ElementType::i32, {}, 1},
                        {{"heat.qir", 4, 8}, ElementType::i8, {SizeExpr::word(40), SizeExpr::dim(0, 1)}, 2}};
  kernel.accumulations = {{AccumulationKind::gather, {"heat.qir", 5, 7}, 0, {}},
                          {AccumulationKind::atomic, {"heat.qir", 6, 7}, {}, 3},
                          {AccumulationKind::plain, {"heat.qir", 7, 7}, {}, {}}};
  kernel.keptValues = {{KeptReason::overwritten, {"heat.qir", 5, 7}, SourceLocation{"heat.qir", 9, 7}, 0, {}, {}},
                       {KeptReason::carried, {"heat.qir", 6, 7}, {}, {}, 1, 512}};
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

/// A slot of that kind for the entry point of task 0.
static SlotSource makeSlot(SlotKind kind) {
  SlotSource slot{.kind = kind};
  for (SlotOperand operand : rowOf(kind).operands) {
    switch (operand) {
    case SlotOperand::none:
    case SlotOperand::array:
    case SlotOperand::region:
    case SlotOperand::loop:
      break;
    case SlotOperand::scalar:
      slot.index = 3;
      break;
    case SlotOperand::axis:
      slot.axis = 1;
      break;
    case SlotOperand::global:
      slot.index = 2;
      break;
    case SlotOperand::offset:
      slot.offset = 64;
      break;
    }
  }
  return slot;
}

static std::vector<EntryPoint> makeEntryPoints() {
  EntryPoint sweep{.symbol = "heat_0_entry", .kernel = 1, .covers = {.tasks = {0}}, .slots = {}};
  for (size_t kind = 0; kind < kSlotKindCount; ++kind)
    if (rowOf(static_cast<SlotKind>(kind)).operands[0] != SlotOperand::loop)
      sweep.slots.push_back(makeSlot(static_cast<SlotKind>(kind)));
  sweep.launch =
      CPULaunch{PrivateForm{.symbol = "heat_0_private", .atomics = 9, .arrays = {{0, "merge_addf_f32", 0x80000000}}}};
  return {{.symbol = "heat_both", .kernel = 0, .covers = {.tasks = {0, 1}}, .slots = {}},
          sweep,
          {.symbol = "heat_1_entry", .kernel = 1, .covers = {.tasks = {1}}, .slots = {}},
          {.symbol = "heat_loop",
           .kernel = 1,
           .covers = {.kind = CoverageKind::node, .tasks = {}, .node = 3},
           .slots = {{.kind = SlotKind::workspace, .index = 3, .offset = 8}}},
          {.symbol = "heat_end",
           .kernel = 1,
           .covers = {.kind = CoverageKind::end, .tasks = {}, .node = 3, .lastTasks = 1},
           .slots = {{.kind = SlotKind::conditionHandle, .index = 3}, {.kind = SlotKind::loopState, .index = 3}}}};
}

static Image makeImage(const char *target, std::string_view bytes) {
  return {.target = target,
          .variant = "",
          .features = {"avx2", "fma"},
          .kernelABIVersion = QDC_KERNEL_ABI_VERSION,
          .mathLibrary = "",
          .digest = sha256Hex(asBytes(bytes)),
          .regions = {{1, {"registers", 8, RegionLifetime::instance, {.bytes = SizeExpr::constant(4096)}}}},
          .entryPoints = makeEntryPoints(),
          .loops = {{1, 0, LoopStrategy::host, {}},
                    {1, 1, LoopStrategy::replay, {}},
                    {1, 3, LoopStrategy::graph, 4},
                    {1, 3, LoopStrategy::grid, 3}}};
}

static Module makeModule() {
  Module module;
  module.sourceDigest = sha256Hex(asBytes("source"));
  module.optionsDigest = sha256Hex(asBytes("options"));
  module.globals = makeGlobals();
  module.sites = {{SiteKind::assertion, {"heat.qir", 5, 3}, "cell is finite", {}},
                  {SiteKind::print, {"heat.qir", 6, 3}, "u = {} at {}", {ElementType::f32, ElementType::index}},
                  {SiteKind::loop, {"heat.qir", 3, 3}, "", {}}};
  module.kernels = {makeKernel(), makeKernel()};
  module.kernels[0].specializedValues = {{2, 0xffffffffffffffff}};
  module.kernels[1].graphMode = GraphMode::always;
  for (const char *target : {"cpu:x86-64-v2", "cpu:x86-64-v3", "cuda:sm_90"})
    module.images.push_back(makeImage(target, kImages[module.images.size()]));
  Image &gpu = module.images[2];
  gpu.assembler = "ptxas 13.0";
  gpu.entryPoints[0].launch = LaunchShape{.blockThreads = 64, .subgroupWidth = 32, .slotPassing = SlotPassing::memory};
  gpu.entryPoints[1].launch =
      LaunchShape{.blockThreads = 256, .threadsPerIteration = 32, .subgroupWidth = 32, .grid = GridSize::resident};
  gpu.entryPoints[2].launch =
      LaunchShape{.blockThreads = 1, .subgroupWidth = 64, .iterationsPerThread = 4, .waitsForDependencies = true};
  gpu.entryPoints[3].launch = gpu.entryPoints[4].launch = LaunchShape{.blockThreads = 32};
  module.dataBytes = kData.size();
  module.dataDigest = sha256Hex(asBytes(kData));
  return module;
}

static Module makeOtherModule() {
  Module module;
  module.sourceDigest = sha256Hex(asBytes("another source"));
  module.globals = {
      {.name = "limits", .type = ElementType::i8, .shape = {3}, .initial = GlobalInitial::data, .dataOffset = 1},
      {.name = "ones", .shape = {}, .isPublic = false}};
  module.sites = {{SiteKind::assertion, {"cool.qir", 2, 3}, "it is cold", {}},
                  {SiteKind::check, {"cool.qir", 3, 3}, "index {} is outside", {ElementType::index}},
                  {SiteKind::adstack, {"cool.qir", 4, 3}, "cool_0", {}}};
  Kernel kernel;
  kernel.name = "cool";
  Task &task = kernel.tasks.emplace_back();
  task.name = "cool_0";
  task.extent = SizeExpr::constant(1);
  task.readGlobals = {0};
  kernel.graph = {makeTaskNode(0)};
  module.kernels = {kernel, kernel};
  module.kernels[1].checked = {"arithmetic,bounds", 5, 2};
  Image image;
  image.target = "cpu:x86-64-v2";
  image.kernelABIVersion = QDC_KERNEL_ABI_VERSION;
  image.digest = sha256Hex(asBytes(kOtherImage));
  image.entryPoints = {{.symbol = "cool_entry",
                        .kernel = 0,
                        .covers = {.tasks = {0}},
                        .slots = {{.kind = SlotKind::global, .index = 0}, {.kind = SlotKind::errorRecord}}}};
  module.images = {image, image};
  module.images[1].variant = "arithmetic,bounds";
  module.images[1].digest = sha256Hex(asBytes(kCheckedImage));
  module.images[1].entryPoints[0].kernel = 1;
  module.dataBytes = kOtherData.size();
  module.dataDigest = sha256Hex(asBytes(kOtherData));
  return module;
}

Manifest qdc::sampleManifest() {
  Manifest manifest;
  manifest.producer = "qdc 0.1.0";
  manifest.modules = {makeModule(), makeOtherModule()};
  return manifest;
}

Manifest qdc::launchableManifest() {
  Manifest manifest = sampleManifest();
  Module &module = manifest.modules[0];
  // The code for given scalars runs several tasks at once.
  module.kernels.erase(module.kernels.begin());
  Kernel &kernel = module.kernels[0];
  kernel.workspace.regions.pop_back();
  kernel.temporaries.pop_back();
  kernel.workspace.regions[1].lifetime = RegionLifetime::instance;
  for (Image &image : module.images) {
    image.entryPoints = {image.entryPoints[1], image.entryPoints[2]};
    image.loops.pop_back();
    for (EntryPoint &entry : image.entryPoints)
      entry.kernel = 0;
    for (ImageRegion &region : image.regions)
      region.kernel = 0;
    for (LoopCode &loop : image.loops) {
      loop.kernel = 0;
      loop.entryPoint.reset();
    }
    image.entryPoints[1].slots = {{.kind = SlotKind::workspace, .index = 1, .offset = 8},
                                  {.kind = SlotKind::workspace, .index = 2, .offset = 16}};
  }
  return manifest;
}

std::vector<ModuleContents> qdc::sampleContents() {
  return {{{{asBytes(kImages[0]), "x86_64-unknown-linux-gnu", "x86-64-v2"},
            {asBytes(kImages[1]), "x86_64-unknown-linux-gnu", "x86-64-v3"},
            {asBytes(kImages[2]), "nvptx64-nvidia-cuda", "sm_90"}},
           asBytes(kData)},
          {{{asBytes(kOtherImage), "x86_64-unknown-linux-gnu", "x86-64-v2"},
            {asBytes(kCheckedImage), "x86_64-unknown-linux-gnu", "x86-64-v2"}},
           asBytes(kOtherData)}};
}
