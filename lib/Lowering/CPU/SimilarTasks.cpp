//===- SimilarTasks.cpp - Tasks that differ in constants alone ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SimilarTasks.h"

#include "qdc/Dialect/QD/IR/EqualTasks.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace qdc {

namespace {

constexpr size_t mostConstants = 32;

/// Whether `op` is a constant whose code is as good where its value is a parameter. A division by a power of two is a
/// multiplication, and a function that is called may have branches on its argument.
bool mayBeParameter(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant || !(constant.getType().isF32() || constant.getType().isF64()))
    return false;
  return llvm::all_of(constant->getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    bool divides = isa<arith::DivFOp, arith::RemFOp>(user) && use.getOperandNumber() == 1;
    return isa<arith::ArithDialect>(user->getDialect()) && !divides;
  });
}

/// Similar tasks have equal numbers.
llvm::hash_code numberOf(qd::TaskOp task) {
  llvm::hash_code number = hash_value(Type(task.getFunctionType()));
  task.getBody().walk([&](Operation *op) {
    number = llvm::hash_combine(number, op->getName(), op->getNumOperands());
    if (!mayBeParameter(op))
      number = llvm::hash_combine(number, op->hashProperties());
  });
  return number;
}

/// Compares the body of a task with that of another. Regions have one block.
class BodyComparison {
public:
  /// Whether they are equal but for constants. `values` are those of `other` that may be parameters then, in the order
  /// of the text.
  static bool run(qd::TaskOp task, qd::TaskOp other, SmallVectorImpl<TypedAttr> &values) {
    return BodyComparison(values).regions(task.getBody(), other.getBody());
  }

private:
  explicit BodyComparison(SmallVectorImpl<TypedAttr> &values) : values(values) {}

  bool regions(Region &lhs, Region &rhs) {
    if (!lhs.hasOneBlock() || !rhs.hasOneBlock())
      return lhs.empty() && rhs.empty();
    Block &left = lhs.front(), &right = rhs.front();
    if (!results(left.getArguments(), right.getArguments()))
      return false;
    auto pairs = llvm::zip(left, right);
    return left.getOperations().size() == right.getOperations().size() &&
           llvm::all_of(pairs, [&](auto pair) { return operations(&std::get<0>(pair), &std::get<1>(pair)); });
  }

  bool operations(Operation *lhs, Operation *rhs) {
    if (lhs->getName() != rhs->getName() || lhs->getNumRegions() != rhs->getNumRegions() ||
        lhs->getNumOperands() != rhs->getNumOperands() || !results(lhs->getResults(), rhs->getResults()))
      return false;
    if (mayBeParameter(lhs) && mayBeParameter(rhs)) {
      values.push_back(cast<arith::ConstantOp>(rhs).getValue());
      return true;
    }
    return lhs->getAttrDictionary() == rhs->getAttrDictionary() &&
           llvm::all_of(llvm::zip(lhs->getOperands(), rhs->getOperands()),
                        [&](auto pair) { return counterparts.lookup(std::get<0>(pair)) == std::get<1>(pair); }) &&
           llvm::all_of(llvm::zip(lhs->getRegions(), rhs->getRegions()),
                        [&](auto pair) { return regions(std::get<0>(pair), std::get<1>(pair)); });
  }

  bool results(ValueRange lhs, ValueRange rhs) {
    if (lhs.getTypes() != rhs.getTypes())
      return false;
    for (auto [left, right] : llvm::zip_equal(lhs, rhs))
      counterparts[left] = right;
    return true;
  }

  SmallVectorImpl<TypedAttr> &values;
  llvm::DenseMap<Value, Value> counterparts;
};

SmallVector<arith::ConstantOp> possibleParameters(qd::TaskOp task) {
  SmallVector<arith::ConstantOp> constants;
  task.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (mayBeParameter(op))
      constants.push_back(cast<arith::ConstantOp>(op));
  });
  return constants;
}

/// Keeps of the constants those that some task has another value of.
void dropEqualConstants(SimilarTasks &group) {
  SmallVector<unsigned> different;
  for (auto [index, constant] : llvm::enumerate(group.constants))
    if (llvm::any_of(group.others, [&, index = index, value = constant.getValue()](const SimilarTasks::Other &other) {
          return other.values[index] != value;
        }))
      different.push_back(index);
  auto keep = [&](auto &list) {
    for (auto [place, index] : llvm::enumerate(different))
      list[place] = list[index];
    list.truncate(different.size());
  };
  keep(group.constants);
  for (SimilarTasks::Other &other : group.others)
    keep(other.values);
}

} // namespace

std::vector<SimilarTasks> findSimilarTasks(ModuleOp module, size_t fewest, SymbolTableCollection &symbols) {
  llvm::MapVector<size_t, std::vector<SimilarTasks>> candidates;
  for (auto task : module.getOps<qd::TaskOp>()) {
    std::vector<SimilarTasks> &groups = candidates[numberOf(task)];
    SimilarTasks::Other other{task, {}};
    auto found = llvm::find_if(groups, [&](const SimilarTasks &group) {
      other.values.clear();
      return qd::haveEqualSignatures(group.first, task, symbols) &&
             BodyComparison::run(group.first, task, other.values);
    });
    if (found != groups.end())
      found->others.push_back(std::move(other));
    else
      groups.push_back({task, possibleParameters(task), {}});
  }
  std::vector<SimilarTasks> similar;
  for (auto &[number, groups] : candidates)
    for (SimilarTasks &group : groups) {
      if (group.others.size() + 1 < fewest)
        continue;
      dropEqualConstants(group);
      if (group.constants.size() <= mostConstants)
        similar.push_back(std::move(group));
    }
  return similar;
}

} // namespace qdc
