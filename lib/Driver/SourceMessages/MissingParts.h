//===- MissingParts.h - What an operation lacks ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step follows our message for what MLIR expected at a place of the text, and
// is empty where the text does not tell what to write.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_MISSINGPARTS_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_MISSINGPARTS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qdc {

/// A number as it stands in the text at `place`, or after blanks there; empty if there is none.
llvm::StringRef numberAt(llvm::StringRef text, size_t place);

/// Both types of a conversion, "i32 to index", of `from` if that is not empty; empty for other operations.
std::string castTypes(llvm::StringRef operation, llvm::StringRef from);

/// Where a ':' was expected: " and a type, as in ...".
std::string missingTypeStep(llvm::StringRef text, size_t place);

/// Where the name of a value was expected.
std::string missingValueStep(llvm::StringRef text, size_t place);

/// Where an attribute was expected.
std::string missingAttributeStep(llvm::StringRef text, size_t place);

/// Of an operation on an element of an array, where the array does not stand in its place.
std::string missingIndicesStep(llvm::StringRef operation);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_MISSINGPARTS_H
