//===- SaveTemporary.h - LLVM modules for -save-temps -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_SAVETEMPORARY_H
#define QDC_TARGET_SAVETEMPORARY_H

#include "qdc/Target/Target.h"

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// Gives the text of `module` to ImageOptions::saveTemporary, if that is set.
Status saveTemporary(const llvm::Module &module, std::string_view suffix, const ImageOptions &options);

} // namespace qdc

#endif // QDC_TARGET_SAVETEMPORARY_H
