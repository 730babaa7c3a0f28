//===- ManifestKernels.cpp - Kernels, tasks and graphs --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManifestKernels.h"
#include "ManifestDerivatives.h"
#include "ManifestGlobals.h"
#include "ManifestSizes.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Analysis/AccessSets.h"
#include "qdc/Analysis/KnownWords.h"
#include "qdc/Analysis/OperationCount.h"
#include "qdc/Dialect/QD/IR/CallerTexts.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"
#include "qdc/Dialect/QD/IR/TemporaryExtents.h"
#include "qdc/Package/ManifestNames.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;

namespace {

/// Describes one kernel.
class KernelDescriber {
public:
  KernelDescriber(qd::KernelOp op, const GlobalNumbers &globals) : op(op), globals(globals) {}

  FailureOr<Kernel> describe(ArrayRef<qd::TaskOp> tasks);

private:
  void describeSignature();
  void describeVariant();
  void describeTask(qd::TaskOp task);
  void addAccesses(const AccessSet &set);
  std::vector<Node> describeBlock(Region &region);
  Node describeNode(Operation &node);
  Node describeDoWhile(qd::GraphDoWhileOp loop);
  FlagSource describeFlag(qd::SlotAttr flag) const;
  void describeTemporaries();

  qd::KernelOp op;
  const GlobalNumbers &globals;
  Kernel kernel;
  llvm::DenseMap<StringAttr, uint32_t> taskNumbers;
};

} // namespace

static Access operator|(Access a, Access b) { return static_cast<Access>(unsigned(a) | unsigned(b)); }
static_assert(unsigned(Access::read) == 1 && unsigned(Access::write) == 2 && unsigned(Access::readWrite) == 3);

/// That of a loop of the graph, if it has one; `qd-verify-offload` accepts only names that manifests have.
static std::optional<LoopStrategy> strategyOf(std::optional<StringRef> name) {
  return name ? enumFromName<LoopStrategy>(*name) : std::nullopt;
}

static Signedness signedness(DictionaryAttr attributes) {
  return attributes && attributes.contains(qd::unsignedAttr) ? Signedness::unsignedInteger : Signedness::signedInteger;
}

static_assert(std::string_view(qd::freeExtent.data(), qd::freeExtent.size()) == kFreeExtent,
              "the text of an extent goes to the manifest as it is");

/// The verifier of qd.kernel accepts only types that a manifest has, and extents that can be read.
void KernelDescriber::describeSignature() {
  if (auto doc = op->getAttrOfType<StringAttr>(qd::docAttr))
    kernel.doc = doc.str();
  FailureOr<qd::DeclaredExtents> named = qd::DeclaredExtents::read(op);
  assert(succeeded(named) && "the kernel's verifier has read them");
  for (auto [index, type] : llvm::enumerate(op.getArgumentTypes())) {
    Argument &argument = kernel.arguments.emplace_back();
    DictionaryAttr attributes = op.getArgAttrDict(index);
    argument.name = op.getArgumentName(index);
    if (auto group = op.getArgAttrOfType<StringAttr>(index, qd::argGroupAttr))
      argument.group = group.str();
    if (auto doc = op.getArgAttrOfType<StringAttr>(index, qd::docAttr))
      argument.doc = doc.str();
    if (auto role = op.getArgAttrOfType<StringAttr>(index, qd::argRoleAttr))
      argument.role = *enumFromName<ArgumentRole>(role.getValue());
    auto array = dyn_cast<MemRefType>(type);
    argument.type = *elementTypeOf(array ? array.getElementType() : type);
    argument.signedness = signedness(attributes);
    if (!array)
      continue;
    argument.kind = ArgumentKind::array;
    argument.mayAlias = attributes && attributes.contains(qd::mayAliasAttr);
    for (int64_t extent : array.getShape())
      argument.shape.push_back(ShapedType::isDynamic(extent) ? kDynamicDimension : extent);
    for (const qd::DeclaredExtents::Extent &dim : named->of(index))
      argument.dims.push_back({dim.text.str(), dim.value});
  }
  ArrayRef<int64_t> offsets = op.getResultOffsets().value_or(ArrayRef<int64_t>());
  for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
    KernelResult &result = kernel.results.emplace_back();
    if (auto name = op.getResultAttrOfType<StringAttr>(index, qd::resultNameAttr))
      result.name = name.str();
    result.type = *elementTypeOf(type);
    result.signedness = signedness(op.getResultAttrDict(index));
    result.workspaceOffset = static_cast<uint64_t>(offsets[index]);
  }
}

/// Code for given scalars has the name of the general kernel, which follows it in the module.
void KernelDescriber::describeVariant() {
  qd::SpecializedAttr specialized = op.getSpecializedAttr();
  if (specialized)
    kernel.name = specialized.getKernel().getValue().str();
  if (std::optional<qd::CheckedAttr> checked = op.getChecked()) {
    kernel.name = checked->getKernel().getValue().str();
    kernel.checked = {checked->getVariant().getValue().str(), checked->getChecks(), checked->getProven()};
  }
  if (!specialized)
    return;
  for (auto [argument, bits] : llvm::zip_equal(specialized.getArguments(), specialized.getBits()))
    kernel.specializedValues.push_back({argument, bits});
}

void KernelDescriber::addAccesses(const AccessSet &set) {
  for (uint32_t index : set.readArguments)
    kernel.arguments[index].access = kernel.arguments[index].access | Access::read;
  for (uint32_t index : set.writtenArguments)
    kernel.arguments[index].access = kernel.arguments[index].access | Access::write;
}

std::string qdc::taskName(qd::TaskOp task) {
  StringRef name = task.getSymName();
  name.consume_front((task.getKernel() + ".").str());
  return name.str();
}

/// Reasons are those that `qd-fuse-loops` and `qd-flatten-branches` give.
static std::optional<NotFused> describeNeighbour(qd::ForOp loop) {
  std::optional<qd::Neighbour> neighbour = qd::getNotFused(loop);
  std::optional<FusionObstacle> reason =
      neighbour ? enumFromName<FusionObstacle>(neighbour->reason) : std::optional<FusionObstacle>();
  if (!reason)
    return std::nullopt;
  return NotFused{*reason, sourceLocation(neighbour->loop), {neighbour->arrays.begin(), neighbour->arrays.end()}};
}

void KernelDescriber::describeTask(qd::TaskOp task) {
  taskNumbers.try_emplace(task.getSymNameAttr(), kernel.tasks.size());
  Task &described = kernel.tasks.emplace_back();
  described.name = taskName(task);
  described.location = sourceLocation(task.getLoc());
  described.extent = task.getExtentAttr().getExpr();
  described.operations = estimateOperations(task);
  auto addSourceLoop = [&](StringRef loopName, const SourceLocation &location) {
    described.sourceLoops.push_back(kernel.sourceLoops.size());
    kernel.sourceLoops.push_back({loopName.str(), location});
  };
  if (qd::ForOp loop = task.getParallelLoop()) {
    described.kind = TaskKind::parallel;
    described.blockDim = loop.getBlockDim().value_or(0);
    described.reductions = loop.getNumResults();
    described.notFused = describeNeighbour(loop);
    for (const qd::SourceLoop &source : qd::getSourceLoops(loop))
      addSourceLoop(source.name, sourceLocation(source.location));
  } else if (!task->hasAttr(qd::transferAttr)) {
    addSourceLoop("", described.location);
  }
  AccessSet set = computeAccessSet(task, globals);
  described.readArrays.assign(set.readArguments.begin(), set.readArguments.end());
  described.writtenArrays.assign(set.writtenArguments.begin(), set.writtenArguments.end());
  described.readGlobals.assign(set.readGlobals.begin(), set.readGlobals.end());
  described.writtenGlobals.assign(set.writtenGlobals.begin(), set.writtenGlobals.end());
  described.readRegions.assign(set.readRegions.begin(), set.readRegions.end());
  described.writtenRegions.assign(set.writtenRegions.begin(), set.writtenRegions.end());
  addAccesses(set);
}

/// Of temporaries, the flag of a loop has its region for itself.
FlagSource KernelDescriber::describeFlag(qd::SlotAttr flag) const {
  if (flag.getKind() != qd::SlotKind::region)
    return {flag.getKind() == qd::SlotKind::global ? FlagKind::global : FlagKind::argument, flag.getIndex()};
  auto isFlag = [&](const Temporary &temporary) { return temporary.region == flag.getIndex(); };
  auto found = llvm::find_if(kernel.temporaries, isFlag);
  return {FlagKind::temporary, static_cast<uint32_t>(found - kernel.temporaries.begin())};
}

Node KernelDescriber::describeDoWhile(qd::GraphDoWhileOp loop) {
  Node node;
  node.kind = NodeKind::doWhile;
  node.flag = describeFlag(loop.getFlag());
  if (node.flag.kind == FlagKind::argument) {
    Argument &flag = kernel.arguments[node.flag.index];
    flag.access = flag.access | Access::read;
  }
  if (std::optional<qd::SizeAttr> maximum = loop.getMaximum())
    node.maximum = maximum->getExpr();
  node.maximumIsError = loop.getOnMax() == qd::OnMaximum::error;
  node.iterationWord = loop.getIterationWord();
  node.countWord = loop.getCountWord();
  node.strategy = strategyOf(loop.getStrategy());
  node.site = loop.getSite().value_or(0);
  node.body = describeBlock(loop.getBody());
  return node;
}

Node KernelDescriber::describeNode(Operation &operation) {
  Node node;
  llvm::TypeSwitch<Operation *>(&operation)
      .Case([&](qd::LaunchOp launch) { node.task = taskNumbers.lookup(launch.getTaskAttr().getAttr()); })
      .Case([&](qd::GraphDoWhileOp loop) { node = describeDoWhile(loop); })
      .Case([&](qd::GraphWhileOp loop) {
        node.kind = NodeKind::whileDo;
        node.site = loop.getSite().value_or(0);
        node.conditionWord = loop.getConditionWord();
        node.countWord = loop.getCountWord();
        node.strategy = strategyOf(loop.getStrategy());
        node.before = describeBlock(loop.getBefore());
        node.body = describeBlock(loop.getBody());
      })
      .Case([&](qd::GraphRepeatOp loop) {
        node.kind = NodeKind::repeat;
        node.site = loop.getSite().value_or(0);
        node.lower = loop.getLower().getExpr();
        node.upper = loop.getUpper().getExpr();
        node.step = loop.getStep().getExpr();
        node.inductionWord = loop.getInductionWord();
        node.countWord = loop.getCountWord();
        node.strategy = strategyOf(loop.getStrategy());
        node.body = describeBlock(loop.getBody());
      })
      .Case([&](qd::GraphIfOp branch) {
        node.kind = NodeKind::branch;
        node.conditionWord = branch.getConditionWord();
        node.body = describeBlock(branch.getThenBody());
        node.elseBody = describeBlock(branch.getElseBody());
      });
  return node;
}

std::vector<Node> KernelDescriber::describeBlock(Region &region) {
  std::vector<Node> nodes;
  if (!region.empty())
    for (Operation &node : region.front().without_terminator())
      nodes.push_back(describeNode(node));
  return nodes;
}

/// With the regions that they lie in, each as large as the largest of its temporaries.
void KernelDescriber::describeTemporaries() {
  if (!op.getTemporaries())
    return;
  std::vector<WorkspaceRegion> &regions = kernel.workspace.regions;
  for (auto temporary : op.getTemporariesAttr().getAsRange<qd::TemporaryAttr>()) {
    Temporary &described = kernel.temporaries.emplace_back();
    described.location = sourceLocation(temporary.getLocation());
    described.type = *elementTypeOf(temporary.getType().getElementType());
    described.region = temporary.getRegion();
    for (qd::SizeAttr extent : temporary.getExtents())
      described.extents.push_back(extent.getExpr());
    SizeExpr bytes = qd::temporaryBytes(temporary.getType(), temporary.getExtents());
    while (regions.size() <= described.region)
      regions.push_back({"temporaries." + std::to_string(regions.size()), QDC_ALLOCATION_ALIGNMENT, {}, {}});
    SizeExpr &largest = regions[described.region].size.bytes;
    largest = largest == SizeExpr() ? bytes : SizeExpr::binary(SizeExprKind::max, largest, bytes);
  }
  // A task has the address of an array without elements too, which lies inside of a region.
  for (WorkspaceRegion &region : llvm::drop_begin(regions))
    if (region.size.bytes == SizeExpr())
      region.size.bytes = SizeExpr::constant(1);
}

FailureOr<Kernel> KernelDescriber::describe(ArrayRef<qd::TaskOp> tasks) {
  if (!op.isOffloaded())
    return op.emitOpError("has no graph yet; run qd-offload");
  kernel.name = op.getSymName().str();
  kernel.location = sourceLocation(op.getLoc());
  describeVariant();
  describeSignature();
  for (qd::TaskOp task : tasks)
    describeTask(task);
  kernel.workspace.regions.front().size.bytes = op.getWorkspaceBytesAttr().getExpr();
  describeTemporaries();
  describeDerivative(op, tasks, globals, kernel);
  kernel.graph = describeBlock(op.getBody());
  placeSizes(op, tasks, kernel);
  for (KnownTaskWord known : findKnownWords(op, tasks)) {
    KnownWord &described = kernel.knownWords.emplace_back(KnownWord{known.word, known.value});
    if (known.isSpare)
      described.task = taskNumbers.lookup(known.task.getSymNameAttr());
  }
  kernel.workspace.readbackOffset = op.getReadbackOffset().value_or(0);
  kernel.workspace.readbackBytes = op.getReadbackBytes().value_or(0);
  StringRef mode = op.getGraph().value_or("auto");
  kernel.graphMode = mode == "always" ? GraphMode::always : mode == "never" ? GraphMode::never : GraphMode::automatic;
  return std::move(kernel);
}

LogicalResult qdc::describeKernels(ModuleOp module, ManifestDraft &draft) {
  GlobalNumbers globals = numberGlobals(module);
  llvm::DenseMap<StringAttr, std::vector<qd::TaskOp>> tasks;
  for (auto task : module.getOps<qd::TaskOp>())
    tasks[task.getKernelAttr().getAttr()].push_back(task);
  for (auto op : module.getOps<qd::KernelOp>()) {
    const std::vector<qd::TaskOp> &own = tasks[op.getSymNameAttr()];
    FailureOr<Kernel> kernel = KernelDescriber(op, globals).describe(own);
    if (failed(kernel))
      return failure();
    draft.module.kernels.push_back(std::move(*kernel));
    draft.kernelSymbols.push_back(op.getSymName().str());
    std::vector<std::string> &symbols = draft.taskSymbols.emplace_back();
    for (qd::TaskOp task : own)
      symbols.push_back(task.getSymName().str());
  }
  return success();
}
