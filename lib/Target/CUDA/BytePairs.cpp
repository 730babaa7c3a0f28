//===- BytePairs.cpp - What two bytes are computed from -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BytePairs.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace qdc {

/// Of nested operations, and of a sum: those of an iteration have fewer.
static constexpr unsigned deepest = 64;
static constexpr unsigned mostTerms = 32;

static void addTerms(ByteSum &sum, const ByteSum &more, int factor) {
  sum.constant += factor * more.constant;
  for (const auto &[value, times] : more.terms)
    if (int8_t &mine = sum.terms[value]; (mine = static_cast<int8_t>(mine + factor * times)) == 0)
      sum.terms.erase(value);
}

/// Nothing for what is no sum.
std::optional<ByteSum> BytePairs::makeSum(Value *value) {
  ByteSum sum;
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    sum.constant = constant->getZExtValue();
    return sum;
  }
  auto *operation = dyn_cast<BinaryOperator>(value);
  if (!operation || depth == deepest)
    return std::nullopt;
  auto *factor = dyn_cast<ConstantInt>(operation->getOperand(1));
  auto add = [&](unsigned operand, int times) { addTerms(sum, sumOf(operation->getOperand(operand)), times); };
  ++depth;
  switch (operation->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    add(0, 1);
    add(1, operation->getOpcode() == Instruction::Add ? 1 : -1);
    break;
  case Instruction::Mul:
    add(0, factor ? factor->getSExtValue() : 0);
    break;
  case Instruction::Shl:
    add(0, factor && factor->getValue().ult(8) ? 1 << factor->getZExtValue() : 0);
    break;
  default:
    factor = nullptr;
  }
  --depth;
  const bool isSum = operation->getOpcode() == Instruction::Add || operation->getOpcode() == Instruction::Sub;
  if ((!isSum && !factor) || sum.terms.size() > mostTerms)
    return std::nullopt;
  return sum;
}

const ByteSum &BytePairs::sumOf(Value *value) {
  auto known = sums.find(value);
  if (known == sums.end()) {
    std::optional<ByteSum> sum = makeSum(value);
    if (!sum) {
      sum.emplace();
      sum->terms[value] = 1;
    }
    known = sums.try_emplace(value, std::move(*sum)).first;
  }
  return known->second;
}

bool BytePairs::areAlike(Value *low, Value *high) {
  if (low == high || loads.isPair(low, high))
    return true;
  auto *lower = dyn_cast<BinaryOperator>(low), *upper = dyn_cast<BinaryOperator>(high);
  if (!lower || !upper || lower->getOpcode() != upper->getOpcode() || depth == deepest)
    return false;
  const bool isProduct = lower->getOpcode() == Instruction::Mul;
  if (!isProduct && !lower->isBitwiseLogicOp())
    return false;
  Value *first = lower->getOperand(1), *second = upper->getOperand(1);
  ++depth;
  const bool result =
      of(lower->getOperand(0), upper->getOperand(0)) && (isProduct ? first == second : of(first, second) != nullptr);
  --depth;
  return result;
}

std::optional<BytePairs::Sum> BytePairs::match(Value *low, Value *high) {
  const ByteSum lower = sumOf(low), upper = sumOf(high);
  if (lower.terms.size() != upper.terms.size())
    return std::nullopt;
  Sum sum = {{}, lower.constant, upper.constant};
  // The neighbour of a byte is its partner, not the byte itself, which may be another one's.
  SmallVector<std::pair<Value *, int8_t>> left(upper.terms.begin(), upper.terms.end());
  for (auto [value, factor] : lower.terms) {
    auto partner = llvm::find_if(left, [&, value = value, factor = factor](const auto &term) {
      return term.second == factor && loads.isPair(value, term.first);
    });
    if (partner == left.end())
      partner = llvm::find_if(left, [&, value = value, factor = factor](const auto &term) {
        return term.second == factor && areAlike(value, term.first);
      });
    if (partner == left.end())
      return std::nullopt;
    sum.terms.push_back({value, partner->first, factor});
    left.erase(partner);
  }
  return sum;
}

const BytePairs::Sum *BytePairs::of(Value *low, Value *high) {
  auto known = found.find({low, high});
  if (known == found.end())
    known = found.try_emplace({low, high}, match(low, high)).first;
  return known->second ? &*known->second : nullptr;
}

} // namespace qdc
