//===- LinearAddress.cpp - Addresses as sums ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LinearAddress.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace qdc {

/// Of nested sums, whose parts may be shared; what is deeper is a term as a whole.
static constexpr unsigned deepest = 6;

void LinearAddresses::add(Value *value, uint64_t factor, unsigned depth, Terms &terms, uint64_t &constant) {
  Value *lhs, *rhs;
  const APInt *number;
  if (value->getType()->isIntegerTy(64) && depth < deepest) {
    if (match(value, m_APInt(number))) {
      constant += factor * number->getZExtValue();
      return;
    }
    if (match(value, m_Add(m_Value(lhs), m_Value(rhs))) || match(value, m_DisjointOr(m_Value(lhs), m_Value(rhs)))) {
      add(lhs, factor, depth + 1, terms, constant);
      return add(rhs, factor, depth + 1, terms, constant);
    }
    if (match(value, m_Sub(m_Value(lhs), m_Value(rhs)))) {
      add(lhs, factor, depth + 1, terms, constant);
      return add(rhs, -factor, depth + 1, terms, constant);
    }
    if (match(value, m_Mul(m_Value(lhs), m_APInt(number))))
      return add(lhs, factor * number->getZExtValue(), depth + 1, terms, constant);
    if (match(value, m_Shl(m_Value(lhs), m_APInt(number))) && number->ult(64))
      return add(lhs, factor << number->getZExtValue(), depth + 1, terms, constant);
  }
  terms[numberOf(value)] += factor;
}

LinearAddress LinearAddresses::of(Value *pointer) {
  Terms terms;
  uint64_t constant = 0;
  while (auto *step = dyn_cast<GEPOperator>(pointer)) {
    const unsigned bits = layout.getIndexTypeSizeInBits(step->getType());
    SmallMapVector<Value *, APInt, 4> variables;
    APInt fixed(bits, 0);
    if (bits != 64 || !step->collectOffset(layout, bits, variables, fixed))
      break;
    constant += fixed.getZExtValue();
    for (const auto &[variable, scale] : variables)
      add(variable, scale.getZExtValue(), 0, terms, constant);
    pointer = step->getPointerOperand();
  }
  terms[numberOf(pointer)] += 1;
  std::vector<std::pair<unsigned, uint64_t>> key;
  for (const auto &[number, factor] : terms)
    if (factor != 0)
      key.emplace_back(number, factor);
  const unsigned group = groups.try_emplace(std::move(key), groups.size()).first->second;
  return {group, static_cast<int64_t>(constant)};
}

} // namespace qdc
