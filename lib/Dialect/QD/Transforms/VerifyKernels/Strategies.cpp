//===- Strategies.cpp - What loops may ask for ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"

#include "qdc/Dialect/QD/IR/AskedStrategy.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Package/ManifestNames.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace qdc::qd;

/// `further`: a name that is accepted too, or empty.
static LogicalResult verifyName(Operation *op, StringRef name, Attribute value, StringRef further) {
  SmallVector<StringRef> accepted;
  if (!further.empty())
    accepted.push_back(further);
  for (std::string_view strategy : qdc::enumNames(qdc::LoopStrategy()).names)
    accepted.push_back(strategy);
  auto text = dyn_cast<StringAttr>(value);
  if (text && llvm::is_contained(accepted, text.getValue()))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "has '" << name << "' with the value " << value << ", but it takes one of ";
  llvm::interleaveComma(accepted, error, [&](StringRef strategy) { error << '"' << strategy << '"'; });
  return error;
}

LogicalResult qdc::qd::verifyStrategyName(Operation *op, StringRef name, Attribute value) {
  return verifyName(op, name, value, "");
}

LogicalResult qdc::qd::verifyStrategies(ModuleOp module) {
  bool isValid = true;
  module.walk([&](Operation *op) {
    if (!isa<DoWhileOp, scf::ForOp, scf::WhileOp>(op))
      return;
    if (Attribute strategy = op->getAttr(strategyAttr))
      isValid &= succeeded(verifyName(op, strategyAttr, strategy, automaticStrategy));
  });
  return success(isValid);
}
