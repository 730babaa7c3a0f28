//===- VerifierChecks.cpp - Checks that all of a manifest shares ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/ArrayBytes.h"
#include "qdc/Support/Utf8.h"

using namespace qdc;

bool VerifierChecks::fail(const ManifestPath &where, FormatPattern what, FormatValues values) {
  if (status)
    status = where.error(ErrorCode::invalidPackage, what, values);
  return false;
}

bool VerifierChecks::text(const ManifestPath &where, std::string_view value) {
  return require(validUtf8Prefix(value) == value.size(), where, "is not UTF-8") &&
         require(value.find('\0') == std::string_view::npos, where, "holds a zero byte");
}

bool VerifierChecks::name(const ManifestPath &where, std::string_view value) {
  return require(!value.empty(), where, "is empty") && text(where, value);
}

bool VerifierChecks::index(const ManifestPath &where, uint64_t value, size_t count, std::string_view plural) {
  return value < count || fail(where, "is {}, but the number of {} is {}", value, plural, count);
}

bool VerifierChecks::ascending(const ManifestPath &where, const std::vector<uint32_t> &values, size_t count,
                               std::string_view plural) {
  for (size_t i = 0; i < values.size(); ++i)
    if (!index(where.at(i), values[i], count, plural) ||
        !require(i == 0 || values[i - 1] < values[i], where, "is not in ascending order without repetition"))
      return false;
  return true;
}

bool VerifierChecks::shape(const ManifestPath &where, const std::vector<int64_t> &extents, ElementType type,
                           bool allowDynamic) {
  if (extents.size() > kMaximumRank)
    return fail(where, "has rank {}; at most {} is possible", extents.size(), kMaximumRank);
  std::vector<int64_t> known;
  for (size_t i = 0; i < extents.size(); ++i) {
    if (allowDynamic && extents[i] == kDynamicDimension)
      continue;
    if (extents[i] < 0)
      return fail(where.at(i), "is {}; an extent is not negative{}", extents[i],
                  allowDynamic ? ", or -1 where it is known at launch only" : "");
    known.push_back(extents[i]);
  }
  const bool fits = checkedArrayBytes(static_cast<int64_t>(elementSize(type)), known).has_value();
  return require(fits, where, "describes more than 2^63 - 1 bytes");
}

bool VerifierChecks::bits(const ManifestPath &where, uint64_t value, ElementType type) {
  uint64_t width = type == ElementType::i1 ? 1 : 8 * elementSize(type);
  return width == 64 || value >> width == 0 || fail(where, "does not fit the element type '{}'", enumName(type));
}

uint64_t qdc::staticBytes(const std::vector<int64_t> &extents, ElementType type) {
  uint64_t bytes = elementSize(type);
  for (int64_t extent : extents)
    bytes *= static_cast<uint64_t>(extent);
  return bytes;
}
