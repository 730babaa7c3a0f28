//===- SizeExprArguments.cpp - What a size is made of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/SizeExpr/SizeExprArguments.h"

void qdc::addArguments(const SizeExpr &size, std::set<uint32_t> &arguments) {
  forEachLeaf(size, [&](const SizeExpr &leaf) {
    if (leaf.kind() == SizeExprKind::scalar || leaf.kind() == SizeExprKind::dim)
      arguments.insert(leaf.argument());
  });
}

void qdc::addWords(const SizeExpr &size, std::vector<uint64_t> &words) {
  if (!size.readsWord())
    return;
  forEachLeaf(size, [&](const SizeExpr &leaf) {
    if (leaf.kind() == SizeExprKind::word)
      words.push_back(leaf.offset());
  });
}
