//===- NearestMatch.h - "did you mean ...?" ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_NEARESTMATCH_H
#define QDC_TOOLS_COMMANDLINE_NEARESTMATCH_H

#include <span>
#include <string>
#include <string_view>

namespace qdc {

/// The candidate with the smallest edit distance (insert, delete, replace, swap
/// of neighbours) to `name`; empty when that is more than 1 and than a quarter
/// of the name's length, or the name has less than 3 letters. The first one wins
/// a tie.
std::string nearestMatch(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'x'?" for the nearest match, or an empty string.
std::string didYouMean(std::string_view name, std::span<const std::string> candidates);

/// "'a', 'b', 'c'"; "none" for an empty list.
std::string quotedList(std::span<const std::string> names);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_NEARESTMATCH_H
