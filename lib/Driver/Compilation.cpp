//===- Compilation.cpp - What the phases work on --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"

#include "qdc/Dialect/QD/IR/SourcePlaces.h"
#include "qdc/Dialect/QD/Transforms/InputDialects.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <thread>

using namespace qdc;

static std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  qd::registerInputDialects(registry);
  // One thread until the source is known to be right: the parser's messages come in its order, and the first one ends
  // the compile.
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

/// A diagnostic at the innermost place of `location`, with notes where it was called from. One that names no place is
/// about the source as a whole.
Diagnostic Compilation::at(mlir::Location location, Severity severity, std::string message) const {
  Diagnostic result{severity, source.name, 0, 0, std::move(message), {}};
  Diagnostic *next = &result;
  for (mlir::FileLineColLoc place : qd::sourcePlaces(location)) {
    if (!next)
      next = &result.notes.emplace_back(Diagnostic{Severity::note, "", 0, 0, "called from here", {}});
    next->file = place.getFilename() == sourceLocated ? source.name : place.getFilename().str();
    next->line = place.getLine();
    next->column = place.getColumn();
    next = nullptr;
  }
  return result;
}

Diagnostic Compilation::convert(const mlir::Diagnostic &diagnostic) const {
  Diagnostic result = at(diagnostic.getLocation(), severityOf(diagnostic.getSeverity()), diagnostic.str());
  for (const mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(convert(note));
  return result;
}

/// Reports what the options do not turn off.
void Compilation::show(mlir::Diagnostic &diagnostic) {
  // A check compiles twice what 'qdc compile' warns of.
  if (options.package.gradientCheck && diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
    return;
  Diagnostic shown = convert(diagnostic);
  if (std::optional<qd::Warning> warning = qd::findWarning(diagnostic)) {
    const Severity found = shown.severity;
    std::optional<Severity> severity = options.warnings.severity(*warning, found);
    if (!severity)
      return;
    shown.severity = *severity;
    const bool becameError = *severity == Severity::error && found != Severity::error;
    shown.option = std::string(becameError ? "-Werror," : "") + "-W" + qd::describe(*warning).name;
  }
  // The gradient has compiled before.
  if (options.package.gradientCheck && options.package.gradientCheck->isReference)
    shown.notes.push_back({Severity::note,
                           "",
                           0,
                           0,
                           "'qdc check-grad' compares the gradient with forward mode, and so needs both; 'qdc compile "
                           "--grad' needs reverse mode alone",
                           {}});
  errors += shown.severity == Severity::error;
  listener.report(shown);
}

Compilation::Compilation(const KernelSource &source, const CompileOptions &options, CompileListener &listener)
    : source(source), options(options), listener(listener), sourceLocated(options.package.sourceName),
      threads(options.threads ? options.threads : std::max(std::thread::hardware_concurrency(), 1u)),
      context(makeContext()) {
  handler = context->getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    std::lock_guard lock(reporting);
    show(diagnostic);
  });
}

Compilation::~Compilation() { context->getDiagEngine().eraseHandler(handler); }

std::string TargetCompilation::name() const {
  return variant.empty() ? target->spelling() : target->spelling() + " " + variant;
}

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

void Compilation::showToolOutput(TargetCompilation &image, const std::string &text) {
  listener.showToolOutput(text);
  std::lock_guard lock(reporting);
  image.toolOutput.push_back(text);
}

qd::SimplifyOptions qdc::simplifyOptions(const CompileOptions &options) {
  const CodeOptions &code = options.package.code;
  return {code.optimizationLevel >= 2, code.fuseTasks, options.remarkFusedTasks, options.remarkMissedFusion};
}
