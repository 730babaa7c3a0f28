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

std::string qdc::withoutControls(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if ((byte < 32 && c != '\n' && c != '\t') || byte == 127)
      result += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    else
      result += c;
  }
  return result;
}
