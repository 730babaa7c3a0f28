//===- HeaderText.h - Lines of a header -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_HEADER_HEADERTEXT_H
#define QDC_LIB_HEADER_HEADERTEXT_H

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// Columns of a header.
inline constexpr size_t kHeaderColumns = 120;

/// A string literal of C and C++ with exactly these bytes.
std::string stringLiteral(std::string_view text);

/// A number, as digits.
std::string count(size_t number);

/// A name in quotes, for a comment.
std::string quotedName(std::string_view name);

/// The text of a header, line by line.
class HeaderText {
public:
  void line(std::string_view text) { (lines += text) += '\n'; }
  void blankLine() { lines += '\n'; }
  /// What each header begins with: what it is, and the headers that it includes, the loader's and those of the
  /// language.
  void opening(std::string_view loader, std::initializer_list<std::string_view> others);
  /// A comment of whole words, with `mark` ("// ", "  /// ") at the start of each line. No line ends in a backslash and
  /// no trigraph stands there, whatever the words: the backslash is "\x5c" then, and the second of two '?' "\x3f".
  void comment(std::string_view mark, std::string_view given);
  /// A function with that one statement in its body: "  int f()", "return 1;". In one line if it fits.
  void function(std::string_view head, std::string_view statement);

  /// A call or the head of a function: "int f(", {"int a", "int b"}. What a line has no room for goes to the next one,
  /// below the first part.
  void head(std::string_view start, const std::vector<std::string> &parts, std::string_view end = ") {");

  /// All lines. Where some are longer than kHeaderColumns, which clang-format would then break, it is told not to,
  /// after the comment at the head of the text.
  std::string take();

private:
  std::string lines;
};

} // namespace qdc

#endif // QDC_LIB_HEADER_HEADERTEXT_H
