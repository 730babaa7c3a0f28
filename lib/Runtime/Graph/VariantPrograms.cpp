//===- VariantPrograms.cpp - The programs of a variant -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/VariantPrograms.h"

#include "Runtime/Graph/GraphUse.h"

using namespace qdrt::loader;

/// Whether loops run as these tasks, and sizes are checked where the request asks for that.
static bool runsAs(const Program &program, const std::vector<uint32_t> &tasks, const LoopRequest &request) {
  if ((program.sizeChecks != 0) != request.checksSizes ||
      (request.checksSizes && program.sizesRegions != request.waitsForSizes))
    return false;
  for (size_t loop = 0; loop < tasks.size(); ++loop)
    if (program.loops[loop].task != tasks[loop])
      return false;
  return true;
}

qdc::Status VariantPrograms::prepare(const Variant &variant, const std::vector<uint32_t> &tasks,
                                     const LoopRequest &request, const std::function<qdc::Status()> &waitForLaunches) {
  std::unique_ptr<PreparedProgram> *place = nullptr; // of the program, or else the one that it takes
  for (std::unique_ptr<PreparedProgram> &each : programs) {
    if (!each || runsAs(each->program, tasks, request)) {
      place = &each;
      break;
    }
    if (each.get() != last && (!place || each->lastChosen < (*place)->lastChosen))
      place = &each;
  }
  if (!*place || !runsAs((*place)->program, tasks, request)) {
    auto made = std::make_unique<PreparedProgram>(
        std::make_unique<const Program>(variant.planWith(tasks, sizeStepsOf(request))));
    // Launches under way may use the graphs of one that goes.
    if (*place)
      if (qdc::Status waited = waitForLaunches(); !waited)
        return waited;
    *place = std::move(made);
  }
  current = place->get();
  current->lastChosen = ++choices;
  return {};
}
