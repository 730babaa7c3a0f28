//===- Dependencies.h - Which task comes after which ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PROGRAM_DEPENDENCIES_H
#define QDRT_PROGRAM_DEPENDENCIES_H

#include "Runtime/Program/Program.h"

#include <map>
#include <span>
#include <tuple>

namespace qdrt::loader {

/// Orders the steps of one segment, or of one body in it, by what they share (planProgram). Given one after the other.
class DependencyPlanner {
public:
  explicit DependencyPlanner(const qdc::Kernel &kernel) : kernel(kernel) {}

  /// The earlier positions, ascending, that what runs these tasks at `position` comes after. Positions ascend. Whoever
  /// may not fail only reads the error record.
  std::vector<uint32_t> add(uint32_t position, std::span<const ProgramTask> tasks, bool mayFail);

private:
  enum class Sort : uint8_t { array, aliased, global, region, slot };
  /// Of a slot, its kind and which of that.
  using Place = std::tuple<Sort, uint32_t, uint32_t>;

  /// The tasks that may still have to be waited for before a place in memory is used.
  struct LastAccesses {
    std::optional<uint32_t> writer;
    std::vector<uint32_t> readers; // since then
  };

  void useTask(const qdc::Task &task);
  Place placeOf(uint32_t array) const;
  void useSlot(const qdc::SlotSource &slot, const qdc::Task &task, bool mayFail);
  void use(const Place &name, bool isWrite);

  const qdc::Kernel &kernel;
  std::map<Place, LastAccesses> places;
  uint32_t position = 0;
  std::vector<uint32_t> before; // of what is being added
};

} // namespace qdrt::loader

#endif // QDRT_PROGRAM_DEPENDENCIES_H
