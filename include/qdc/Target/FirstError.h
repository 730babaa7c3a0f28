//===- FirstError.h - What LLVM has against a module ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_FIRSTERROR_H
#define QDC_TARGET_FIRSTERROR_H

#include "llvm/IR/DiagnosticHandler.h"

#include <string>

namespace qdc {

/// Keeps the first error that LLVM's passes and back ends report about a module, and all other remarks to itself.
/// Without a handler LLVM prints errors and ends the process.
class FirstError final : public llvm::DiagnosticHandler {
public:
  /// `message` receives the error's text; it stays empty where there is none, and outlives the context that has this
  /// handler.
  explicit FirstError(std::string &message) : message(message) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) override;

private:
  std::string &message;
};

} // namespace qdc

#endif // QDC_TARGET_FIRSTERROR_H
