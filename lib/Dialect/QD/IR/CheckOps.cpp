//===- CheckOps.cpp - What checked variants hold --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpChecks.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/CheckText.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace qdc::qd;

LogicalResult CheckOp::verify() {
  if (getValues().size() > QDC_MAXIMUM_CHECK_VALUES)
    return emitOpError("reports ") << getValues().size() << " values, but an error record holds "
                                   << QDC_MAXIMUM_CHECK_VALUES;
  return verifyFormat(*this, "reports", qdc::countCheckValues(getMessage()), getValues());
}

LogicalResult CheckOp::canonicalize(CheckOp check, PatternRewriter &rewriter) {
  if (!matchPattern(check.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(check);
  return success();
}
