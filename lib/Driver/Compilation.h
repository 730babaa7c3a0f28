//===- Compilation.h - What the phases work on ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_COMPILATION_H
#define QDC_LIB_DRIVER_COMPILATION_H

#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Driver/Compile.h"
#include "qdc/Driver/Diagnostics.h"
#include "qdc/Driver/DriverOptions.h"
#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "qdc/Support/Bytes.h"
#include "qdc/Target/Target.h"
#include "qdc/Target/ThreadPool.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace qdc {

/// What becomes one image: a target, of the plain kernels or of a variant.
struct TargetCompilation {
  std::unique_ptr<Target> target;
  std::string variant; // of the kernels in it; empty: the plain ones
  mlir::OwningOpRef<mlir::ModuleOp> module; // after lower
  CompiledImage image;                      // after emit

  /// "cpu:native", or "cpu:native bounds".
  std::string name() const;
};

/// One compile: each phase leaves here what the next ones need. MLIR's
/// diagnostics go to the printer as long as it lives.
class Compilation {
public:
  Compilation(const DriverOptions &options, DiagnosticPrinter &printer, CompileProgress &progress);
  ~Compilation();

  /// Runs the passes that `build` adds on a module and verifies what they
  /// leave; errors go to the printer.
  bool runPasses(mlir::ModuleOp module, llvm::function_ref<void(mlir::OpPassManager &)> build);

  /// Reports an error that is about no place in the source; gives false, so
  /// that a phase can return it.
  bool fail(Error reason);
  /// The first error given to fail.
  const std::optional<Error> &failure() const { return failed; }

  /// What -v shows: a line on standard error. Any thread may call it.
  void log(const std::string &line) const;
  /// Shows what a tool said, on standard error. Any thread may call it.
  void showToolOutput(const std::string &text) const;
  /// Writes a file of -save-temps: the output's name with `suffix` for its
  /// ending. Any thread may call it.
  Status saveTemporary(const std::string &suffix, ByteSpan bytes) const;

  const DriverOptions &options;
  DiagnosticPrinter &printer;
  CompileProgress &progress; // has the source after parse

  const std::string sourceName;    // as the user knows it
  const std::string sourceLocated; // as locations have it
  ThreadPool threads;              // that MLIR's passes use after parse
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module; // after parse, until lower
  ManifestDraft draft;                      // after plan-graph
  std::vector<TargetCompilation> targets;   // one for each image, from the start
  ByteVector package;                       // after package

private:
  Diagnostic convert(const mlir::Diagnostic &diagnostic) const;
  void show(mlir::Diagnostic &diagnostic);
  Diagnostic at(mlir::Location location, Severity severity, std::string message) const;

  mlir::DiagnosticEngine::HandlerID handler;
  std::mutex printing;
  std::optional<Error> failed;
};

/// What the options say of the passes that simplify.
qd::SimplifyOptions simplifyOptions(const DriverOptions &options);

} // namespace qdc

#endif // QDC_LIB_DRIVER_COMPILATION_H
