//===- SourceMessages.h - What is wrong with a source, in our words -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of MLIR's parser and verifier are written for compiler engineers:
// they name region #0, dominance, the conversion of properties. These reword
// them for users, in terms of loops, values and attributes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_H

#include "mlir/IR/Diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace qdc {

/// Collects the diagnostics that a context emits while this object lives; the destructor emits them reworded. Messages
/// of qdc itself stay as they are.
class SourceMessages {
public:
  /// `text` is the source, which locations call `name`; empty where it is no text. It must outlive this.
  SourceMessages(mlir::MLIRContext &context, llvm::StringRef text, llvm::StringRef name);
  ~SourceMessages();
  SourceMessages(const SourceMessages &) = delete;
  SourceMessages &operator=(const SourceMessages &) = delete;

private:
  mlir::MLIRContext &context;
  llvm::StringRef text;
  llvm::StringRef name;
  std::vector<mlir::Diagnostic> held;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_H
