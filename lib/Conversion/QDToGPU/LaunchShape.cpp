//===- LaunchShape.cpp - How an entry point is launched, as an attribute --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/QDToGPU/QDToGPU.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace qdc {

static constexpr StringLiteral blockThreadsKey = "block_threads", threadsPerIterationKey = "threads_per_iteration",
                               slotPassingKey = "slot_passing", valuesName = "values", memoryName = "memory";

DictionaryAttr launchShapeAttribute(MLIRContext *context, const LaunchShape &shape) {
  Builder builder(context);
  StringRef passing = shape.slotPassing == SlotPassing::memory ? memoryName : valuesName;
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(blockThreadsKey, builder.getI32IntegerAttr(shape.blockThreads)),
       builder.getNamedAttr(threadsPerIterationKey, builder.getI32IntegerAttr(shape.threadsPerIteration)),
       builder.getNamedAttr(slotPassingKey, builder.getStringAttr(passing))});
}

std::optional<LaunchShape> launchShapeOf(Operation *entry) {
  auto dictionary = entry->getAttrOfType<DictionaryAttr>(entryLaunchShapeAttr);
  if (!dictionary)
    return std::nullopt;
  auto block = dictionary.getAs<IntegerAttr>(blockThreadsKey);
  auto group = dictionary.getAs<IntegerAttr>(threadsPerIterationKey);
  auto passing = dictionary.getAs<StringAttr>(slotPassingKey);
  if (!block || !group || !passing)
    return std::nullopt;
  return LaunchShape{static_cast<uint32_t>(block.getInt()), static_cast<uint32_t>(group.getInt()),
                     passing.getValue() == memoryName ? SlotPassing::memory : SlotPassing::values};
}

} // namespace qdc
