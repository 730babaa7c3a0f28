//===- Terminal.h - What a stream may show ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_TERMINAL_H
#define QDC_TOOLS_COMMANDLINE_TERMINAL_H

#include <cstddef>

namespace qdc {

/// Whether the descriptor is a terminal that can erase a line; TERM=dumb cannot.
bool canErase(int descriptor);

/// Whether to write colours there: a terminal that takes them, and NO_COLOR is
/// not set, or empty.
bool takesColours(int descriptor);

/// Columns of the terminal; 80 where it does not tell.
size_t terminalWidth(int descriptor);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_TERMINAL_H
