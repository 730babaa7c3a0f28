//===- Instance.h - What a kernel's launches share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_INSTANCE_H
#define QDC_TOOLS_RUNGRID_INSTANCE_H

#include "Arguments.h"
#include "Memory.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/SizeExpr/SizeExpr.h"

namespace qdc {

/// How a kernel runs, for all of its launches.
struct InstanceOptions {
  uint64_t seed = 0, ordinal = 0;
  int64_t maximumIterations = std::numeric_limits<int64_t>::max();
  bool isMisaligned = false; // arrays begin at multiples of an element and of no more
};

/// Memory and slots of a kernel, as a loader has them: arguments, workspace, globals, and what launches report.
class Instance : public SizeExprBindings {
public:
  /// `kernel` may be null, where only its entry points are left; its workspace is large enough for a small one then.
  /// `module` has the globals.
  Instance(mlir::ModuleOp module, qd::KernelOp kernel, llvm::ArrayRef<GivenArgument> arguments,
           const InstanceOptions &options);

  /// Makes what depends on sizes. Errors are those of their SizeExprs.
  Status allocate();

  /// A register for each parameter of an entry point. Errors name a slot that there is nothing for.
  Result<std::vector<uint64_t>> slotsOf(qd::EntryPointAttr entry);

  /// The array that a slot holds the address of; null if there is none.
  Array *arrayOf(qd::SlotAttr slot);
  /// An argument's array.
  Array &argument(unsigned number) { return *arguments[number]; }
  Array &workspace() { return *words; }
  Array &errorRecord() { return *record; }
  /// How often the body of a loop with a condition may run.
  int64_t maximumIterations() const { return options.maximumIterations; }

  // SizeExprBindings
  Result<int64_t> scalar(uint32_t argument) const override;
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override;
  Result<int64_t> word(uint64_t offset) const override;

private:
  Array &make(std::string name, uint64_t bytes, unsigned elementBytes);
  Array &ofNumber(std::map<unsigned, Array *> &arrays, unsigned number, llvm::StringRef name, uint64_t bytes);
  void makeGlobals(mlir::ModuleOp module);
  llvm::SmallVector<qd::TemporaryAttr> temporaries();
  Result<uint64_t> bytesOf(unsigned number, qd::TemporaryAttr temporary);
  Status makeRegion(unsigned region);

  qd::KernelOp kernel;
  llvm::ArrayRef<GivenArgument> given;
  InstanceOptions options;
  std::vector<std::unique_ptr<Array>> all;
  std::vector<Array *> arguments; // null: a scalar
  std::vector<Array *> globals;
  std::map<unsigned, Array *> regions, loopStates; // by their numbers
  Array *words = nullptr, *record, *prints, *stop;
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_INSTANCE_H
