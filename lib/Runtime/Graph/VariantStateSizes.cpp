//===- VariantStateSizes.cpp - How large the parts of a launch are --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/VariantState.h"

#include <algorithm>

using namespace qdrt::loader;

/// What `size` never exceeds, whatever its words hold. INT64_MAX: the expression gives no limit, as where a word is
/// subtracted, or divides, or is multiplied by what may be below 0: there a larger word makes the result smaller.
/// `arguments` are asked for no word.
static int64_t limitOf(const qdc::SizeExpr &size, const qdc::SizeExprBindings &arguments) {
  constexpr int64_t noLimit = INT64_MAX;
  auto valueOf = [&](const qdc::SizeExpr &known) {
    const qdc::Result<int64_t> value = known.evaluate(arguments);
    return value ? *value : noLimit;
  };
  if (!size.readsWord())
    return valueOf(size);
  if (size.kind() == qdc::SizeExprKind::word)
    return noLimit;
  const int64_t lhs = limitOf(size.lhs(), arguments), rhs = limitOf(size.rhs(), arguments);
  const bool isLeftKnown = !size.lhs().readsWord(), isRightKnown = !size.rhs().readsWord();
  bool rises = true; // with each operand that reads words
  switch (size.kind()) {
  case qdc::SizeExprKind::min:
    return std::min(lhs, rhs);
  case qdc::SizeExprKind::sub:
    rises = isRightKnown;
    break;
  case qdc::SizeExprKind::mul:
    rises = (isLeftKnown && lhs >= 0) || (isRightKnown && rhs >= 0);
    break;
  case qdc::SizeExprKind::floorDiv:
    rises = isRightKnown && rhs > 0;
    break;
  default:
    break;
  }
  if (!rises || lhs == noLimit || rhs == noLimit)
    return noLimit;
  return valueOf(qdc::SizeExpr::binary(size.kind(), qdc::SizeExpr::constant(lhs), qdc::SizeExpr::constant(rhs)));
}

qdc::Status VariantState::resize(std::span<const BoundArgument> arguments, BackendDevice &device, BackendStream &stream,
                                 const std::function<qdc::Status()> &waitForLaunches) {
  const qdc::Kernel &description = *code->description;
  // What reads a word is evaluated just before it is needed, or by the tasks themselves.
  ArgumentBindings bindings(description, arguments, stream, nullptr);
  for (size_t index = 0; index < code->tasks.size(); ++index) {
    const qdc::Task &task = *code->tasks[index].description;
    if (task.extent.readsWord()) {
      given.setExtent(index, kUnknownExtent, std::max<int64_t>(limitOf(task.extent, bindings), 1));
      continue;
    }
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return within(extent.error(), "extent of task '{}' of kernel '{}'", task.name, description.name);
    given.setExtent(index, std::max<int64_t>(*extent, 0));
  }
  taskSizes.resize(loops.isEmpty() ? 0 : description.tasks.size());
  for (size_t index = 0; index < taskSizes.size(); ++index)
    taskSizes[index] = sizeOfTask(description, description.tasks[index], given.extents()[index],
                                  [&](uint32_t array) { return arguments[array].bytes; });
  given.noteChanges();
  reached = Stage::unsized;
  if (BackendInstance *instance = given.instance())
    if (qdc::Status resized = instance->resize(bindings, given.extents().first(description.tasks.size())); !resized)
      return resized;
  if (qdc::Status checked = checkTemporaries(*code, {}, bindings); !checked)
    return checked;
  if (qdc::Status resized = memory.resize({}, bindings, device, waitForLaunches); !resized)
    return resized;
  reached = Stage::sized;
  checks.noteStale();
  return {};
}
