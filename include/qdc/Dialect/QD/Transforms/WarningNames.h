//===- WarningNames.h - What warnings are called -------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_WARNINGNAMES_H
#define QDC_DIALECT_QD_TRANSFORMS_WARNINGNAMES_H

#include <cstddef>
#include <cstdint>

namespace qdc::qd {

/// Something in a verified kernel that is likely not what was meant.
enum class Warning : uint8_t {
#define QDC_WARNING(NAME, SUMMARY) NAME,
#include "qdc/Dialect/QD/Transforms/Warnings.def"
};

struct WarningDescription {
  const char *name;    // "race", of -Wrace
  const char *summary; // what it finds: one line, lower-case start, no full stop
};

/// By Warning, in the order of their names.
inline constexpr WarningDescription warningDescriptions[] = {
#define QDC_WARNING(NAME, SUMMARY) {#NAME, SUMMARY},
#include "qdc/Dialect/QD/Transforms/Warnings.def"
};

constexpr const WarningDescription &describe(Warning warning) {
  return warningDescriptions[static_cast<size_t>(warning)];
}

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_WARNINGNAMES_H
