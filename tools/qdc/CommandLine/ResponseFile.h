//===- ResponseFile.h - @file on a command line -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_RESPONSEFILE_H
#define QDC_TOOLS_COMMANDLINE_RESPONSEFILE_H

#include "qdc/Support/Result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// Splits text into words as a shell does: white space separates, single and
/// double quotes and the backslash protect; a '#' at the start of a word makes
/// the rest of the line a comment. An open quote and a zero byte are errors.
Result<std::vector<std::string>> splitWords(std::string_view text);

/// Replaces every word `@FILE` by the words in FILE, which may name further
/// files, 16 deep; `NAME=@FILE` is left alone. What cannot be read, such as a
/// folder, is an error.
Result<std::vector<std::string>> expandResponseFiles(std::span<const std::string> words);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_RESPONSEFILE_H
