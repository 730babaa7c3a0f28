//===- SizeExprArguments.h - What a size is made of -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SIZEEXPR_SIZEEXPRARGUMENTS_H
#define QDC_SIZEEXPR_SIZEEXPRARGUMENTS_H

#include "qdc/SizeExpr/SizeExpr.h"

#include <set>
#include <vector>

namespace qdc {

/// Calls `visit` with each constant, scalar, dim and word of `size`, from left to right, each as often as it stands
/// there.
template <typename Visit>
void forEachLeaf(const SizeExpr &size, const Visit &visit) {
  switch (size.kind()) {
  case SizeExprKind::constant:
  case SizeExprKind::scalar:
  case SizeExprKind::dim:
  case SizeExprKind::word:
    visit(size);
    return;
  case SizeExprKind::add:
  case SizeExprKind::sub:
  case SizeExprKind::mul:
  case SizeExprKind::min:
  case SizeExprKind::max:
  case SizeExprKind::floorDiv:
    forEachLeaf(size.lhs(), visit);
    forEachLeaf(size.rhs(), visit);
  }
}

/// Adds to `arguments` those of the kernel, by their numbers, that the scalars and dims of `size` are of.
void addArguments(const SizeExpr &size, std::set<uint32_t> &arguments);

/// Adds to `words` the offsets of those that `size` reads, each as often as it does.
void addWords(const SizeExpr &size, std::vector<uint64_t> &words);

} // namespace qdc

#endif // QDC_SIZEEXPR_SIZEEXPRARGUMENTS_H
