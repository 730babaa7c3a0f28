//===- SignalSafeText.h - Text without allocations --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CRASH_SIGNALSAFETEXT_H
#define QDC_TOOLS_CRASH_SIGNALSAFETEXT_H

#include "qdc/Support/PrintableText.h"

#include <cstddef>
#include <string_view>
#include <unistd.h>

namespace qdc {

/// Text in a buffer of fixed size; what does not fit is left out. All of it may
/// be used in a signal handler.
class SignalSafeText {
public:
  SignalSafeText &operator<<(std::string_view part) {
    for (char c : part)
      add(c);
    return *this;
  }

  SignalSafeText &operator<<(unsigned number) {
    if (number >= 10)
      *this << number / 10;
    add(static_cast<char>('0' + number % 10));
    return *this;
  }

  /// `part` as people may see it (PrintableText.h).
  SignalSafeText &addPrintable(std::string_view part) {
    while (!part.empty()) {
      PrintablePiece piece = firstPrintable(part);
      *this << piece.shown;
      part.remove_prefix(piece.bytes);
    }
    return *this;
  }

  /// `part`, all of which may be shown, as it stands between the quotes of a JSON string.
  SignalSafeText &addJson(std::string_view part) {
    for (char c : part) {
      if (c == '"' || c == '\\')
        add('\\');
      add(c);
    }
    return *this;
  }

  std::string_view text() const { return {bytes, size}; }
  /// Ended by a zero.
  const char *c_str() const { return bytes; }

private:
  void add(char c) {
    if (size + 1 < sizeof(bytes))
      bytes[size++] = c;
  }

  char bytes[4096] = {};
  size_t size = 0;
};

} // namespace qdc

#endif // QDC_TOOLS_CRASH_SIGNALSAFETEXT_H
