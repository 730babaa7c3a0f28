//===- Compilation.cpp - What the phases work on --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"

#include "Paths.h"
#include "qdc/Dialect/QD/Transforms/InputDialects.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/PrintableText.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include <cstdio>

using namespace qdc;

static std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  qd::registerInputDialects(registry);
  registerTargetInterfaces(registry);
  // Kernels are small: threads would cost more than they give, and diagnostics would come in any order.
  auto context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  // The caret shows the source; the generic form of the operation would only hide the message.
  context->printOpOnDiagnostic(false);
  return context;
}

static Severity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return Severity::error;
  case mlir::DiagnosticSeverity::Warning:
    return Severity::warning;
  case mlir::DiagnosticSeverity::Remark:
    return Severity::remark;
  case mlir::DiagnosticSeverity::Note:
    return Severity::note;
  }
  return Severity::error;
}

/// The place a location names, with the source's name as the user knows it.
SourceLocation Compilation::place(mlir::Location location) const {
  SourceLocation place = sourceLocation(location);
  if (place.file == sourceLocated)
    place.file = sourceName;
  return place;
}

/// A call that was inlined: the places it was called from, as notes.
void Compilation::addCallers(mlir::Location location, Diagnostic &diagnostic) const {
  while (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location)) {
    SourceLocation caller = place(call.getCaller());
    if (caller.line)
      diagnostic.notes.push_back({Severity::note, caller.file, caller.line, caller.column, "called from here", {}});
    location = call.getCaller();
  }
}

Diagnostic Compilation::convert(const mlir::Diagnostic &diagnostic) const {
  SourceLocation at = place(diagnostic.getLocation());
  Diagnostic result{severityOf(diagnostic.getSeverity()), at.file, at.line, at.column, diagnostic.str(), {}};
  addCallers(diagnostic.getLocation(), result);
  for (const mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(convert(note));
  return result;
}

Compilation::Compilation(const DriverOptions &options, DiagnosticPrinter &printer, CompileProgress &progress)
    : options(options), printer(printer), progress(progress), sourceName(displayedName(options)),
      sourceLocated(recordedName(options)), assembler(options.cudaTools, options.ptxasArguments),
      context(makeContext()) {
  handler = context->getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    std::lock_guard lock(printing);
    this->printer.print(convert(diagnostic));
  });
}

Compilation::~Compilation() { context->getDiagEngine().eraseHandler(handler); }

bool Compilation::runPasses(mlir::ModuleOp module, llvm::function_ref<void(mlir::OpPassManager &)> build) {
  mlir::PassManager passes(context.get(), mlir::ModuleOp::getOperationName());
  build(passes);
  // Once a phase: between all passes it takes a quarter of their time. qdc-opt, which the passes' tests run, verifies
  // after each.
  passes.enableVerifier(false);
  return mlir::succeeded(passes.run(module)) && mlir::succeeded(mlir::verify(module));
}

bool Compilation::fail(Error reason) {
  if (!failed)
    failed = std::move(reason);
  return false;
}

void Compilation::log(const std::string &line) const {
  if (options.isVerbose)
    std::fprintf(stderr, "qdc: %s\n", printableLine(line).c_str());
}

void Compilation::showToolOutput(const std::string &text) const {
  std::fprintf(stderr, "%s\n", printableText(text).c_str());
}

Status Compilation::saveTemporary(const std::string &suffix, ByteSpan bytes) const {
  std::string path = temporaryStem(options) + "." + suffix;
  log("write " + path);
  return writeFileAtomically(path, bytes);
}
