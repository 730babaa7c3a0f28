//===- ProgramState.h - How far a program was run ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_PROGRAMSTATE_H
#define QDRT_GRAPH_PROGRAMSTATE_H

#include "Runtime/Program/Program.h"

#include <algorithm>

namespace qdrt::loader {

/// A loop that was begun. What decides about it was read once, when it began.
struct LoopState {
  uint64_t iterations = 0;            // that ended
  int64_t value = 0;                  // repeat: of the induction variable
  int64_t end = 0;                    // repeat: the upper bound; doWhile: the maximum of iterations
  int64_t step = 1;                   // repeat
};

/// All that an executor on the host knows between two steps. What tasks know lies in the memory of the launch, so a
/// program goes on from here with that memory, in whatever executor.
struct ProgramState {
  uint64_t program = 0; // its digest
  uint32_t step = 0;    // the next one; the number of steps: it is done
  std::vector<LoopState> loops; // that are around the step, the outermost first; the rest means nothing

  explicit ProgramState(const Program &program) : program(program.digest), loops(program.depth) {}
  /// Back to the start. Allocates nothing.
  void restart() { step = 0; }
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_PROGRAMSTATE_H
