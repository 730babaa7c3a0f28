//===- FrameSlots.cpp - Room for the values between parts -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FrameSlots.h"

#include "mlir/IR/Block.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

BlockOrder::BlockOrder(Region &region) {
  for (Block &block : region)
    positions[&block] = positions.size();
  innermost.assign(positions.size(), -1);
  llvm::SmallVector<int> open; // loops around the current block, the outermost first
  unsigned position = 0;
  for (Block &block : region) {
    while (!open.empty() && loops[open.back()].last < position)
      open.pop_back();
    unsigned last = position;
    bool isHeader = false;
    for (Block *predecessor : block.getPredecessors())
      if (positions.at(predecessor) >= position) {
        isHeader = true;
        last = std::max(last, positions.at(predecessor));
      }
    if (isHeader) {
      loops.push_back({position, last, open.empty() ? -1 : open.back()});
      open.push_back(static_cast<int>(loops.size()) - 1);
    }
    innermost[position] = open.empty() ? -1 : open.back();
    ++position;
  }
}

unsigned BlockOrder::lastTime(unsigned definition, unsigned use) const {
  unsigned last = use;
  for (int loop = innermost[use]; loop >= 0 && loops[loop].first > definition; loop = loops[loop].parent)
    last = std::max(last, loops[loop].last);
  return last;
}

unsigned FrameSlots::allocate(unsigned count, unsigned definition, unsigned last) {
  while (!used.empty() && used.begin()->first < definition) {
    Used free = used.begin()->second;
    vacant[free.count].insert(free.slot);
    used.erase(used.begin());
  }
  std::set<unsigned> &candidates = vacant[count];
  unsigned slot = total;
  if (candidates.empty()) {
    total += count;
  } else {
    slot = *candidates.begin();
    candidates.erase(candidates.begin());
  }
  used.insert({last, {slot, count}});
  return slot;
}

} // namespace qdc
