//===- VariantStateSizeChecks.cpp - Room for what tasks compute -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"
#include "Runtime/Core/SizeCheck.h"
#include "Runtime/Graph/VariantState.h"

#include "qdc/Support/CheckedArithmetic.h"

#include <algorithm>

using namespace qdrt::loader;

namespace {
/// A region whose size tasks compute.
struct SharingRegion {
  size_t index = 0;
  uint64_t least = 0; // bytes that code uses for certain
  uint64_t had = 1;   // in earlier launches; where nobody knows, the same for all
};
} // namespace

qdc::Status VariantState::shareBound(const VariantState *like) {
  const bool isKnown = like && like->knowsSizes;
  std::vector<SharingRegion> sharing;
  uint64_t used = 0, least = 0, had = 0;
  for (size_t index = 0; index < regions.size(); ++index) {
    if (!holdsTemporaries(*variant, index))
      continue;
    if (!sizedAfter(*variant, index)) {
      used = withRegion(used, regions[index].size());
      continue;
    }
    SharingRegion &region = sharing.emplace_back(SharingRegion{index, withRegion(0, variant->regions[index].end)});
    if (isKnown)
      region.had = withRegion(0, like->regions[index].size());
    least += region.least;
    had += region.had;
  }
  if (used + least > bound.bytes)
    return lackingBound(used + least);
  // What they had they have again, if there is so much.
  const bool isEnough = isKnown && had <= bound.bytes - used;
  const uint64_t rest = bound.bytes - used - (isEnough ? had : least);
  uint64_t left = rest;
  for (const SharingRegion &region : sharing) {
    const double part = had ? static_cast<double>(region.had) / static_cast<double>(had) : 0;
    const uint64_t more = std::min(static_cast<uint64_t>(static_cast<double>(rest) * part), left) /
                          QDC_ALLOCATION_ALIGNMENT * QDC_ALLOCATION_ALIGNMENT;
    const uint64_t share = (isEnough ? region.had : region.least) + more;
    placeRegion(region.index, used, share);
    used += share;
    left -= more;
  }
  return {};
}

std::vector<qd_slot> VariantState::slotsOfCheck(const Step &step, const qdc::SizeExprBindings &arguments) const {
  auto address = [](const void *start) { return static_cast<qd_slot>(reinterpret_cast<uintptr_t>(start)); };
  const qdc::Kernel &kernel = *variant->description;
  std::vector<qd_slot> made(QDRT_SIZES_FIRST);
  made[QDRT_SIZES_WORDS] = address(words().address());
  made[QDRT_SIZES_RECORD] = address(errorRecord.address());
  // Where nobody has found a size yet, the host does that, whatever the check says.
  const bool hasHost = prepared->program.sizesRegions, hasLimits = knowsSizes || !hasHost;
  if (hasHost)
    made[QDRT_SIZES_ANSWER] = address(&hostReport()->sizesAnswer);
  for (size_t number = 0; number < kernel.temporaries.size(); ++number) {
    const qdc::Temporary &temporary = kernel.temporaries[number];
    if (sizedAfter(*variant, temporary.region) != step.sizedAfter)
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
        hasLimits ? std::min<uint64_t>(regions[temporary.region].size(), INT64_MAX) : INT64_MAX;
    made[of + QDRT_SIZES_FACTOR] = static_cast<qd_slot>(factor);
  }
  return made;
}

qdc::Status VariantState::makeRoomForSizes(const VariantState *like, BackendDevice &device,
                                           const std::function<qdc::Status()> &waitForLaunches) {
  reached = Stage::sized; // until all is there
  if (bound) {
    if (qdc::Status shared = shareBound(like); !shared)
      return shared;
  } else if (like && like->knowsSizes) {
    for (size_t index = 0; index < regions.size(); ++index)
      if (sizedAfter(*variant, index))
        if (qdc::Status resized = resizeRegion(index, like->regions[index].size(), device, waitForLaunches); !resized)
          return resized;
  } else {
    return qdc::makeError(
        qdc::ErrorCode::unsupported,
        "its tasks compute the size of a temporary, and there is no memory for that yet; launch it on the "
        "stream first, or bind a workspace to it by qdrt_workspace_bind");
  }
  reached = Stage::programmed;
  return {};
}

void VariantState::fillSizeChecks(std::span<const BoundArgument> arguments, BackendStream &stream) {
  const ArgumentBindings bindings(*variant->description, arguments, stream, nullptr);
  sizeChecks.clear();
  for (const Step &step : prepared->program.steps)
    if (step.kind == StepKind::checkSizes)
      sizeChecks.push_back(slotsOfCheck(step, bindings));
  checksAreStale = false;
  ++decisionGeneration;
}
