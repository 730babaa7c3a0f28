//===- ConstantGlobals.cpp - Nobody writes a constant global --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantGlobals.h"
#include "qdc/Analysis/MemoryLocations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace qdc::qd;

namespace {

class GlobalWrites {
public:
  GlobalWrites(FunctionOpInterface function, const SymbolTable &symbols, WrittenParametersMap &written,
               llvm::function_ref<void(memref::GlobalOp, Operation *)> visit)
      : function(function), symbols(symbols), writtenParameters(written), visit(visit),
        found(function.getNumArguments()) {}

  void run() {
    function->walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        visitCall(call);
      else if (auto access = dyn_cast<ElementAccess>(op); access && access.getAccessKind() != AccessKind::load &&
                                                          access.getAccessKind() != AccessKind::volatileLoad)
        visitWrite(access.getArray(), op);
    });
    writtenParameters[function] = found;
  }

private:
  void visitCall(func::CallOp call) {
    Operation *callee = symbols.lookup(call.getCallee());
    llvm::BitVector written = writtenParameters.lookup(callee); // the range below only refers to it
    for (unsigned parameter : written.set_bits())
      visitWrite(call.getOperand(parameter), call);
  }

  void visitWrite(Value array, Operation *op) {
    if (auto parameter = dyn_cast<BlockArgument>(array)) {
      if (parameter.getOwner() == &function.getFunctionBody().front())
        found.set(parameter.getArgNumber());
      return;
    }
    auto access = array.getDefiningOp<memref::GetGlobalOp>();
    if (auto global = access ? symbols.lookup<memref::GlobalOp>(access.getName()) : nullptr)
      visit(global, op);
  }

  FunctionOpInterface function;
  const SymbolTable &symbols;
  WrittenParametersMap &writtenParameters;
  llvm::function_ref<void(memref::GlobalOp, Operation *)> visit;
  llvm::BitVector found;
};

} // namespace

void qdc::qd::forEachGlobalWrite(FunctionOpInterface function, const SymbolTable &symbols,
                                 WrittenParametersMap &written,
                                 llvm::function_ref<void(memref::GlobalOp, Operation *)> visit) {
  GlobalWrites(function, symbols, written, visit).run();
}

LogicalResult qdc::qd::verifyConstantGlobals(FunctionOpInterface function, const SymbolTable &symbols,
                                             WrittenParametersMap &written) {
  bool isValid = true;
  forEachGlobalWrite(function, symbols, written, [&](memref::GlobalOp global, Operation *op) {
    if (!global.getConstant())
      return;
    isValid = false;
    InFlightDiagnostic error = op->emitOpError()
                               << "writes '" << global.getName()
                               << "', which is constant; leave out 'constant' where the global is declared";
    error.attachNote(global.getLoc()) << "the global";
  });
  return success(isValid);
}
