//===- Differences.h - In what two packages differ --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_DIFFERENCES_H
#define QDC_TOOLS_INSPECT_DIFFERENCES_H

#include "Inspect/PackageSummary.h"

namespace qdc {

/// A thing that one of two packages lacks, or a property of it that differs.
struct Difference {
  std::string subject;  // "kernel 'axpy'", "image 'cpu:x86-64-v3'"
  std::string property; // "argument 'x'", "registers of 'axpy$update'"; empty: the thing itself
  std::optional<std::string> one, other; // its values; none: it is not there
};

/// The differences in the order of the first package, then what it lacks in the order of the second. None: the packages
/// are equal byte for byte, but for how the file is laid out.
std::vector<Difference> differencesOf(const PackageSummary &one, const PackageSummary &other);

/// A line for each, below its thing. The names are those of the packages.
std::string differencesText(const std::vector<Difference> &differences, const std::string &one,
                            const std::string &other);
/// One JSON object with the packages and the list; what is not there is null.
std::string differencesJson(const std::vector<Difference> &differences, const std::string &one,
                            const std::string &other);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_DIFFERENCES_H
