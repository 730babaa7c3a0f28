//===- Compilation.h - What the phases work on ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_COMPILATION_H
#define QDC_LIB_DRIVER_COMPILATION_H

#include "ImageCache.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Driver/CompilePackage.h"
#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "qdc/Support/Bytes.h"
#include "qdc/Target/Target.h"
#include "qdc/Target/ThreadPool.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
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
  bool isKept = false;                      // the image was made before, and has no module
  std::vector<std::string> toolOutput;      // what tools printed while it was made

  /// "cpu:native", or "cpu:native bounds".
  std::string name() const;
};

/// One compile: each phase leaves here what the next ones need. MLIR's
/// diagnostics go to the listener as long as it lives.
class Compilation {
public:
  Compilation(const KernelSource &source, const CompileOptions &options, CompileListener &listener);
  ~Compilation();

  /// Runs the passes that `build` adds on a module and verifies what they
  /// leave; errors go to the listener.
  bool runPasses(mlir::ModuleOp module, llvm::function_ref<void(mlir::OpPassManager &)> build);

  /// Reports an error that is about no place in the source; gives false, so
  /// that a phase can return it.
  bool fail(Error reason);
  /// The first error given to fail.
  const std::optional<Error> &failure() const { return failed; }

  /// Tells the listener what a tool said about an image, and notes it there. Any thread may call it.
  void showToolOutput(TargetCompilation &image, const std::string &text);

  /// How many errors the listener was told.
  unsigned errorCount() const { return errors; }

  const KernelSource &source;
  const CompileOptions &options;
  CompileListener &listener;
  /// Takes a file of -save-temps, whose name ends with `suffix`. Any thread may call it. Empty: none are kept.
  std::function<Status(const std::string &suffix, ByteSpan bytes)> saveTemporary;

  ImageCache *images = nullptr; // where images come from and go to; none: all are made

  const std::string sourceLocated; // the source's name in locations
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
  std::mutex reporting;
  unsigned errors = 0;
  std::optional<Error> failed;
};

/// What the options say of the passes that simplify.
qd::SimplifyOptions simplifyOptions(const CompileOptions &options);

} // namespace qdc

#endif // QDC_LIB_DRIVER_COMPILATION_H
