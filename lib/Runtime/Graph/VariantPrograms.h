//===- VariantPrograms.h - The programs of a variant ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_VARIANTPROGRAMS_H
#define QDRT_GRAPH_VARIANTPROGRAMS_H

#include "Runtime/Core/LoopStrategyRequest.h"
#include "Runtime/Graph/PreparedProgram.h"

#include <array>
#include <functional>

namespace qdrt::loader {

/// Programs that the state of a variant keeps: beyond them the one goes that was chosen longest ago.
inline constexpr size_t kMaximumPrograms = 8;

/// The programs by which launches with one state ran a variant, each with its graphs.
class VariantPrograms {
public:
  /// The variant's own program is the prepared one.
  explicit VariantPrograms(const Variant &variant) {
    programs[0] = std::make_unique<PreparedProgram>(variant.program);
    current = programs[0].get();
  }

  /// That of the launch that is prepared or runs.
  PreparedProgram &prepared() const { return *current; }
  /// That of the last launch; NULL: there was none.
  const PreparedProgram *launched() const { return last; }
  void noteLaunched() { last = current; }
  /// The graph that ran all of the last launch's program; NULL: there is none. Its nodes are the program's steps.
  const TaskGraph *wholeGraph() const { return !last || last->program.hasControl ? nullptr : last->graphs.find(0); }

  /// Makes that the prepared program by which `variant` runs its loops as these tasks (LoopChoice), and finds sizes as
  /// the request says; it is planned where there is none such. `waitForLaunches` is called before another program goes.
  qdc::Status prepare(const Variant &variant, const std::vector<uint32_t> &tasks, const LoopRequest &request,
                      const std::function<qdc::Status()> &waitForLaunches);

private:
  std::array<std::unique_ptr<PreparedProgram>, kMaximumPrograms> programs; // the rest NULL
  PreparedProgram *current;
  PreparedProgram *last = nullptr;
  uint64_t choices = 0; // of programs, ever
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_VARIANTPROGRAMS_H
