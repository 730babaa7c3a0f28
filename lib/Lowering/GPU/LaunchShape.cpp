//===- LaunchShape.cpp - How an entry point is launched, as an attribute --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "qdc/Package/ManifestNames.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace qdc {

static constexpr StringLiteral blockThreadsKey = "block_threads", threadsPerIterationKey = "threads_per_iteration",
                               iterationsPerThreadKey = "iterations_per_thread", slotPassingKey = "slot_passing",
                               gridKey = "grid";

DictionaryAttr launchShapeAttribute(MLIRContext *context, const LaunchShape &shape) {
  Builder builder(context);
  auto name = [&](auto value) { return builder.getStringAttr(StringRef(enumName(value))); };
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(blockThreadsKey, builder.getI32IntegerAttr(shape.blockThreads)),
       builder.getNamedAttr(threadsPerIterationKey, builder.getI32IntegerAttr(shape.threadsPerIteration)),
       builder.getNamedAttr(iterationsPerThreadKey, builder.getI32IntegerAttr(shape.iterationsPerThread)),
       builder.getNamedAttr(slotPassingKey, name(shape.slotPassing)), builder.getNamedAttr(gridKey, name(shape.grid))});
}

std::optional<LaunchShape> launchShapeOf(Operation *entry) {
  auto dictionary = entry->getAttrOfType<DictionaryAttr>(entryLaunchShapeAttr);
  if (!dictionary)
    return std::nullopt;
  auto block = dictionary.getAs<IntegerAttr>(blockThreadsKey);
  auto group = dictionary.getAs<IntegerAttr>(threadsPerIterationKey);
  auto iterations = dictionary.getAs<IntegerAttr>(iterationsPerThreadKey);
  auto passing = dictionary.getAs<StringAttr>(slotPassingKey);
  auto grid = dictionary.getAs<StringAttr>(gridKey);
  if (!block || !group || !iterations || !passing || !grid)
    return std::nullopt;
  auto slotPassing = enumFromName<SlotPassing>(passing.getValue());
  auto gridSize = enumFromName<GridSize>(grid.getValue());
  if (!slotPassing || !gridSize)
    return std::nullopt;
  return LaunchShape{static_cast<uint32_t>(block.getInt()), static_cast<uint32_t>(group.getInt()), *slotPassing,
                     *gridSize, static_cast<uint32_t>(iterations.getInt())};
}

} // namespace qdc
