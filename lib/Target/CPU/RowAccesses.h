//===- RowAccesses.h - What a group of iterations needs ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector code of a group of iterations computes addresses and counters for the
// first iteration of the group alone: each of the others adds one more step. All
// other values are vectors with a lane for each iteration.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_ROWACCESSES_H
#define QDC_LIB_TARGET_CPU_ROWACCESSES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace qdc {

/// How far the addresses of an access in neighbouring iterations are apart.
enum class Distance { none, element, other };

/// A parallel loop as that of RowNest (RowTiles.h), and which of its values groups of `lanes` iterations need. Refers
/// to the loop and to `evolution`, which outlive it.
class RowAccesses {
public:
  RowAccesses(llvm::Loop &outer, unsigned lanes, llvm::ScalarEvolution &evolution);

  /// Whether the inner loop loads rows, and all else can be computed for groups. To be called once, first.
  bool find();

  /// Computes where the loop is entered what its groups have in common: `iterations`, `trips` and steps. To be called
  /// where find() was true and before any loop changes.
  void expand();

  /// The trips of which a tile has the elements: a power of two, at most `lanes`.
  unsigned tripsOfTile() const;

  Distance distanceOf(const llvm::LoadInst &load) const;

  /// Whether a group needs `value` of its first iteration.
  bool needsFirst(const llvm::Instruction &value) const { return firsts.contains(&value); }

  /// Whether a group needs the vector of `value`.
  bool needsVector(const llvm::Instruction &value) const { return vectors.contains(&value); }

  /// From iteration to iteration, that of a load's address in bytes, or of an integer of which a vector is needed or
  /// that the outer loop carries; null for others. The vector of such an integer is made of the first iteration's.
  llvm::Value *stepOf(const llvm::Instruction &value) const { return steps.lookup(&value).value; }

  /// The nest: what enters it, its three blocks and what it leaves to.
  llvm::BasicBlock &before, &head, &body, &tail, &exit;
  const unsigned lanes;
  const llvm::DataLayout &layout;
  /// How often the outer loop runs, and the inner one in each iteration; after expand().
  llvm::Value *iterations = nullptr, *trips = nullptr;

private:
  struct Step {
    const llvm::SCEV *ahead = nullptr;
    llvm::Value *value = nullptr; // after expand()
  };

  const llvm::SCEV *countOf(llvm::Loop &loop) const;
  bool isKnownAhead(const llvm::SCEV *value) const;
  bool noteStep(llvm::Instruction &instruction, llvm::Value &value);
  bool isElement(llvm::Type *type) const;
  bool noteStore(llvm::StoreInst &store);
  bool noteLoad(llvm::LoadInst &load);
  bool needFirst(llvm::Value *value);
  bool needVector(llvm::Value *value);

  llvm::Loop &outer, &inner;
  llvm::ScalarEvolution &evolution;
  llvm::SCEVExpander expander;
  llvm::SmallPtrSet<const llvm::Instruction *, 32> firsts, vectors;
  llvm::SmallMapVector<const llvm::Instruction *, Step, 8> steps;
  unsigned rowBits = 0; // of the widest row's elements
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_ROWACCESSES_H
