//===- SaveTemporary.cpp - LLVM modules for -save-temps -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/SaveTemporary.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace qdc {

Status saveTemporary(const llvm::Module &module, std::string_view suffix, const ImageOptions &options) {
  if (!options.saveTemporary)
    return {};
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return options.saveTemporary(suffix, text);
}

} // namespace qdc
