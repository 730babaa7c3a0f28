//===- SortedDiagnostics.h - Messages in the order of the source - C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_SORTEDDIAGNOSTICS_H
#define QDC_DIALECT_QD_IR_SORTEDDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

#include <functional>
#include <map>
#include <optional>
#include <tuple>

namespace qdc::qd {

/// Holds back what a context reports while this lives, and reports it at its end: in the order of the places in files
/// (sourcePlaces), what names none last; of equal messages at one place only the first.
class SortedDiagnostics {
public:
  /// What `isWanted` refuses is dropped.
  SortedDiagnostics(mlir::MLIRContext &context, std::function<bool(mlir::Diagnostic &)> isWanted);
  ~SortedDiagnostics();
  SortedDiagnostics(const SortedDiagnostics &) = delete;
  SortedDiagnostics &operator=(const SortedDiagnostics &) = delete;

private:
  using Place = std::tuple<bool, llvm::StringRef, unsigned, unsigned>; // whether there is none, file, line, column
  static Place placeOf(const mlir::Diagnostic &diagnostic);

  mlir::MLIRContext &context;
  std::multimap<Place, mlir::Diagnostic> held;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_SORTEDDIAGNOSTICS_H
