//===- OtherTypes.h - Values of another type than is taken -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_OTHERTYPES_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_OTHERTYPES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace qdc {

/// What to write of the value at `place` in the text, which an operation takes as type `wanted`, and which is of type
/// `has`, from its definition at `earlier` on: "; write ...". Empty if nothing helps.
std::string mismatchStep(llvm::StringRef wanted, llvm::StringRef has, llvm::StringRef text, size_t place,
                         std::optional<size_t> earlier);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_OTHERTYPES_H
