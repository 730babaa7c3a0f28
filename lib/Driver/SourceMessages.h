//===- SourceMessages.h - What is wrong with a source, in our words -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser and verifier speak to those who write compilers: of region #0,
// of dominance, of properties that are converted. Those who write kernels are
// told the same of loops, values and attributes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_H

#include "mlir/IR/Diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace qdc {

/// Holds back what a context reports while this lives, and reports it at its end in our words. Messages that are ours
/// already stay as they are.
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
