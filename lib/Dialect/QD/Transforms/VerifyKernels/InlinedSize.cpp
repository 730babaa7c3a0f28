//===- InlinedSize.cpp - How large a kernel is with its helpers -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedSize.h"

#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/Limits.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <algorithm>

using namespace mlir;
using namespace qdc::qd;

namespace {

/// Checks one function. Call run() once.
class SizeVerifier {
public:
  SizeVerifier(FunctionOpInterface function, const SymbolTable &symbols, InlinedSizeMap &sizes)
      : function(function), symbols(symbols), sizes(sizes) {}

  LogicalResult run() {
    LogicalResult isValid = visit(function.getFunctionBody(), 1, 0);
    sizes[function] = size;
    return isValid;
  }

private:
  /// Of operations that stand `depth` deep, in `loops` loops.
  LogicalResult visit(Region &region, unsigned depth, unsigned loops);
  LogicalResult add(Operation &op, unsigned depth, unsigned loops);

  FunctionOpInterface function;
  const SymbolTable &symbols;
  InlinedSizeMap &sizes;
  InlinedSize size;
};

} // namespace

LogicalResult SizeVerifier::visit(Region &region, unsigned depth, unsigned loops) {
  for (Operation &op : region.getOps()) {
    // Inside of a task an scf.parallel becomes one loop for each of its variables.
    auto parallel = dyn_cast<scf::ParallelOp>(op);
    unsigned ownLoops = parallel ? parallel.getNumLoops() : isa<LoopLikeOpInterface>(op);
    unsigned ownDepth = std::max(1u, ownLoops);
    if (failed(add(op, depth + ownDepth - 1, loops + ownLoops)))
      return failure();
    for (Region &inner : op.getRegions())
      if (failed(visit(inner, depth + ownDepth, loops + ownLoops)))
        return failure();
  }
  return success();
}

LogicalResult SizeVerifier::add(Operation &op, unsigned depth, unsigned loops) {
  InlinedSize inlined;
  if (auto call = dyn_cast<func::CallOp>(op))
    inlined = sizes.lookup(symbols.lookup(call.getCallee()));
  else if (auto array = dyn_cast<memref::AllocaOp>(op); array && explainArrayType(array.getType()).empty())
    inlined.localBytes = *staticBytes(array.getType()); // what is no array has an error of its own
  else if (isa<AdstackCreateOp>(op))
    inlined.localBytes = kAdstackCountBytes;
  // An operation with no operations in its place is still looked at.
  size.operations += std::max<uint64_t>(inlined.operations, 1);
  size.depth = std::max(size.depth, depth + inlined.depth); // a call is a level too, of locations
  size.loops = std::max(size.loops, loops + inlined.loops);
  if (size.operations > kMaximumOperations)
    return op.emitError() << "'" << SymbolTable::getSymbolName(function).getValue() << "' has more than "
                          << kMaximumOperations << " operations here, counting those of the helpers that it calls, "
                          << "which are inlined; call fewer, or call them in loops";
  size.localBytes =
      std::min(size.localBytes + std::min(inlined.localBytes, kMaximumLocalBytes + 1), 2 * kMaximumLocalBytes);
  if (size.localBytes > kMaximumLocalBytes)
    return op.emitError() << "'" << SymbolTable::getSymbolName(function).getValue() << "' has more than "
                          << kMaximumLocalBytes
                          << " bytes of local arrays and adstacks here, counting those of the helpers that it "
                          << "calls; they lie on a thread's stack, so larger ones are arguments or globals";
  if (size.depth > kMaximumNesting)
    return op.emitError() << "'" << SymbolTable::getSymbolName(function).getValue() << "' nests operations more than "
                          << kMaximumNesting
                          << " deep here, counting those of the helpers that it calls, which are inlined";
  if (size.loops > kMaximumLoopNesting)
    return op.emitError() << "'" << SymbolTable::getSymbolName(function).getValue() << "' nests loops more than "
                          << kMaximumLoopNesting << " deep here, counting those of the helpers that it calls, which "
                          << "are inlined; let one loop run over the iterations of several";
  return success();
}

LogicalResult qdc::qd::verifyInlinedSize(FunctionOpInterface function, const SymbolTable &symbols,
                                         InlinedSizeMap &sizes) {
  return SizeVerifier(function, symbols, sizes).run();
}
