//===- KernelFuzzer.cpp - Any text as a kernel file -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a .qir file. What is refused has an error with a message; what is
// taken gets its warnings and goes, as it is and with all checks, through every
// phase ahead of the targets, whose passes keep it valid, and becomes a manifest
// or an error.
//
//===----------------------------------------------------------------------===//
#include "KernelMutator.h"
#include "Require.h"

#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/InputDialects.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"
#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "qdc/Driver/ReadKernels.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <memory>
#include <string>

using namespace mlir;

/// A context keeps every type and attribute that it ever saw; a new one now and then bounds that.
static MLIRContext &freshContext() {
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % 1000 == 0) {
    DialectRegistry registry;
    qdc::qd::registerInputDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->printOpOnDiagnostic(false);
  }
  return *context;
}

/// The phases from simplify to plan-graph.
static LogicalResult plan(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  qdc::qd::simplifyPipeline(passes);
  passes.addPass(qdc::qd::createOffload());
  passes.addPass(qdc::qd::createVerifyOffload());
  passes.addPass(qdc::qd::createNumberSites());
  return success(succeeded(passes.run(module)) && succeeded(qdc::buildManifest(module)));
}

/// The phase checks, for a variant with all of them.
static LogicalResult makeVariant(ModuleOp module) {
  const std::string variant = "arithmetic,bounds,float";
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(qdc::qd::createInlineHelpers());
  OpPassManager &kernels = passes.nest<qdc::qd::KernelOp>();
  kernels.addPass(qdc::qd::createUnifyExtents());
  kernels.addPass(qdc::qd::createNormalizeLoops());
  qdc::qd::addChecks(kernels, variant);
  qdc::qd::markVariant(module, variant);
  qdc::qd::renameVariant(module);
  return passes.run(module);
}

/// `errors` counts what was reported.
static LogicalResult compile(StringRef source, MLIRContext &context, const unsigned &errors) {
  OwningOpRef<ModuleOp> module = qdc::readKernels(source, "fuzz.qir", context);
  if (!module)
    return failure();
  qdc::qd::emitWarnings(*module);
  if (errors > 0) // an index that is outside of its array in each launch
    return failure();
  OwningOpRef<ModuleOp> checked = module->clone();
  if (failed(plan(*module)))
    return failure();
  return success(succeeded(makeVariant(*checked)) && succeeded(plan(*checked)));
}

/// LLVM's allocators poison what they have not given out, but only those that were compiled into our own code know it.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext &context = freshContext();
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    require(!diagnostic.str().empty(), "a diagnostic has a message");
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
  });
  LogicalResult result = compile({reinterpret_cast<const char *>(data), size}, context, errors);
  require(failed(result) == (errors > 0), "errors are reported, and what is reported ends in an error");
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t limit, unsigned seed) {
  // Bytes for the parser, words and lines for what comes after it.
  if (seed % 4 == 0)
    return LLVMFuzzerMutate(data, size, limit);
  std::string text = qdc::mutateKernel({reinterpret_cast<const char *>(data), size}, seed);
  text.resize(std::min(text.size(), limit));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
