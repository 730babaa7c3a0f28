//===- NextSteps.h - What to write instead ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's messages say what its parser expected. The text around the place shows
// what was probably meant, and so what to write instead.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_NEXTSTEPS_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_NEXTSTEPS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace qdc {

/// The whole message, where the text shows that MLIR's own is beside the point: for `theirs` at `place`.
std::optional<std::string> explainFromText(llvm::StringRef theirs, llvm::StringRef text, size_t place);

/// What follows our message for `theirs` at `place`: "; write ...", or nothing. `earlier` is the place of MLIR's note,
/// if it has one.
std::string nextStep(llvm::StringRef theirs, llvm::StringRef text, size_t place, std::optional<size_t> earlier);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_NEXTSTEPS_H
