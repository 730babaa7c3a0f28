//===- ScratchPrograms.cpp - Which program a launch runs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/LoopStrategies.h"
#include "Runtime/Graph/Scratch.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Status Scratch::chooseLoopProgram(const Module &module, const LoopWishes &wishes, bool decidesHere,
                                       const std::function<qdc::Status()> &waitForLaunches) {
  qdc::Result<LoopChoice> choice = chooseLoops(module.description(), *variant, extents, wishes, decidesHere);
  if (!choice)
    return choice.error();
  auto isSame = [&](const std::unique_ptr<PreparedProgram> &each) {
    return std::ranges::equal(each->program.loops, choice->tasks, {}, &ProgramLoop::task);
  };
  auto found = std::ranges::find_if(programs, isSame);
  if (found == programs.end()) {
    if (programs.size() == kMaximumPrograms) {
      // Launches under way may use its graphs.
      if (qdc::Status waited = waitForLaunches(); !waited)
        return waited;
      programs.erase(std::ranges::min_element(programs, {}, [&](const std::unique_ptr<PreparedProgram> &each) {
        return each.get() == launched ? UINT64_MAX : each->lastChosen;
      }));
    }
    programs.push_back(
        std::make_unique<PreparedProgram>(std::make_unique<const Program>(variant->planWith(choice->tasks))));
    found = std::prev(programs.end());
  }
  prepared = found->get();
  prepared->lastChosen = ++choices;
  loopRuns = std::move(choice->runs);
  chosenBy = wishes;
  return {};
}
