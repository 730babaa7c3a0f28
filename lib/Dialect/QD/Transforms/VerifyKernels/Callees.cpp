//===- Callees.cpp - What kernels and helpers call ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callees.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/NearestNames.h"

using namespace mlir;
using namespace qdc::qd;

/// "; did you mean 'NAME'?" of the helpers with the nearest names, or nothing.
static std::string nearestHelper(ModuleOp module, StringRef name) {
  std::vector<std::string_view> helpers;
  for (auto helper : module.getOps<func::FuncOp>())
    helpers.push_back(helper.getSymName());
  return qdc::didYouMean(qdc::nearestNames(name, helpers));
}

LogicalResult qdc::qd::verifyCallees(ModuleOp module, const SymbolTable &symbols) {
  bool isValid = true;
  module.walk([&](func::CallOp call) {
    FlatSymbolRefAttr name = call.getCalleeAttr();
    if (!name)
      return; // the operation's own verifier tells
    Operation *callee = symbols.lookup(name.getAttr());
    if (isa_and_nonnull<func::FuncOp>(callee))
      return;
    isValid = false;
    InFlightDiagnostic error = call.emitOpError() << "calls '" << name.getValue() << "', ";
    if (!callee) {
      error << "which the module does not hold; a call takes a 'func.func private' of the same file"
            << nearestHelper(module, name.getValue());
      return;
    }
    if (isa<KernelOp>(callee))
      error << "which is a kernel, but kernels are launched by the host and call helpers only; move what both need to "
               "a 'func.func private'";
    else
      error << "which is no function; a call takes a 'func.func private'";
    error.attachNote(callee->getLoc()) << "'" << name.getValue() << "' is defined here";
  });
  return success(isValid);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

namespace {

/// The order of orderHelpers, one helper after the other.
class CallOrder {
public:
  explicit CallOrder(const SymbolTable &symbols) : symbols(symbols) {}

  /// Adds a helper, after those that it calls; reports a cycle.
  LogicalResult add(func::FuncOp helper);

  SmallVector<func::FuncOp> order;

private:
  enum class State { isNew, isOpen, isDone };
  struct Frame {
    func::FuncOp helper;
    SmallVector<func::CallOp> calls;
    size_t next = 0;
  };

  /// Not recursive itself: chains of calls may be long.
  void open(func::FuncOp helper) {
    states[helper] = State::isOpen;
    Frame &frame = stack.emplace_back(Frame{helper, {}});
    helper.walk([&](func::CallOp call) { frame.calls.push_back(call); });
  }
  LogicalResult reportCycle(func::CallOp lastCall, func::FuncOp start);

  const SymbolTable &symbols;
  DenseMap<Operation *, State> states;
  SmallVector<Frame> stack;
};

} // namespace

LogicalResult CallOrder::add(func::FuncOp helper) {
  if (states.lookup(helper) == State::isDone)
    return success();
  open(helper);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == frame.calls.size()) {
      states[frame.helper] = State::isDone;
      order.push_back(frame.helper);
      stack.pop_back();
      continue;
    }
    func::CallOp call = frame.calls[frame.next++];
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    switch (states.lookup(callee)) {
    case State::isNew:
      open(callee);
      break;
    case State::isOpen:
      return reportCycle(call, callee);
    case State::isDone:
      break;
    }
  }
  return success();
}

LogicalResult CallOrder::reportCycle(func::CallOp lastCall, func::FuncOp start) {
  auto *first = llvm::find_if(stack, [&](const Frame &frame) { return frame.helper == start; });
  InFlightDiagnostic error = lastCall.emitOpError("makes helpers recursive, but helpers are inlined: ");
  for (auto *frame = first; frame != stack.end(); ++frame)
    error << "'" << frame->helper.getName() << "' calls ";
  error << "'" << start.getName() << "'; use a loop";
  for (auto *frame = first; frame + 1 != stack.end(); ++frame)
    error.attachNote(frame->calls[frame->next - 1].getLoc())
        << "'" << frame->helper.getName() << "' calls '" << (frame + 1)->helper.getName() << "' here";
  return error;
}

static LogicalResult verifyBody(func::FuncOp helper) {
  if (helper.isExternal())
    return helper.emitOpError() << "'" << helper.getName()
                                << "' has no body, but helpers are inlined; there is nothing to link with";
  if (!helper.getBody().hasOneBlock())
    return helper.emitOpError() << "'" << helper.getName()
                                << "' has more than one block, but helpers are inlined; write control flow with scf";
  return success();
}

FailureOr<SmallVector<func::FuncOp>> qdc::qd::orderHelpers(ModuleOp module, const SymbolTable &symbols) {
  CallOrder calls(symbols);
  for (auto helper : module.getOps<func::FuncOp>())
    if (failed(verifyBody(helper)) || failed(calls.add(helper)))
      return failure();
  return std::move(calls.order);
}
