//===- DriverError.cpp - What a driver refused ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/DriverError.h"

using namespace qdrt::loader;

std::string qdrt::loader::textOf(const DriverCode &code) {
  return qdc::formatText("{} error {} ({})", code.interface, code.number,
                         code.name ? code.name : "a code without a name");
}

qdc::Error qdrt::loader::driverError(const DriverCode &code, std::string_view attempted, std::string_view spelling) {
  return {code.meaning, qdc::formatText("cannot {} on '{}': {}", attempted, spelling, textOf(code))};
}
