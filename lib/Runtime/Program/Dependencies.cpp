//===- Dependencies.cpp - Which task comes after which --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Program/Dependencies.h"

#include <algorithm>

using namespace qdrt::loader;

std::vector<uint32_t> DependencyPlanner::add(uint32_t at, std::span<const ProgramTask> tasks, bool mayFail) {
  position = at;
  before.clear();
  for (const ProgramTask &task : tasks) {
    useTask(*task.description);
    for (const qdc::SlotSource &slot : task.slots)
      useSlot(slot, *task.description, mayFail);
  }
  std::ranges::sort(before);
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

void DependencyPlanner::useTask(const qdc::Task &task) {
  for (uint32_t array : task.readArrays)
    use(placeOf(array), std::ranges::binary_search(task.writtenArrays, array));
  for (uint32_t array : task.writtenArrays)
    use(placeOf(array), true);
  for (uint32_t global : task.readGlobals)
    use({Sort::global, global, 0}, std::ranges::binary_search(task.writtenGlobals, global));
  for (uint32_t global : task.writtenGlobals)
    use({Sort::global, global, 0}, true);
  for (uint32_t region : task.readRegions)
    use({Sort::region, region, 0}, std::ranges::binary_search(task.writtenRegions, region));
  for (uint32_t region : task.writtenRegions)
    use({Sort::region, region, 0}, true);
}

/// Arrays with the mark may be the same memory.
DependencyPlanner::Place DependencyPlanner::placeOf(uint32_t array) const {
  return kernel.arguments[array].mayAlias ? Place(Sort::aliased, 0, 0) : Place(Sort::array, array, 0);
}

/// A slot does not say how much is used from its address on, nor, but for the error record, whether it is written.
void DependencyPlanner::useSlot(const qdc::SlotSource &slot, const qdc::Task &task, bool mayFail) {
  const qdc::SlotKindRow &row = rowOf(slot.kind);
  // Tasks say which arrays and globals they use, and which regions, but for that of words.
  bool isListed =
      row.operands[0] == qdc::SlotOperand::array || row.operands[0] == qdc::SlotOperand::global ||
      (slot.kind == qdc::SlotKind::workspace && (std::ranges::binary_search(task.readRegions, slot.index) ||
                                                 std::ranges::binary_search(task.writtenRegions, slot.index)));
  if (slot.kind == qdc::SlotKind::workspace && !isListed)
    return use({Sort::region, slot.index, 0}, true);
  if (row.held == qdc::SlotValue::address && !isListed)
    use({Sort::slot, static_cast<uint32_t>(slot.kind), slot.index}, mayFail || slot.kind != qdc::SlotKind::errorRecord);
}

void DependencyPlanner::use(const Place &name, bool isWrite) {
  LastAccesses &place = places[name];
  if (place.writer && *place.writer != position)
    before.push_back(*place.writer);
  if (!isWrite) {
    if (place.writer != position)
      place.readers.push_back(position);
    return;
  }
  for (uint32_t reader : place.readers)
    if (reader != position)
      before.push_back(reader);
  place = {position, {}};
}
