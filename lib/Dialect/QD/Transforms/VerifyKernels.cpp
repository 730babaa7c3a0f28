//===- VerifyKernels.cpp - What may stand in a kernel ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/VerifyKernels.h"
#include "VerifyKernels/AcceptedOperations.h"
#include "VerifyKernels/ConstantGlobals.h"
#include "VerifyKernels/Nesting.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_VERIFYKERNELS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

//===----------------------------------------------------------------------===//
// Symbols of the module
//===----------------------------------------------------------------------===//

static LogicalResult verifyHelper(func::FuncOp helper) {
  if (!helper.isPrivate())
    return helper.emitOpError() << "'" << helper.getName() << "' is public, but functions are private helpers of "
                                << "kernels; write 'func.func private', or make it a 'qd.kernel'";
  if (helper.isExternal())
    return helper.emitOpError() << "'" << helper.getName()
                                << "' has no body, but helpers are inlined; there is nothing to link with";
  for (auto [index, type] : llvm::enumerate(helper.getArgumentTypes())) {
    if (auto array = dyn_cast<BaseMemRefType>(type)) {
      if (std::string problem = explainArrayType(array); !problem.empty())
        return helper.emitOpError() << "'" << helper.getName() << "': argument " << index << ' ' << problem;
    } else if (!isScalarType(type)) {
      return helper.emitOpError() << "'" << helper.getName() << "': argument " << index << " has type " << type
                                  << ", but arguments are arrays (memref) and scalars: " << elementTypeList
                                  << ", and index";
    }
  }
  for (auto [index, type] : llvm::enumerate(helper.getResultTypes()))
    if (!isScalarType(type))
      return helper.emitOpError() << "'" << helper.getName() << "': result " << index << " has type " << type
                                  << ", but results are scalars: " << elementTypeList << ", and index";
  return success();
}

static LogicalResult verifyGlobal(memref::GlobalOp global) {
  if (std::string problem = explainArrayType(global.getType()); !problem.empty())
    return global.emitOpError() << "'" << global.getName() << "' " << problem;
  if (global.isExternal())
    return global.emitOpError() << "'" << global.getName()
                                << "' has no value; give it one, or 'uninitialized' for zeros";
  return success();
}

static LogicalResult verifySymbol(Operation &op) {
  if (auto helper = dyn_cast<func::FuncOp>(op))
    return verifyHelper(helper);
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return verifyGlobal(global);
  if (isa<KernelOp, TaskOp>(op))
    return success();
  return op.emitOpError("stands in the module, which holds 'qd.kernel', 'func.func private' and 'memref.global'");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// Orders helpers so that each comes behind those that it calls.
class CallOrder {
public:
  explicit CallOrder(const SymbolTable &symbols) : symbols(symbols) {}

  /// Adds a helper, behind those that it calls; reports a cycle.
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

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult qdc::qd::verifyKernels(ModuleOp module) {
  SymbolTable symbols(module);
  CallOrder calls(symbols);
  bool isValid = true;
  for (Operation &op : module.getOps())
    isValid &= succeeded(verifySymbol(op));
  for (auto helper : module.getOps<func::FuncOp>()) {
    isValid &= succeeded(verifyOperations(helper));
    if (failed(calls.add(helper)))
      return failure(); // what follows needs an order
  }

  HelperContentsMap contents;
  WrittenParametersMap written;
  for (func::FuncOp helper : calls.order) {
    isValid &= succeeded(verifyNesting(helper, symbols, contents));
    isValid &= succeeded(verifyConstantGlobals(helper, symbols, written));
  }
  for (auto kernel : module.getOps<KernelOp>())
    if (!kernel.isOffloaded()) {
      isValid &= succeeded(verifyOperations(kernel));
      isValid &= succeeded(verifyNesting(kernel, symbols, contents));
      isValid &= succeeded(verifyConstantGlobals(kernel, symbols, written));
    }
  return success(isValid);
}

namespace {

struct VerifyKernels : public qdc::qd::impl::VerifyKernelsBase<VerifyKernels> {
  void runOnOperation() override {
    if (failed(verifyKernels(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
