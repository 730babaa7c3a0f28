//===- VariantStateSizeChecks.cpp - Checks of what tasks compute ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/SizeCheck.h"
#include "Runtime/Graph/VariantState.h"

#include "qdc/Support/CheckedArithmetic.h"

#include <algorithm>

using namespace qdrt::loader;

std::vector<qd_slot> VariantState::slotsOfCheck(const Step &step, const qdc::SizeExprBindings &arguments,
                                                const BackendStream &stream) const {
  auto address = [](const void *start) { return static_cast<qd_slot>(reinterpret_cast<uintptr_t>(start)); };
  const qdc::Kernel &kernel = *code->description;
  std::vector<qd_slot> made(QDRT_SIZES_FIRST);
  made[QDRT_SIZES_WORDS] = address(words().address());
  made[QDRT_SIZES_RECORD] = address(reports.errorRecord().address());
  // Where nobody has found a size yet, the host does that, whatever the check says.
  const bool hasHost = programs.prepared().program.sizesRegions, hasLimits = memory.knowsSizes() || !hasHost;
  if (hasHost)
    made[QDRT_SIZES_ANSWER] = stream.addressForTasks(reports.sizesAnswerPlace());
  for (size_t number = 0; number < kernel.temporaries.size(); ++number) {
    const qdc::Temporary &temporary = kernel.temporaries[number];
    if (sizedAfter(*code, temporary.region) != step.sizedAfter)
      continue;
    ++made[QDRT_SIZES_COUNT];
    const size_t of = made.size();
    made.resize(of + QDRT_SIZES_OF_EXTENTS);
    auto factor = static_cast<int64_t>(qdc::elementSize(temporary.type));
    for (size_t axis = 0; axis < temporary.extents.size(); ++axis) {
      const qdc::SizeExpr &extent = temporary.extents[axis];
      if (extent.readsWord()) {
        made.push_back(extent.offset() / QDC_WORD_BYTES | axis << QDRT_SIZES_AXIS_SHIFT);
        ++made[of + QDRT_SIZES_EXTENTS];
      } else {
        // resize() has found it.
        factor = qdc::checkedMultiply(factor, *extent.evaluate(arguments)).value_or(INT64_MAX);
      }
    }
    made[of + QDRT_SIZES_NUMBER] = number;
    made[of + QDRT_SIZES_LIMIT] =
        hasLimits ? std::min<uint64_t>(memory.regions()[temporary.region].size(), INT64_MAX) : INT64_MAX;
    made[of + QDRT_SIZES_FACTOR] = static_cast<qd_slot>(factor);
  }
  return made;
}

void VariantState::fillSizeChecks(std::span<const BoundArgument> arguments, BackendStream &stream) {
  const ArgumentBindings bindings(*code->description, arguments, stream, nullptr);
  std::vector<std::vector<qd_slot>> made;
  for (const Step &step : programs.prepared().program.steps)
    if (step.kind == StepKind::checkSizes)
      made.push_back(slotsOfCheck(step, bindings, stream));
  checks.set(std::move(made));
}
