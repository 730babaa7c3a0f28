//===- AssemblerName.cpp - Symbols as assemblers take them ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/QDToGPU/AssemblerName.h"

#include "llvm/ADT/StringExtras.h"

namespace qdc {

std::string assemblerName(std::string_view symbol) {
  std::string name = symbol.empty() || llvm::isDigit(symbol.front()) ? "_" : "";
  for (char c : symbol)
    name += llvm::isAlnum(c) || c == '$' ? c : c == '.' ? '$' : '_';
  return name;
}

} // namespace qdc
