//===- CheckText.h - The text of a check ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a check says, as the compiler writes it and the loader reads it: in the
// text "{}" stands for the next value, and "{{}" for the two characters "{}",
// which users may have in names and in what their asserts say.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_CHECKTEXT_H
#define QDC_SUPPORT_CHECKTEXT_H

#include <string>
#include <string_view>
#include <vector>

namespace qdc {

struct CheckTextPiece {
  std::string_view text; // of a value "{}"; lies in the text or in the program
  bool isValue = false;
};

/// The text in pieces, in order.
std::vector<CheckTextPiece> splitCheckText(std::string_view text);

/// How many values the text takes.
size_t countCheckValues(std::string_view text);

/// The text of a check that says `plain`, whatever stands in it.
std::string escapeCheckText(std::string_view plain);

} // namespace qdc

#endif // QDC_SUPPORT_CHECKTEXT_H
