//===- QuotedList.h - Lists of names in messages ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_QUOTEDLIST_H
#define QDC_TOOLS_COMMANDLINE_QUOTEDLIST_H

#include <span>
#include <string>
#include <string_view>

namespace qdc {

/// "'a', 'b', 'c'"; "none" for an empty list.
std::string quotedList(std::span<const std::string> names);

/// For the end of a message: "; did you mean 'x'?" where some of `names` are near to `name` (NearestNames.h), else "".
std::string suggestion(std::string_view name, std::span<const std::string> names);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_QUOTEDLIST_H
