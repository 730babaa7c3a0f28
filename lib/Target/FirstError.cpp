//===- FirstError.cpp - What LLVM has against a module --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/FirstError.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace qdc {

bool FirstError::handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) {
  if (diagnostic.getSeverity() != llvm::DS_Error || !message.empty())
    return true;
  llvm::raw_string_ostream stream(message);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  diagnostic.print(printer);
  return true;
}

} // namespace qdc
