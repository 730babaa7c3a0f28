//===- DriverError.cpp - What a driver refused ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/DriverError.h"

using namespace qdrt::loader;

std::string qdrt::loader::textOf(const DriverCode &code) {
  const std::string name = code.name ? code.name : "a code without a name";
  return std::string(code.interface) + " error " + std::to_string(code.number) + " (" + name + ")";
}

qdc::Error qdrt::loader::driverError(const DriverCode &code, std::string_view attempted, std::string_view spelling) {
  std::string message = "cannot ";
  message.append(attempted).append(" on '").append(spelling).append("': ").append(textOf(code));
  return {code.meaning, std::move(message)};
}
