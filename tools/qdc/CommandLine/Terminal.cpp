//===- Terminal.cpp - What a stream may show ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Terminal.h"

#include "CommandLine/Environment.h"

#include <sys/ioctl.h>
#include <unistd.h>

using namespace qdc;

bool qdc::canErase(int descriptor) { return isatty(descriptor) && !terminalIsDumb(); }

bool qdc::takesColours(int descriptor) { return canErase(descriptor) && !coloursAreUnwanted(); }

size_t qdc::terminalWidth(int descriptor) {
  winsize size = {};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
