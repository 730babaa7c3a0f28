//===- Numbers.h - Where a number stands in a source ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser reports a bad floating-point number only after its type, at the
// next token, which is often on a later line.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_NUMBERS_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_NUMBERS_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace qdc {

/// Where the last floating-point number ahead of `place` begins, a sign apart. Those in comments, strings and brackets
/// that are closed there do not count. Both are offsets in the text. Takes time linear in `place`.
std::optional<size_t> findFloatAhead(llvm::StringRef text, size_t place);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_NUMBERS_H
