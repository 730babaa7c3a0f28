//===- PreparedProgram.h - A program and what its runs keep -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_PREPAREDPROGRAM_H
#define QDRT_GRAPH_PREPAREDPROGRAM_H

#include "Runtime/Graph/ProgramState.h"
#include "Runtime/Graph/SegmentGraphs.h"

namespace qdrt::loader {

/// One of the programs that a variant's state runs (VariantState::chooseProgram). Neither moves nor is copied.
struct PreparedProgram {
  explicit PreparedProgram(const Program &program) : program(program), progress(program), graphs(program) {}
  explicit PreparedProgram(std::unique_ptr<const Program> planned) : PreparedProgram(*planned) {
    own = std::move(planned);
  }
  PreparedProgram(const PreparedProgram &) = delete;
  PreparedProgram &operator=(const PreparedProgram &) = delete;

  const Program &program;
  ProgramState progress; // of the launch that runs
  SegmentGraphs graphs;
  uint64_t lastChosen = 0; // counted by the state

private:
  std::unique_ptr<const Program> own; // NULL: it is the variant's
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_PREPAREDPROGRAM_H
