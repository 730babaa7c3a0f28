//===- SizeExprNode.h - The node behind a SizeExpr --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_SIZEEXPR_SIZEEXPRNODE_H
#define QDC_LIB_SIZEEXPR_SIZEEXPRNODE_H

#include "qdc/SizeExpr/SizeExpr.h"

#include <optional>

namespace qdc {

struct SizeExpr::Node {
  SizeExprKind kind = SizeExprKind::constant;
  bool readsWord = false;
  uint32_t depth = 1;     // levels of the text form; saturates
  uint32_t textBytes = 1; // of the text form, counting shared nodes each time; saturates
  uint32_t axis = 0;      // dim
  int64_t number = 0;     // constant: the value; scalar, dim: the argument; word: the offset's bits
  // Of binary kinds; in leaves they hold no node.
  SizeExpr lhs{std::shared_ptr<const Node>()};
  SizeExpr rhs{std::shared_ptr<const Node>()};
};

/// The word of a binary kind in the text form.
std::string_view binarySizeExprName(SizeExprKind kind);

/// lhs `kind` rhs, or nothing on overflow and division by zero.
std::optional<int64_t> applySizeExpr(SizeExprKind kind, int64_t lhs, int64_t rhs);

} // namespace qdc

#endif // QDC_LIB_SIZEEXPR_SIZEEXPRNODE_H
