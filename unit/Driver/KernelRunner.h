//===- KernelRunner.h - Kernels as text, run ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offloads a kernel, compiles its tasks and walks its graph as the manifest
// describes it, without the loader. Parallel tasks run in small chunks, the last
// one first, since their iterations have no order. Words hold garbage at first.
// The flag of a do-while is an argument of type i32.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_DRIVER_KERNELRUNNER_H
#define QDC_UNIT_DRIVER_KERNELRUNNER_H

#include "../Target/CompiledModule.h"
#include "qdc/Package/Manifest.h"

#include <string>
#include <vector>

namespace qdc {

class KernelRunner {
public:
  /// Whether the phase simplify runs ahead of offload.
  enum class Simplify { no, yes };

  /// The first kernel of a module. Errors are thrown as std::runtime_error.
  explicit KernelRunner(const std::string &source, Simplify simplify = Simplify::no, const ImageOptions &options = {});

  /// Runs the graph once. `arguments` has those of the kernel, in its order.
  void run(CompiledModule::Arguments arguments);

  /// A result of the last run.
  template <typename T>
  T result(size_t index) const {
    T value;
    std::memcpy(&value, workspace.data() + kernel.results.at(index).workspaceOffset, sizeof value);
    return value;
  }

  /// Iterations of a task, for these arguments.
  int64_t extent(size_t task, const CompiledModule::Arguments &arguments) const;

  Kernel kernel;

private:
  class Bindings;

  void runNodes(const std::vector<Node> &nodes);
  void runNode(const Node &node);
  void runTask(uint32_t task);
  int64_t evaluate(const SizeExpr &expr, const CompiledModule::Arguments &arguments) const;
  /// In the current run.
  int64_t evaluate(const SizeExpr &expr) const { return evaluate(expr, current); }
  int64_t word(uint64_t offset) const;
  void setWord(std::optional<uint64_t> offset, int64_t value);

  std::vector<std::string> symbols;
  std::unique_ptr<CompiledModule> code;
  CompiledModule::Arguments current;
  std::vector<char> workspace;
};

} // namespace qdc

#endif // QDC_UNIT_DRIVER_KERNELRUNNER_H
