//===- Terminal.cpp - What a stream may show ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Terminal.h"

#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace qdc;

static std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool qdc::canErase(int descriptor) { return isatty(descriptor) && variable("TERM") != "dumb"; }

bool qdc::takesColours(int descriptor) { return canErase(descriptor) && variable("NO_COLOR").empty(); }

size_t qdc::terminalWidth(int descriptor) {
  winsize size = {};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
