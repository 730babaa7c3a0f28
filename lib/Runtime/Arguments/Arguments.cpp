//===- Arguments.cpp - The arguments of a launch, checked -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Arguments/Arguments.h"

#include "Runtime/Core/AddressRange.h"
#include "Runtime/Core/Error.h"
#include "Runtime/Core/Types.h"
#include "Runtime/Package/Kernel.h"
#include "qdc/Support/ArrayBytes.h"

#include <algorithm>
#include <span>
#include <string>

using namespace qdrt::loader;

qdc::Status qdrt::loader::wrongArgument(const qdc::Kernel &kernel, uint32_t index, qdc::FormatPattern finding,
                                        qdc::FormatValues values) {
  return invalidArgument("argument '{}' of kernel '{}' {}", kernel.arguments[index].name, kernel.name,
                         qdc::formatText(finding, values));
}

static qdc::Status checkScalar(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given,
                               BoundArgument &bound) {
  bound.mask = maskOf(given.type);
  bound.bits = given.value.bits & bound.mask;
  if (given.type == QDRT_I1 && bound.bits > 1)
    return wrongArgument(kernel, index, "has the value {}; an 'i1' is 0 or 1", bound.bits);
  return {};
}

/// Sets shape and bytes.
static qdc::Status checkShape(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given,
                              BoundArgument &bound) {
  const qdc::Argument &rule = kernel.arguments[index];
  if (given.rank != rule.shape.size())
    return wrongArgument(kernel, index, "has rank {}; it takes rank {}", given.rank, rule.shape.size());
  if (given.rank != 0 && !given.shape)
    return wrongArgument(kernel, index, "has no shape; it takes {} extents", given.rank);
  bound.rank = given.rank;
  for (uint32_t axis = 0; axis < given.rank; ++axis) {
    int64_t extent = given.shape[axis], wanted = rule.shape[axis];
    if (extent < 0 || (wanted != qdc::kDynamicDimension && extent != wanted))
      return wrongArgument(kernel, index, "has extent {} on axis {}; it takes {}", extent, axis,
                           wanted == qdc::kDynamicDimension ? "0 or more" : std::to_string(wanted));
    bound.shape[axis] = extent;
  }
  const std::optional<int64_t> bytes =
      qdc::checkedArrayBytes(static_cast<int64_t>(qdc::elementSize(rule.type)), std::span(given.shape, given.rank));
  if (!bytes)
    return wrongArgument(kernel, index, "is larger than 2^63 - 1 bytes");
  bound.bytes = static_cast<uint64_t>(*bytes);
  return {};
}

static qdc::Status checkMemory(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given,
                               BoundArgument &bound) {
  if (given.memory != QDRT_MEMORY_DEVICE && given.memory != QDRT_MEMORY_HOST)
    return wrongArgument(kernel, index, "has the kind of memory {}; it takes QDRT_MEMORY_DEVICE or QDRT_MEMORY_HOST",
                         given.memory);
  uintptr_t address = reinterpret_cast<uintptr_t>(given.data);
  uint64_t size = qdc::elementSize(kernel.arguments[index].type);
  if (!given.data && bound.bytes != 0)
    return wrongArgument(kernel, index, "has no data; only an array without elements may be NULL");
  if (address % size != 0)
    return wrongArgument(kernel, index, "starts at an address that is not a multiple of {}, the size of its elements",
                         size);
  if (address > UINTPTR_MAX - bound.bytes)
    return wrongArgument(kernel, index, "ends after the last address");
  bound.memory = given.memory;
  bound.data = given.data;
  bound.device = MemoryReference::ofForeign(given.data);
  return {};
}

qdc::Status qdrt::loader::checkSizes(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given,
                                     BoundArgument &bound) {
  const qdc::Argument &rule = kernel.arguments[index];
  if (given.type != typeOf(rule.type))
    return wrongArgument(kernel, index, "is given as '{}'; it takes '{}'", qdrt_type_name(given.type),
                         qdrt_type_name(typeOf(rule.type)));
  bound.type = given.type;
  return rule.kind == qdc::ArgumentKind::scalar ? checkScalar(kernel, index, given, bound)
                                                : checkShape(kernel, index, given, bound);
}

qdc::Status qdrt::loader::checkArgument(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given,
                                        BoundArgument &bound) {
  qdc::Status checked = checkSizes(kernel, index, given, bound);
  return checked && kernel.arguments[index].kind == qdc::ArgumentKind::array ? checkMemory(kernel, index, given, bound)
                                                                             : checked;
}

const Variant &qdrt::loader::variantFor(const Kernel &kernel, std::span<const BoundArgument> arguments) {
  std::span<const Variant> variants = kernel.allVariants();
  auto fits = [&](const qdc::SpecializedValue &value) { return arguments[value.argument].bits == value.bits; };
  size_t index = 0;
  while (index + 1 < variants.size() && !std::ranges::all_of(variants[index].description->specializedValues, fits))
    ++index;
  return variants[index];
}

qdc::Status qdrt::loader::checkAccess(const qdc::Kernel &kernel, uint32_t index, const BoundArgument &bound,
                                      const Device &device) {
  if (bound.bytes == 0 || bound.memory != QDRT_MEMORY_DEVICE)
    return {};
  std::string reason = device.backend().unusableReason(bound.data);
  return reason.empty() ? qdc::Status() : wrongArgument(kernel, index, "{}", reason);
}

namespace {
/// Memory that a kernel touches, if `touched`.
struct Extent {
  AddressRange range;
  bool touched = false;
  bool written = false;

  /// Of this extent, which is touched.
  bool conflictsWith(const Extent &other) const {
    return other.touched && (written || other.written) && range.overlaps(other.range);
  }
};
} // namespace

static Extent extentOf(const qdc::Argument &rule, const BoundArgument &bound) {
  return {{reinterpret_cast<uintptr_t>(bound.data), bound.bytes},
          rule.kind == qdc::ArgumentKind::array && rule.access != qdc::Access::none,
          rule.access == qdc::Access::write || rule.access == qdc::Access::readWrite};
}

qdc::Status qdrt::loader::checkOverlap(const Kernel &kernel, std::span<const BoundArgument> arguments, uint32_t index) {
  if (arguments[index].bytes == 0)
    return {};
  const qdc::Kernel &description = kernel.description();
  const qdc::Argument &rule = description.arguments[index];
  Extent extent = extentOf(rule, arguments[index]);
  if (!extent.touched)
    return {};
  for (uint32_t other = 0; other < arguments.size(); ++other) {
    // Scalars and arrays without elements are nowhere.
    if (other == index || arguments[other].bytes == 0)
      continue;
    const qdc::Argument &otherRule = description.arguments[other];
    if (rule.mayAlias && otherRule.mayAlias)
      continue;
    Extent otherExtent = extentOf(otherRule, arguments[other]);
    if (extent.conflictsWith(otherExtent)) {
      const qdc::Argument &writer = extent.written ? rule : otherRule;
      return wrongArgument(description, index,
                           "overlaps argument '{}', and '{}' is written; arrays may share memory where both are only "
                           "read or both are marked 'qd.may_alias'",
                           otherRule.name, writer.name);
    }
  }
  for (const GlobalUse &use : kernel.globals()) {
    const GlobalState &global = kernel.module().globals()[use.global];
    if (extent.conflictsWith({{reinterpret_cast<uintptr_t>(global.address()), global.bytes}, true, use.written}))
      return wrongArgument(description, index, "overlaps global '{}', and one of the two is written",
                           kernel.module().description().globals[use.global].name);
  }
  return {};
}

qdc::Result<int64_t> ArgumentBindings::scalar(uint32_t argument) const {
  return signedValue(typeOf(kernel.arguments[argument].type), arguments[argument].bits);
}

qdc::Result<int64_t> ArgumentBindings::dim(uint32_t argument, uint32_t axis) const {
  return arguments[argument].shape[axis];
}

qdc::Result<int64_t> ArgumentBindings::word(uint64_t offset) const {
  int64_t value = 0;
  const uint64_t size = workspace ? workspace->size() : 0;
  if (size < sizeof(value) || offset > size - sizeof(value))
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "word({}) of kernel '{}' lies outside its workspace of {} bytes", offset, kernel.name, size);
  qdc::Status read = stream->read(&value, workspace->at(offset), sizeof(value));
  if (!read)
    return read;
  return value;
}
