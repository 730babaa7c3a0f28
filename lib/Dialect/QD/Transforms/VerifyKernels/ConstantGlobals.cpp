//===- ConstantGlobals.cpp - Nobody writes a constant global --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantGlobals.h"
#include "qdc/Analysis/MemoryLocations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc::qd;

namespace {

class ConstantGlobalsVerifier {
public:
  ConstantGlobalsVerifier(FunctionOpInterface function, const SymbolTable &symbols, WrittenParametersMap &written)
      : function(function), symbols(symbols), writtenParameters(written), found(function.getNumArguments()) {}

  LogicalResult run() {
    function->walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        visitCall(call);
      else if (auto access = dyn_cast<ElementAccess>(op); access && access.getAccessKind() != AccessKind::load &&
                                                          access.getAccessKind() != AccessKind::volatileLoad)
        visitWrite(access.getArray(), op);
    });
    writtenParameters[function] = found;
    return success(isValid);
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
    auto global = access ? symbols.lookup<memref::GlobalOp>(access.getName()) : nullptr;
    if (!global || !global.getConstant())
      return;
    isValid = false;
    InFlightDiagnostic error = op->emitOpError()
                               << "writes '" << global.getName()
                               << "', which is constant; leave out 'constant' where the global is declared";
    error.attachNote(global.getLoc()) << "the global";
  }

  FunctionOpInterface function;
  const SymbolTable &symbols;
  WrittenParametersMap &writtenParameters;
  llvm::BitVector found;
  bool isValid = true;
};

} // namespace

LogicalResult qdc::qd::verifyConstantGlobals(FunctionOpInterface function, const SymbolTable &symbols,
                                             WrittenParametersMap &written) {
  return ConstantGlobalsVerifier(function, symbols, written).run();
}
