//===- Adstacks.cpp - Whose an adstack is ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Adstacks.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace qdc::qd;

/// The parallel loop whose iterations run the operation; null in serial code. An scf.parallel inside another parallel
/// loop is a serial one.
static Operation *findParallelLoop(Operation *op) {
  Operation *outermost = nullptr;
  for (Operation *around = op->getParentOp(); around; around = around->getParentOp())
    if (isa<ForOp, scf::ParallelOp>(around))
      outermost = around;
  return outermost;
}

LogicalResult qdc::qd::verifyAdstack(AdstackCreateOp create) {
  Operation *loop = findParallelLoop(create);
  for (Operation *user : create->getUsers())
    if (Operation *around = findParallelLoop(user); around != loop) {
      InFlightDiagnostic error =
          user->emitOpError("uses an adstack of serial code in a parallel loop, but a stack is of "
                            "one iteration; create it in the loop");
      error.attachNote(create.getLoc()) << "the stack";
      return error;
    }
  return success();
}
