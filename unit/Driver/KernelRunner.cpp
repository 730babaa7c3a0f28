//===- KernelRunner.cpp - Kernels as text, run -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include "qdc/Dialect/QD/Transforms/NumberSites.h"
#include "qdc/Dialect/QD/Transforms/Offload.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Dialect/QD/Transforms/VerifyOffload.h"
#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "qdc/Package/ManifestVerifier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <stdexcept>

using namespace qdc;

/// What the leaves of a size mean in the current run.
class KernelRunner::Bindings : public SizeExprBindings {
public:
  Bindings(const KernelRunner &runner, const CompiledModule::Arguments &arguments)
      : runner(runner), arguments(arguments) {}
  Result<int64_t> scalar(uint32_t argument) const override {
    bool isNarrow = runner.kernel.arguments.at(argument).type == ElementType::i32;
    qd_slot slot = arguments.arrays.at(argument);
    return isNarrow ? static_cast<int32_t>(slot) : static_cast<int64_t>(slot);
  }
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override { return arguments.dims.at(argument).at(axis); }
  Result<int64_t> word(uint64_t offset) const override { return runner.word(offset); }

private:
  const KernelRunner &runner;
  const CompiledModule::Arguments &arguments;
};

static bool simplifyKernels(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  qd::simplifyPipeline(passes);
  return mlir::succeeded(passes.run(module));
}

KernelRunner::KernelRunner(const std::string &source, Simplify simplify, const ImageOptions &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<qd::QDDialect, mlir::arith::ArithDialect, mlir::index::IndexDialect, mlir::math::MathDialect,
                      mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context, "test.qir");
  if (module && simplify == Simplify::yes && !simplifyKernels(*module))
    throw std::runtime_error("the kernel can't be simplified");
  if (!module || mlir::failed(qd::offloadKernels(*module)) || mlir::failed(qd::verifyOffload(*module)))
    throw std::runtime_error("the kernel is not valid");
  qd::numberSites(*module);
  mlir::FailureOr<ManifestDraft> draft = buildManifest(*module);
  if (mlir::failed(draft))
    throw std::runtime_error("there is no manifest");
  Manifest manifest;
  manifest.modules = {draft->module};
  if (Status valid = verifyManifest(manifest); !valid)
    throw std::runtime_error(valid.error().message);
  kernel = draft->module.kernels.at(0);
  symbols = draft->taskSymbols.at(0);
  std::string tasks;
  llvm::raw_string_ostream(tasks) << *module;
  code = std::make_unique<CompiledModule>(CompiledModule::compile(tasks, options));
}

int64_t KernelRunner::word(uint64_t offset) const {
  int64_t value;
  std::memcpy(&value, workspace.data() + offset, sizeof value);
  return value;
}

void KernelRunner::setWord(std::optional<uint64_t> offset, int64_t value) {
  if (offset)
    std::memcpy(workspace.data() + *offset, &value, sizeof value);
}

int64_t KernelRunner::evaluate(const SizeExpr &expr, const CompiledModule::Arguments &arguments) const {
  Result<int64_t> value = expr.evaluate(Bindings(*this, arguments));
  if (!value)
    throw std::runtime_error(value.error().message);
  return *value;
}

int64_t KernelRunner::extent(size_t task, const CompiledModule::Arguments &arguments) const {
  return evaluate(kernel.tasks.at(task).extent, arguments);
}

void KernelRunner::runTask(uint32_t task) {
  int64_t extent = evaluate(kernel.tasks.at(task).extent);
  constexpr int64_t chunk = 5;
  for (int64_t begin = (extent - 1) / chunk * chunk; begin >= 0 && extent > 0; begin -= chunk)
    code->run(current, begin, std::min(begin + chunk, extent), symbols.at(task));
}

void KernelRunner::runNode(const Node &node) {
  auto isSet = [&](uint64_t offset) { return workspace.at(offset) != 0; };
  switch (node.kind) {
  case NodeKind::task:
    return runTask(node.task);
  case NodeKind::doWhile: {
    int64_t iterations = 0;
    std::optional<int64_t> maximum;
    if (node.maximum)
      maximum = evaluate(*node.maximum);
    do {
      runNodes(node.body);
      ++iterations;
    } while (*reinterpret_cast<const int32_t *>(current.arrays.at(node.flag.index)) != 0 &&
             !(maximum && iterations >= *maximum));
    return setWord(node.iterationWord, iterations);
  }
  case NodeKind::whileDo:
    for (runNodes(node.before); isSet(node.conditionWord); runNodes(node.before))
      runNodes(node.body);
    return;
  case NodeKind::repeat:
    for (int64_t i = evaluate(*node.lower); i < evaluate(*node.upper); i += evaluate(*node.step)) {
      setWord(node.inductionWord, i);
      runNodes(node.body);
    }
    return;
  case NodeKind::branch:
    return runNodes(isSet(node.conditionWord) ? node.body : node.elseBody);
  }
}

void KernelRunner::runNodes(const std::vector<Node> &nodes) {
  for (const Node &node : nodes)
    runNode(node);
}

void KernelRunner::run(CompiledModule::Arguments arguments) {
  workspace.assign(evaluate(kernel.workspace.wordsBytes()), '\x5a');
  current = std::move(arguments);
  current.workspace = workspace.data();
  runNodes(kernel.graph);
}
