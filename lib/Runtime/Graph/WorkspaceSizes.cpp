//===- WorkspaceSizes.cpp - How large a variant's workspace is ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/WorkspaceSizes.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Core/LaunchFailure.h"

using namespace qdrt::loader;

qdc::Status qdrt::loader::checkTemporaries(const Variant &variant, std::optional<uint32_t> node,
                                           const qdc::SizeExprBindings &arguments) {
  for (const qdc::Temporary &temporary : variant.description->temporaries)
    for (size_t axis = 0; axis < temporary.extents.size(); ++axis) {
      const std::optional<uint32_t> known = temporary.extents[axis].readsWord()
                                                ? sizedAfter(variant.regions[temporary.region].description->size)
                                                : std::nullopt;
      if (known != node)
        continue;
      qdc::Result<int64_t> extent = temporary.extents[axis].evaluate(arguments);
      if (!extent)
        return within(extent.error(), "{}extent of a temporary of kernel '{}' on axis {}", placeOf(temporary.location),
                      variant.description->name, axis);
      if (*extent < 0)
        return invalidArgument("{}", negativeExtent(*variant.description, temporary, *extent, axis));
    }
  return {};
}

qdc::Result<uint64_t> qdrt::loader::regionBytes(const Variant &variant, size_t index,
                                                const qdc::SizeExprBindings &arguments) {
  qdc::Result<int64_t> bytes = variant.regions[index].description->size.bytes.evaluate(arguments);
  if (!bytes)
    return within(bytes.error(), "{}", nameOfRegion(variant, index));
  const uint64_t end = variant.regions[index].end;
  if (*bytes < 0 || static_cast<uint64_t>(*bytes) < end)
    return qdc::makeError(qdc::ErrorCode::invalidPackage, "{} has {} bytes; its tasks use {}",
                          nameOfRegion(variant, index), *bytes, end);
  return static_cast<uint64_t>(*bytes);
}

bool qdrt::loader::holdsTemporaries(const Variant &variant, size_t index) {
  for (const qdc::Temporary &temporary : variant.description->temporaries)
    if (temporary.region == index)
      return true;
  return false;
}

std::string qdrt::loader::nameOfRegion(const Variant &variant, size_t index) {
  const std::string &kernel = variant.description->name;
  return index == 0 ? qdc::formatText("workspace of kernel '{}'", kernel)
                    : qdc::formatText("region '{}' of kernel '{}'", variant.regions[index].description->name, kernel);
}
