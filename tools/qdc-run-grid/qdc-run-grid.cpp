//===- qdc-run-grid.cpp - Runs a grid on the CPU --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests: runs what `convert-tasks-to-grid` makes, thread by thread, with
// subgroups of any width and threads in any order, and tells what no device of
// another kind would (Grid.h). The input is a grid, or kernels, which are lowered
// first. Several orders and numbers of blocks, separated by commas, must leave the
// same.
//
//   qdc-opt tasks.mlir --convert-tasks-to-grid | qdc-run-grid - --device-subgroup=8 x=f32[64]:iota n=64
//   qdc-run-grid kernels.qir --kernel=sum --grid-subgroup=32 --blocks=1,3 '--order=forward,random(7)' x=f32[64]:iota
//
// Arguments are those of the kernel (Run/ArgumentText.h); of a grid, which has no
// names for them, in their order.
//
//===----------------------------------------------------------------------===//
#include "KernelGraph.h"
#include "LowerInput.h"
#include "Outcome.h"
#include "Run/Npy.h"
#include "qdc/Dialect/QD/Transforms/InputDialects.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace qdc;

namespace {

/// Each thread of a launch has its registers, all at the same time.
constexpr unsigned mostBlocks = 1024;

/// What the command line says.
struct Request {
  std::string file, kernel;
  std::vector<std::string> arguments, launches, orders, saves;
  std::vector<unsigned> blocks;
  unsigned deviceSubgroup = 0;
  uint64_t longestRun = 0;
  LoweringOptions lowering;
  InstanceOptions instance;
};

Request readCommandLine(int argc, char **argv) {
  namespace cl = llvm::cl;
  cl::OptionCategory category("options");
  Request request;
  cl::opt<std::string> file(cl::Positional, cl::Required, cl::desc("FILE"), cl::cat(category));
  cl::list<std::string> arguments(cl::Positional, cl::desc("NAME=VALUE..."), cl::cat(category));
  cl::opt<std::string> kernel("kernel", cl::desc("the kernel to run, of several"), cl::cat(category));
  cl::list<std::string> launches("launch", cl::CommaSeparated, cl::cat(category),
                                 cl::desc("entry points of a grid, in order; all of them"));
  cl::list<std::string> orders("order", cl::CommaSeparated, cl::cat(category),
                               cl::desc("forward (the default), backward or random(SEED)"));
  cl::list<unsigned> blocks("blocks", cl::CommaSeparated, cl::desc("blocks of a launch; 1"), cl::cat(category));
  cl::list<std::string> saves("save", cl::desc("NAME=FILE.npy: an array after the run"), cl::cat(category));
  cl::opt<unsigned> device("device-subgroup", cl::desc("threads of the device's subgroups"), cl::cat(category));
  cl::opt<unsigned> grid("grid-subgroup", cl::desc("threads that lowering counts on: 0, 32 or 64"), cl::cat(category));
  cl::list<std::string> loops("loops", cl::CommaSeparated,
                              cl::desc("loops of graphs by entry points: block, grid, graph"), cl::cat(category));
  cl::opt<bool> reduces("reduces-subgroups", cl::desc("the device has the largest number of a subgroup"),
                        cl::cat(category));
  cl::opt<unsigned> blockThreads("block-threads", cl::init(request.lowering.grid.blockThreads),
                                 cl::desc("the most threads of a block"), cl::cat(category));
  cl::opt<unsigned> parameters("parameters", cl::init(request.lowering.grid.parameters),
                               cl::desc("the most slots that are passed by value"), cl::cat(category));
  cl::opt<unsigned> workgroupBytes("workgroup-bytes", cl::init(request.lowering.grid.workgroupBytes),
                                   cl::desc("the most bytes that a block shares"), cl::cat(category));
  cl::opt<bool> windows("windows", cl::init(request.lowering.grid.windows),
                        cl::desc("neighbouring iterations of a thread run together"), cl::cat(category));
  cl::opt<unsigned> narrowest("narrowest-atomic", cl::init(request.lowering.narrowestAtomic), cl::cat(category),
                              cl::desc("bits of the narrowest integer that the device compares and swaps: 8, 16, 32"));
  cl::opt<bool> outlines("outline-early-exits", cl::desc("iterations that end early become functions that return"),
                         cl::cat(category));
  cl::opt<bool> misaligned("misaligned", cl::desc("arrays begin at no more than an element's multiple"),
                           cl::cat(category));
  cl::opt<uint64_t> seed("seed", cl::desc("of the launch"), cl::cat(category));
  cl::opt<uint64_t> ordinal("ordinal", cl::desc("of the launch"), cl::cat(category));
  cl::opt<int64_t> maximum("maximum-iterations", cl::init(std::numeric_limits<int64_t>::max()),
                           cl::desc("of loops with a condition"), cl::cat(category));
  cl::opt<uint64_t> longest("longest-run", cl::init(50'000'000), cl::desc("instructions that a thread may take"),
                            cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "runs a grid on the CPU\n");
  request.file = file;
  request.kernel = kernel;
  request.arguments = arguments;
  request.launches = launches;
  request.orders = orders;
  request.saves = saves;
  request.blocks = blocks;
  request.deviceSubgroup = device;
  request.longestRun = longest;
  if (request.orders.empty())
    request.orders = {"forward"};
  if (request.blocks.empty())
    request.blocks = {1};
  request.lowering.grid.subgroupWidth = grid;
  request.lowering.grid.reducesSubgroups = reduces;
  request.lowering.grid.blockThreads = blockThreads;
  request.lowering.grid.parameters = parameters;
  request.lowering.grid.workgroupBytes = workgroupBytes;
  request.lowering.grid.windows = windows;
  request.lowering.narrowestAtomic = narrowest;
  request.lowering.outlinesEarlyExits = outlines;
  llvm::append_range(request.lowering.grid.loops, loops);
  request.instance = {seed, ordinal, maximum, misaligned};
  return request;
}

LogicalResult fail(const std::string &message) {
  llvm::errs() << "qdc-run-grid: error: " << message << "\n";
  return failure();
}

/// One run of a request, and its outcome.
class Runner {
public:
  explicit Runner(const Request &request) : request(request), sources(manager, &context) {
    context.printOpOnDiagnostic(false);
  }

  LogicalResult run();

private:
  LogicalResult load();
  FailureOr<Outcome> runOnce(unsigned blocks, const std::string &order);
  LogicalResult save(const Outcome &outcome);

  static DialectRegistry dialects() {
    DialectRegistry registry;
    qd::registerInputDialects(registry);
    registry.insert<gpu::GPUDialect>();
    return registry;
  }

  const Request &request;
  MLIRContext context{dialects(), MLIRContext::Threading::DISABLED};
  llvm::SourceMgr manager;
  SourceMgrDiagnosticHandler sources;
  LoweredInput input;
  std::optional<Programs> programs;
  std::vector<GivenArgument> arguments;
};

LogicalResult Runner::load() {
  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(request.file, &problem);
  if (!file)
    return fail(problem);
  manager.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(manager, &context);
  if (!module)
    return failure();
  FailureOr<LoweredInput> lowered = lowerInput(std::move(module), request.kernel, request.lowering);
  if (failed(lowered))
    return failure();
  input = *std::move(lowered);
  programs.emplace(*input.grid);
  return success();
}

FailureOr<Outcome> Runner::runOnce(unsigned blocks, const std::string &orderText) {
  std::optional<Order> order = Order::parse(orderText);
  if (!order)
    return fail("there is no order '" + orderText + "'; accepted: forward, backward, random(SEED)");
  if (blocks == 0 || blocks > mostBlocks)
    return fail("a launch cannot have '--blocks=" + std::to_string(blocks) + "'; accepted: 1 to " +
                std::to_string(mostBlocks));
  qd::KernelOp kernel = input.kernel;
  Instance instance(kernel ? *input.kernels : *input.grid, kernel, arguments, request.instance);
  if (Status status = instance.allocate(); !status)
    return fail(status.error().message);
  Launches launches(*programs, instance, {blocks, request.deviceSubgroup, request.longestRun}, *order);
  if (kernel && request.launches.empty()) {
    if (failed(runGraph(kernel, launches)))
      return failure();
    return takeOutcome(launches, kernel, arguments);
  }
  std::vector<std::string> names = request.launches;
  if (names.empty())
    for (auto function : input.grid->getOps<func::FuncOp>())
      if (function->hasAttr(qd::entryPointAttr))
        names.push_back(function.getSymName().str());
  for (const std::string &name : names)
    if (failed(launches.launch(name)))
      return failure();
  return takeOutcome(launches, {}, arguments);
}

LogicalResult Runner::save(const Outcome &outcome) {
  for (const std::string &text : request.saves) {
    auto [name, path] = StringRef(text).split('=');
    auto named = llvm::find_if(outcome.arrays, [&](const NamedValue &value) { return value.name == name; });
    if (named == outcome.arrays.end() || path.empty())
      return fail("cannot save '" + text + "'; accepted: NAME=FILE.npy with the name of an array");
    const ArrayContents &array = named->value;
    if (Status status = writeNpy(path.str(), npyDescr(array.type, array.isUnsigned), array.shape, array.data); !status)
      return fail(status.error().message);
  }
  return success();
}

LogicalResult Runner::run() {
  if (failed(load()))
    return failure();
  Result<std::vector<GivenArgument>> read =
      readArguments(request.arguments, describeArguments(*input.grid, input.kernel, input.kernelName));
  if (!read)
    return fail(read.error().message);
  arguments = *std::move(read);
  std::optional<Outcome> first;
  for (unsigned blocks : request.blocks)
    for (const std::string &order : request.orders) {
      std::string by = " by --blocks=" + std::to_string(blocks) + " --order=" + order;
      FailureOr<Outcome> outcome = runOnce(blocks, order);
      if (failed(outcome))
        return fail("the run" + by + " is wrong");
      if (!first)
        first = *std::move(outcome);
      else if (std::string difference = differenceOf(*first, *outcome); !difference.empty())
        return fail("what is left depends on blocks or order:" + by + " " + difference);
    }
  llvm::outs() << outcomeText(*first);
  return save(*first);
}

} // namespace

int main(int argc, char **argv) {
  Request request = readCommandLine(argc, argv);
  return failed(Runner(request).run());
}
