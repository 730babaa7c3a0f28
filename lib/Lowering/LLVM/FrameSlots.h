//===- FrameSlots.h - Room for the values between parts ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of a large function is an array of 8-byte slots on the stack. A
// value has a slot from the block that defines it to the last block that uses
// it; where a use stands in a loop that the definition does not stand in, to
// the end of that loop. Times are the positions of blocks in the function.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVM_FRAMESLOTS_H
#define QDC_LIB_LOWERING_LLVM_FRAMESLOTS_H

#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <set>

namespace qdc {

/// The positions of a region's blocks, and its loops: intervals from the target of a backward branch to its source,
/// one within the other or disjoint.
class BlockOrder {
public:
  explicit BlockOrder(mlir::Region &region);

  unsigned position(mlir::Block *block) const { return positions.at(block); }
  /// How long a value must be kept that is defined in the block at `definition` and used in the one at `use`.
  unsigned lastTime(unsigned definition, unsigned use) const;

private:
  struct Loop {
    unsigned first, last;
    int parent; // index of the loop around it, or -1
  };

  llvm::DenseMap<mlir::Block *, unsigned> positions;
  llvm::SmallVector<Loop> loops;
  llvm::SmallVector<int> innermost; // loop of each position, or -1
};

/// Gives out slots, the lowest free one first.
class FrameSlots {
public:
  /// The first of `count` adjacent slots for a value that is defined at `definition` and kept until `last`.
  /// Definitions must come in order.
  unsigned allocate(unsigned count, unsigned definition, unsigned last);
  /// How many slots the frame has.
  unsigned size() const { return total; }

private:
  struct Used {
    unsigned slot, count;
  };

  unsigned total = 0;
  std::multimap<unsigned, Used> used;             // by the last time
  std::map<unsigned, std::set<unsigned>> vacant;  // slots by count
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVM_FRAMESLOTS_H
