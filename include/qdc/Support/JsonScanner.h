//===- JsonScanner.h - To parts of JSON without the rest --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds values in JSON text a hundred times as fast as parseJson reads them.
// What it passes over it only follows by quotes and brackets, so whoever uses
// such a part parses it. In valid JSON the parts are those that a parser sees.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_JSONSCANNER_H
#define QDC_SUPPORT_JSONSCANNER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qdc {

/// Walks a text, which outlives it, from value to value:
///
///   JsonScanner scanner(text);
///   scanner.enter();
///   while (scanner.next())
///     if (scanner.key() == "shape")
///       shape = scanner.value();
///     else
///       scanner.value();
///
/// After the first thing that is no JSON next() is false and the parts are empty.
class JsonScanner {
public:
  explicit JsonScanner(std::string_view text) : text(text) {}

  /// False: it came upon something that is no JSON.
  bool isValid() const { return !failed; }
  /// The first character of what comes next; 0 at the end of the text.
  char peek();
  /// Whether nothing but white space is left.
  bool isAtEnd() { return peek() == 0 && at == text.size() && !failed; }
  /// How many arrays and objects are open.
  unsigned depth() const { return open; }
  /// How many bytes it has passed.
  size_t position() const { return at; }

  /// Goes into the array or object that comes next, 64 of them at most.
  void enter();
  /// Goes to the next element or member of what is open; at its end it leaves that and is false.
  bool next();
  /// Of a member, before its value; the view holds until the next call.
  std::string_view key();
  /// Goes past the value that comes next, and gives its text.
  std::string_view value();

private:
  void fail();
  void passWord();
  void passString();
  void passNested();

  std::string_view text;
  size_t at = 0;
  unsigned open = 0;
  uint64_t areObjects = 0; // a bit for each that is open, the innermost one lowest
  bool isFirst = false;    // nothing of the innermost one was seen
  bool failed = false;
  std::string decoded; // a key with an escape
};

/// The string that a JSON text is, or none. It is a part of that text, but where it has an escape or a letter outside
/// of ASCII: then `decoded` holds it.
std::optional<std::string_view> decodeString(std::string_view json, std::string &decoded);

} // namespace qdc

#endif // QDC_SUPPORT_JSONSCANNER_H
