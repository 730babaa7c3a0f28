//===- PackageBuilder.cpp - Packages for the loader's tests ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackageBuilder.h"

#include "qdc/ABI/KernelABI.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

using namespace qdc;
using namespace runtime_test;

namespace {
struct Images {
  const char *target = "cpu:native"; // native without features runs everywhere
  const char *triple = "x86_64-unknown-linux-gnu";
  bool isCUDA = false;
  std::string folder = builtImages();
};
} // namespace

static Images &images() {
  static Images all;
  return all;
}

std::string runtime_test::builtImages() {
  return std::filesystem::canonical("/proc/self/exe").parent_path() / QDC_TEST_IMAGES;
}

void runtime_test::useImages(const std::string &device, std::string folder) {
  images().isCUDA = device.starts_with("cuda:");
  if (images().isCUDA) {
    images().target = "cuda:compute_75";
    images().triple = "nvptx64-nvidia-cuda";
  } else if (device == "null") {
    images().target = "null:any";
  }
  images().folder = std::move(folder);
}

SlotSource runtime_test::source(SlotKind kind) {
  SlotSource slot;
  slot.kind = kind;
  return slot;
}

static SlotSource indexed(SlotKind kind, uint32_t index) {
  SlotSource slot = source(kind);
  slot.index = index;
  return slot;
}

SlotSource runtime_test::array(uint32_t argument) { return indexed(SlotKind::array, argument); }
SlotSource runtime_test::scalar(uint32_t argument) { return indexed(SlotKind::scalar, argument); }
SlotSource runtime_test::global(uint32_t index) { return indexed(SlotKind::global, index); }

SlotSource runtime_test::dim(uint32_t argument, uint32_t axis) {
  SlotSource slot = indexed(SlotKind::dim, argument);
  slot.axis = axis;
  return slot;
}

SlotSource runtime_test::word(uint64_t offset) { return inRegion(0, offset); }

SlotSource runtime_test::inRegion(uint32_t region, uint64_t offset) {
  SlotSource slot = indexed(SlotKind::workspace, region);
  slot.offset = offset;
  return slot;
}

Node runtime_test::doWhile(uint32_t site, FlagSource flag, std::vector<Node> body) {
  Node node;
  node.kind = NodeKind::doWhile;
  node.site = site;
  node.flag = flag;
  node.body = std::move(body);
  return node;
}

Node runtime_test::whileDo(uint32_t site, std::vector<Node> before, uint64_t condition, std::vector<Node> body) {
  Node node;
  node.kind = NodeKind::whileDo;
  node.site = site;
  node.before = std::move(before);
  node.conditionWord = condition;
  node.body = std::move(body);
  return node;
}

Node runtime_test::repeat(uint32_t site, SizeExpr lower, SizeExpr upper, SizeExpr step, std::vector<Node> body,
                          std::optional<uint64_t> induction) {
  Node node;
  node.kind = NodeKind::repeat;
  node.site = site;
  node.lower = lower;
  node.upper = upper;
  node.step = step;
  node.body = std::move(body);
  node.inductionWord = induction;
  return node;
}

Node runtime_test::branch(uint64_t condition, std::vector<Node> body, std::vector<Node> elseBody) {
  Node node;
  node.kind = NodeKind::branch;
  node.conditionWord = condition;
  node.body = std::move(body);
  node.elseBody = std::move(elseBody);
  return node;
}

Global runtime_test::zeroGlobal(std::string name, ElementType type, std::vector<int64_t> shape) {
  Global global;
  global.name = std::move(name);
  global.type = type;
  global.shape = std::move(shape);
  return global;
}

Global runtime_test::splatGlobal(std::string name, ElementType type, std::vector<int64_t> shape, uint64_t bits) {
  Global global = zeroGlobal(std::move(name), type, std::move(shape));
  global.initial = GlobalInitial::splat;
  global.splatBits = bits;
  return global;
}

uint32_t KernelBuilder::array(std::string name, ElementType type, std::vector<int64_t> shape, Access access,
                              bool mayAlias) {
  Argument argument;
  argument.name = std::move(name);
  argument.kind = ArgumentKind::array;
  argument.type = type;
  argument.shape = std::move(shape);
  argument.access = access;
  argument.mayAlias = mayAlias;
  kernel.arguments.push_back(std::move(argument));
  return static_cast<uint32_t>(kernel.arguments.size() - 1);
}

void KernelBuilder::dims(uint32_t argument, std::vector<NamedExtent> dims) {
  kernel.arguments[argument].dims = std::move(dims);
}

uint32_t KernelBuilder::scalar(std::string name, ElementType type, Signedness signedness) {
  Argument argument;
  argument.name = std::move(name);
  argument.type = type;
  argument.signedness = signedness;
  kernel.arguments.push_back(std::move(argument));
  return static_cast<uint32_t>(kernel.arguments.size() - 1);
}

void KernelBuilder::result(ElementType type, uint64_t offset) {
  kernel.results.push_back({"", type, Signedness::signedInteger, offset});
}

void KernelBuilder::specialize(uint32_t argument, uint64_t bits) {
  kernel.specializedValues.push_back({argument, bits});
}

/// Inserts into an ascending list.
static void note(std::vector<uint32_t> &list, uint32_t value) {
  auto at = std::lower_bound(list.begin(), list.end(), value);
  if (at == list.end() || *at != value)
    list.insert(at, value);
}

Node KernelBuilder::task(std::string symbol, std::vector<SlotSource> slots, SizeExpr extent, uint32_t operations) {
  uint32_t index = static_cast<uint32_t>(kernel.tasks.size());
  Task task;
  task.name = kernel.name + "_" + std::to_string(index);
  task.kind = TaskKind::parallel;
  task.location = {"test.qir", 100 + index, 3};
  task.sourceLoops = {index};
  task.extent = extent;
  task.operations = operations;
  for (const SlotSource &slot : slots) {
    if (slot.kind == SlotKind::global) {
      note(task.readGlobals, slot.index);
      note(task.writtenGlobals, slot.index);
    }
    if (slot.kind == SlotKind::workspace && std::ranges::any_of(kernel.temporaries, [&](const Temporary &temporary) {
          return temporary.region == slot.index;
        })) {
      note(task.readRegions, slot.index);
      note(task.writtenRegions, slot.index);
    }
    if (slot.kind != SlotKind::array)
      continue;
    Access access = kernel.arguments[slot.index].access;
    if (access == Access::read || access == Access::readWrite)
      note(task.readArrays, slot.index);
    if (access == Access::write || access == Access::readWrite)
      note(task.writtenArrays, slot.index);
  }
  kernel.sourceLoops.push_back({"", task.location});
  EntryPoint entry;
  entry.symbol = std::move(symbol);
  entry.covers.tasks = {index};
  entry.slots = std::move(slots);
  entryPoints.push_back(std::move(entry));
  kernel.tasks.push_back(std::move(task));
  Node node;
  node.task = index;
  return node;
}

Node KernelBuilder::task(std::string symbol, std::vector<SlotSource> slots) {
  Node node = task(std::move(symbol), std::move(slots), SizeExpr::constant(1));
  kernel.tasks.back().kind = TaskKind::serial;
  return node;
}

void KernelBuilder::loopCode(uint32_t node, LoopStrategy strategy, std::string symbol, std::vector<SlotSource> slots) {
  const bool isEnd = strategy == LoopStrategy::graph;
  EntryPoint entry;
  entry.symbol = std::move(symbol);
  entry.covers = {isEnd ? CoverageKind::end : CoverageKind::node, {}, node, isEnd ? 1u : 0u};
  entry.slots = std::move(slots);
  LaunchShape shape{1, 1, 32};
  shape.grid = isEnd || strategy == LoopStrategy::block ? GridSize::single : GridSize::cooperative;
  entry.launch = shape;
  loopEntryPoints.push_back(std::move(entry));
  loopStrategies.push_back(strategy);
}

void KernelBuilder::privateForm(std::string symbol, uint32_t atomics, std::vector<PrivateArray> arrays) {
  entryPoints.back().launch = CPULaunch{PrivateForm{std::move(symbol), atomics, std::move(arrays)}};
}

void KernelBuilder::graph(std::vector<Node> nodes, GraphMode mode) {
  kernel.graph = std::move(nodes);
  kernel.graphMode = mode;
}

static void countLoopsOf(std::vector<Node> &nodes, uint64_t &offset) {
  for (Node &node : nodes) {
    if (isLoop(node.kind)) {
      node.countWord = offset;
      offset += 8;
    }
    for (std::vector<Node> *list : {&node.before, &node.body, &node.elseBody})
      countLoopsOf(*list, offset);
  }
}

void KernelBuilder::countLoops(uint64_t offset) { countLoopsOf(kernel.graph, offset); }

void KernelBuilder::knownWord(uint64_t word, SizeExpr value, const Node &task, bool isSpare) {
  kernel.knownWords.push_back({word, std::move(value), isSpare ? std::optional(task.task) : std::nullopt});
}

void KernelBuilder::workspace(SizeExpr bytes) { kernel.workspace.regions.front().size.bytes = bytes; }

uint32_t KernelBuilder::temporary(ElementType type, std::vector<SizeExpr> extents, std::optional<uint32_t> node) {
  WorkspaceRegion made = makeWordsRegion(SizeExpr::constant(static_cast<int64_t>(elementSize(type))));
  made.name = "temporaries." + std::to_string(kernel.workspace.regions.size());
  for (const SizeExpr &extent : extents)
    made.size.bytes = SizeExpr::binary(SizeExprKind::mul, made.size.bytes, extent);
  if (node) {
    made.size.source = SizeSource::word;
    made.size.node = *node;
  }
  const auto line = static_cast<uint32_t>(200 + kernel.temporaries.size());
  const uint32_t number = region(std::move(made));
  kernel.temporaries.push_back({{"test.qir", line, 3}, type, std::move(extents), number});
  return number;
}

uint32_t KernelBuilder::region(WorkspaceRegion region) {
  kernel.workspace.regions.push_back(std::move(region));
  return static_cast<uint32_t>(kernel.workspace.regions.size() - 1);
}

PackageBuilder::PackageBuilder() : codeBytes(imageFile("entries")) {}

/// Whether tasks of the kernel compute the size of a temporary.
static bool computesSizes(const Kernel &kernel) {
  return std::ranges::any_of(kernel.temporaries, [](const Temporary &temporary) {
    return std::ranges::any_of(temporary.extents, &SizeExpr::readsWord);
  });
}

/// The entry points of a kernel as a GPU has them, with the error record where a task has it, or all are to look at it.
static void shapeForGPU(const Kernel &kernel, bool looksAtRecord, std::vector<EntryPoint> &entryPoints) {
  auto isRecord = [](const SlotSource &slot) { return slot.kind == SlotKind::errorRecord; };
  const bool isChecked =
      looksAtRecord || std::any_of(entryPoints.begin(), entryPoints.end(), [&](const EntryPoint &entry) {
        return std::any_of(entry.slots.begin(), entry.slots.end(), isRecord);
      });
  for (EntryPoint &entry : entryPoints) {
    if (entry.covers.kind != CoverageKind::tasks) {
      if (isChecked && entry.covers.kind == CoverageKind::node) {
        entry.symbol += "_checked";
        entry.slots.push_back(source(SlotKind::errorRecord));
      }
      continue;
    }
    LaunchShape shape{1, 1, 32};
    bool isInMemory = entry.symbol.ends_with("_memory");
    shape.slotPassing = isInMemory ? SlotPassing::memory : SlotPassing::values;
    entry.launch = shape;
    if (isInMemory)
      continue;
    const SizeExpr &extent = kernel.tasks[entry.covers.tasks[0]].extent;
    if (isChecked)
      entry.symbol += "_checked";
    if (extent.readsWord()) {
      if (extent.kind() != SizeExprKind::word)
        throw std::runtime_error("an extent that is computed from a word is not for a GPU");
      entry.symbol += "_by_word";
      entry.slots.push_back(word(extent.offset()));
    }
    if (isChecked)
      entry.slots.push_back(source(SlotKind::errorRecord));
  }
}

KernelBuilder &PackageBuilder::kernel(std::string name) {
  KernelBuilder &builder = kernels.emplace_back();
  builder.kernel.name = std::move(name);
  builder.kernel.location = {"test.qir", 1, 1};
  builder.kernel.workspace = {{makeWordsRegion(SizeExpr::constant(256))}, 0, 64};
  return builder;
}

uint32_t PackageBuilder::global(Global global) {
  globals.push_back(std::move(global));
  return static_cast<uint32_t>(globals.size() - 1);
}

uint32_t PackageBuilder::site(SiteKind kind, uint32_t line, std::string message, std::vector<ElementType> types) {
  sites.push_back({kind, {"test.qir", line, 5}, std::move(message), std::move(types)});
  return static_cast<uint32_t>(sites.size() - 1);
}

Image &PackageBuilder::image(std::string target) {
  Image &image = images.emplace_back();
  image.target = std::move(target);
  image.kernelABIVersion = QDC_KERNEL_ABI_VERSION;
  return image;
}

ByteVector PackageBuilder::bytes() const { return packageOf({this}); }

/// Adds the code of kernel number `number`.
void PackageBuilder::addCode(Image &image, const KernelBuilder &builder, uint32_t number) const {
  std::vector<EntryPoint> own = builder.entryPoints;
  for (size_t index = 0; (hasLoopCode || ::images().isCUDA) && index < builder.loopStrategies.size(); ++index) {
    const EntryPoint &entry = builder.loopEntryPoints[index];
    image.loops.push_back({number, entry.covers.node, builder.loopStrategies[index],
                           static_cast<uint32_t>(image.entryPoints.size() + own.size())});
    own.push_back(entry);
  }
  if (::images().isCUDA)
    shapeForGPU(builder.kernel, checksSizes && computesSizes(builder.kernel), own);
  for (EntryPoint &entry : own) {
    entry.kernel = number;
    image.entryPoints.push_back(std::move(entry));
  }
}

Module PackageBuilder::describe() const {
  Module module;
  module.sourceDigest = std::string(64, '0');
  module.globals = globals;
  module.sites = sites;
  std::deque<KernelBuilder> all = kernels;
  std::set<std::string> variants = {""};
  for (const Image &image : images)
    if (variants.insert(image.variant).second)
      for (const KernelBuilder &plain : kernels)
        all.emplace_back(plain).kernel.checked = CheckedCode{image.variant, 0, 0};
  for (const KernelBuilder &builder : all)
    module.kernels.push_back(builder.kernel);
  module.images.assign(images.begin(), images.end());
  if (images.empty()) {
    // x86-64-v2 would do for the code, but native without features runs everywhere.
    module.images.emplace_back();
    module.images[0].target = ::images().target;
    module.images[0].kernelABIVersion = QDC_KERNEL_ABI_VERSION;
  }
  for (Image &image : module.images)
    if (image.entryPoints.empty())
      for (uint32_t kernel = 0; kernel < all.size(); ++kernel)
        if (variantOf(module.kernels[kernel]) == image.variant)
          addCode(image, all[kernel], kernel);
  return module;
}

ByteVector runtime_test::packageOf(const std::vector<const PackageBuilder *> &modules) {
  Manifest manifest;
  manifest.producer = "test";
  std::vector<ModuleContents> contents;
  for (const PackageBuilder *builder : modules) {
    const Module &module = manifest.modules.emplace_back(builder->describe());
    ModuleContents &own = contents.emplace_back();
    own.data = builder->dataBytes;
    for (const Image &image : module.images)
      own.images.push_back({builder->codeBytes, images().triple, image.target});
  }
  Result<ByteVector> written = writePackage(std::move(manifest), contents);
  if (!written)
    throw std::runtime_error(written.error().message);
  return std::move(*written);
}

ByteVector runtime_test::computedPackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  const uint32_t out = k.array("out", ElementType::i64, {}), size = k.array("size", ElementType::i64, {}, Access::read);
  const uint32_t rows = k.scalar("rows", ElementType::i64), steps = k.scalar("steps", ElementType::i64);
  const uint32_t own = k.temporary(ElementType::i64, {SizeExpr::word(64), SizeExpr::scalar(rows)}, 0);
  k.graph({k.task("copy_word", {word(64), array(size)}),
           k.task("generate", {inRegion(own, 0), scalar(steps)}, SizeExpr::word(64)),
           k.task("copy_word", {array(out), inRegion(own, 0)}), k.task("add", {array(out), scalar(rows)})});
  return package.bytes();
}

std::vector<std::byte> runtime_test::imageFile(const std::string &name) {
  std::ifstream file(images().folder + "/" + name + (images().isCUDA ? ".ptx" : ".so"), std::ios::binary);
  std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (text.empty())
    throw std::runtime_error("cannot read the image '" + name + "'");
  if (images().isCUDA)
    text.push_back(0);
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

ByteVector runtime_test::saxpyPackage(std::vector<std::byte> code) {
  PackageBuilder package;
  if (!code.empty())
    package.code(std::move(code));
  KernelBuilder &kernel = package.kernel("saxpy");
  uint32_t x = kernel.array("x", ElementType::f32, {kDynamicDimension}, Access::read);
  uint32_t y = kernel.array("y", ElementType::f32, {kDynamicDimension});
  uint32_t a = kernel.scalar("a", ElementType::f32);
  kernel.graph({kernel.task("saxpy", {array(x), array(y), scalar(a)}, SizeExpr::dim(x, 0))});
  return package.bytes();
}
