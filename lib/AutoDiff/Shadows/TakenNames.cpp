//===- TakenNames.cpp - Names that are taken already ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Shadows/TakenNames.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

LogicalResult qdc::autodiff::reportTaken(Operation *owner, StringRef part, StringRef what, StringRef name,
                                         Location present) {
  InFlightDiagnostic error = owner->emitOpError() << part << "is to have the " << what << " '" << name
                                                  << "', but that name is taken; rename one";
  error.attachNote(present) << "here";
  return failure();
}
