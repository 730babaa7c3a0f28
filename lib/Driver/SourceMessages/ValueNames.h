//===- ValueNames.h - Values that are not where they are used ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser treats an undefined name as a forward reference, which a later
// definition resolves even if it is in another kernel. The error is then about
// the definition, or about isolated regions. The text of the source shows what
// is wrong.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_VALUENAMES_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_VALUENAMES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace qdc {

/// What is wrong with a name: at `place`, and where it was defined if that is known. Both are offsets in the text.
struct NameProblem {
  size_t place;
  std::string message;
  std::optional<size_t> definition;
};

/// Of the value that is used at `place` but not defined there. None if no name stands there. Reads the whole text.
std::optional<NameProblem> explainUndefined(llvm::StringRef text, size_t place);

/// Of an operation at `place` that uses a value of another kernel or function. None if no name tells which.
std::optional<NameProblem> explainForeignValue(llvm::StringRef text, size_t place);

/// Of a value defined at `definition` whose name was used before at `use`. None if both are in one kernel or function.
std::optional<NameProblem> explainEarlierUse(llvm::StringRef text, size_t use, size_t definition);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_VALUENAMES_H
