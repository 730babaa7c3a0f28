//===- CompilerLog.cpp - What the driver's compiler says ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/CompilerLog.h"

#include <string_view>

using namespace qdrt::loader::cuda;

qdc::Error CompilerLog::addedTo(qdc::Error error) const {
  std::string_view said = text;
  while (!said.empty() && (said.back() == '\n' || said.back() == ' '))
    said.remove_suffix(1);
  if (!said.empty())
    error.message.append(": ").append(said);
  return error;
}
