//===- SizeExprArguments.cpp - What a size is made of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/SizeExpr/SizeExprArguments.h"

void qdc::addArguments(const SizeExpr &size, std::set<uint32_t> &arguments) {
  switch (size.kind()) {
  case SizeExprKind::constant:
  case SizeExprKind::word:
    return;
  case SizeExprKind::scalar:
  case SizeExprKind::dim:
    arguments.insert(size.argument());
    return;
  case SizeExprKind::add:
  case SizeExprKind::sub:
  case SizeExprKind::mul:
  case SizeExprKind::min:
  case SizeExprKind::max:
  case SizeExprKind::floorDiv:
    addArguments(size.lhs(), arguments);
    addArguments(size.rhs(), arguments);
  }
}

void qdc::addWords(const SizeExpr &size, std::vector<uint64_t> &words) {
  if (!size.readsWord())
    return;
  if (size.kind() == SizeExprKind::word) {
    words.push_back(size.offset());
    return;
  }
  addWords(size.lhs(), words);
  addWords(size.rhs(), words);
}
