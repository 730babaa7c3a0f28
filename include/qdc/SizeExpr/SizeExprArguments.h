//===- SizeExprArguments.h - What a size is made of -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SIZEEXPR_SIZEEXPRARGUMENTS_H
#define QDC_SIZEEXPR_SIZEEXPRARGUMENTS_H

#include "qdc/SizeExpr/SizeExpr.h"

#include <set>

namespace qdc {

/// Adds to `arguments` those of the kernel, by their numbers, that the scalars and dims of `size` are of.
void addArguments(const SizeExpr &size, std::set<uint32_t> &arguments);

} // namespace qdc

#endif // QDC_SIZEEXPR_SIZEEXPRARGUMENTS_H
