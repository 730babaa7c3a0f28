//===- ExtentNames.h - Names of extents that qdc makes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of a derivative are as large as those of the kernel. Where the
// source names no extent, the compiler makes a name, to say so: "x.extent0".
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_EXTENTNAMES_H
#define QDC_PACKAGE_EXTENTNAMES_H

#include <string>
#include <string_view>

namespace qdc {

inline constexpr std::string_view kMadeExtent = ".extent";

/// "x.extent0". Where that is taken, a '_' or more follow.
inline std::string madeExtentName(std::string_view argument, size_t axis) {
  return std::string(argument).append(kMadeExtent) + std::to_string(axis);
}

/// Whether a name has the form of those that are made.
constexpr bool isMadeExtentName(std::string_view name) {
  const size_t start = name.rfind(kMadeExtent);
  if (start == std::string_view::npos)
    return false;
  std::string_view axis = name.substr(start + kMadeExtent.size());
  while (axis.ends_with('_'))
    axis.remove_suffix(1);
  return !axis.empty() && axis.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace qdc

#endif // QDC_PACKAGE_EXTENTNAMES_H
