//===- NearestNames.h - "did you mean ...?" ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_NEARESTNAMES_H
#define QDC_SUPPORT_NEARESTNAMES_H

#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// Whether `name` may be a misspelling of `candidate`: at most 1 letter differs in a name of 3 or 4 letters, 2 in
/// longer ones, a quarter from 12 letters on, and none in shorter ones, which have too many neighbours. A letter is
/// added, left out, replaced, or swapped with the next one. Upper and lower case are the same, and a '%', a '@' or
/// dashes in front are no part of a name. Names of more than 256 letters have no near ones. True
/// for equal names.
bool isNear(std::string_view name, std::string_view candidate);

/// Those candidates that are near and of which none differs in fewer letters, in their order, each once. None where
/// there are more than 4, which would tell nothing.
std::vector<std::string_view> nearestNames(std::string_view name, const std::vector<std::string_view> &candidates);

/// For the end of a message: "; did you mean 'a' or 'b'?". Empty without names.
std::string didYouMean(const std::vector<std::string_view> &names);

} // namespace qdc

#endif // QDC_SUPPORT_NEARESTNAMES_H
