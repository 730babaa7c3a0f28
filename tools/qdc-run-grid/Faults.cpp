//===- Faults.cpp - What is wrong with a launch ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Grid.h"

using namespace mlir;

namespace qdc {

InFlightDiagnostic Grid::fault(const Instruction &instruction) const { return instruction.op->emitOpError(); }

std::string Grid::describe(const Place &place) const {
  return "thread " + std::to_string(place.thread) + " of block " + std::to_string(place.block);
}

std::string Grid::describe(const Thread &thread) const {
  return describe(Place{thread.block, thread.number, /*blockInterval=*/0, /*gridInterval=*/0});
}

LogicalResult Grid::divergence(const Thread &waiting, const Threads &expected, StringRef whose) const {
  Threads others;
  llvm::copy_if(expected, std::back_inserter(others),
                [&](unsigned number) { return !areTogether(waiting, threads[number]); });
  const Thread &other = threads[others.front()];
  InFlightDiagnostic error = fault(instructionOf(waiting))
                             << "is reached by " << describe(waiting) << " and not by " << others.size() << " of the "
                             << expected.size() << " threads " << whose << ", the first of them " << describe(other);
  StringRef where = other.state == State::ended  ? "that thread has ended here"
                    : other.next == waiting.next ? "that thread waits here in another trip of a loop"
                                                 : "that thread waits here";
  error.attachNote(instructionOf(other).op->getLoc()) << where;
  return error;
}

/// No thread can go on, and not all have ended.
LogicalResult Grid::stuck() const {
  auto all = llvm::to_vector_of<unsigned, 64>(llvm::seq<unsigned>(0, threads.size()));
  auto waits = [&](const Thread &thread, bool forGrid) {
    return thread.state == State::waiting && (instructionOf(thread).code == Opcode::gridBarrier) == forGrid;
  };
  // Who waits for the grid may wait for those who wait for their block.
  for (bool forGrid : {false, true})
    for (const Thread &thread : threads)
      if (waits(thread, forGrid))
        return forGrid ? divergence(thread, all, "of the grid")
                       : divergence(thread, threadsOf(thread.block), "of its block");
  llvm_unreachable("a thread waits");
}

} // namespace qdc
