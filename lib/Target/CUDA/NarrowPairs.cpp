//===- NarrowPairs.cpp - What two narrow integers are made of -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NarrowPairs.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace qdc {

/// Of nested operations, and of a sum: those of an iteration have fewer.
static constexpr unsigned deepest = 64;
static constexpr unsigned mostTerms = 32;

int32_t NarrowPairs::reducedFactor(int64_t factor) const {
  return static_cast<int32_t>(SignExtend64(static_cast<uint64_t>(factor), rule.bits));
}

uint32_t NarrowPairs::reducedConstant(int64_t constant) const {
  return static_cast<uint32_t>(static_cast<uint64_t>(constant) & maskTrailingOnes<uint64_t>(rule.bits));
}

void NarrowPairs::addTerms(NarrowSum &sum, const NarrowSum &more, int64_t factor) const {
  sum.constant = reducedConstant(sum.constant + factor * more.constant);
  for (const auto &[value, times] : more.terms)
    if (int32_t &mine = sum.terms[value]; (mine = reducedFactor(mine + factor * times)) == 0)
      sum.terms.erase(value);
}

/// Nothing for what is no sum.
std::optional<NarrowSum> NarrowPairs::makeSum(Value *value) {
  NarrowSum sum;
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    sum.constant = static_cast<uint32_t>(constant->getZExtValue());
    return sum;
  }
  auto *operation = dyn_cast<BinaryOperator>(value);
  if (!operation || depth == deepest)
    return std::nullopt;
  auto *factor = dyn_cast<ConstantInt>(operation->getOperand(1));
  auto add = [&](unsigned operand, int64_t times) { addTerms(sum, sumOf(operation->getOperand(operand)), times); };
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
    add(0, factor && factor->getValue().ult(rule.bits) ? int64_t{1} << factor->getZExtValue() : 0);
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

const NarrowSum &NarrowPairs::sumOf(Value *value) {
  auto known = sums.find(value);
  if (known == sums.end()) {
    std::optional<NarrowSum> sum = makeSum(value);
    if (!sum) {
      sum.emplace();
      sum->terms[value] = 1;
    }
    known = sums.try_emplace(value, std::move(*sum)).first;
  }
  return known->second;
}

bool NarrowPairs::areAlike(Value *low, Value *high) {
  if (low == high || rule.areLoaded(low, high))
    return true;
  auto *lower = dyn_cast<BinaryOperator>(low), *upper = dyn_cast<BinaryOperator>(high);
  if (!lower || !upper || lower->getOpcode() != upper->getOpcode() || depth == deepest)
    return false;
  const bool isProduct = lower->getOpcode() == Instruction::Mul;
  if (isProduct ? !rule.hasProducts : !lower->isBitwiseLogicOp())
    return false;
  Value *first = lower->getOperand(1), *second = upper->getOperand(1);
  ++depth;
  const bool result =
      of(lower->getOperand(0), upper->getOperand(0)) && (isProduct ? first == second : of(first, second) != nullptr);
  --depth;
  return result;
}

std::optional<NarrowPairs::Sum> NarrowPairs::match(Value *low, Value *high) {
  const NarrowSum lower = sumOf(low), upper = sumOf(high);
  if (lower.terms.size() != upper.terms.size())
    return std::nullopt;
  Sum sum = {{}, lower.constant, upper.constant};
  // What is loaded with an integer is its partner, not the integer itself, which may be another one's.
  SmallVector<std::pair<Value *, int32_t>> left(upper.terms.begin(), upper.terms.end());
  for (auto [value, factor] : lower.terms) {
    auto partner = llvm::find_if(left, [&, value = value, factor = factor](const auto &term) {
      return term.second == factor && rule.areLoaded(value, term.first);
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

const NarrowPairs::Sum *NarrowPairs::of(Value *low, Value *high) {
  auto known = found.find({low, high});
  if (known == found.end())
    known = found.try_emplace({low, high}, match(low, high)).first;
  return known->second ? &*known->second : nullptr;
}

} // namespace qdc
