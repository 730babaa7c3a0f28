//===- Activity.h - What a derivative is made of ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float is varied if it may depend, through arithmetic, on what is
// differentiated with respect to; it is active if a float output may depend on
// it as well. Outputs are the results of the kernel and all that it writes into
// arguments and globals. Integers and conditions are never active.
//
// An array has a shadow if it is varied, and written, or read by an active load.
// Varied at the start are the arguments that are asked for or, where none are,
// all floats among arguments and globals.
//
// A checked variant is made of the kernel as the source has it, where more may
// look active than in the plain code, which is simplified. Its derivatives are
// called like those of the plain code: what starts varied is what has a
// derivative there, and has one here. That leaves nothing out, since no output
// depends on the rest. Other arrays may hold varied values in between; their
// shadows are temporaries of the derivative.
//
// The analysis is insensitive to the order of operations, so it may call more
// active than is.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_ACTIVITY_H
#define QDC_LIB_AUTODIFF_ANALYSIS_ACTIVITY_H

#include "AutoDiff/Analysis/Arrays.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseSet.h"

namespace qdc::autodiff {

/// Which values and arrays of a kernel are active. The kernel must not change.
class Activity {
public:
  /// The kernel's helper functions are inlined.
  Activity(qd::KernelOp kernel, const qd::DerivativeRequest &request);

  bool isActive(mlir::Value value) const { return varied.contains(value) && useful.contains(value); }
  bool hasActive(mlir::ValueRange values) const {
    return llvm::any_of(values, [&](mlir::Value value) { return isActive(value); });
  }
  /// Of an array: an argument, a global's memref.get_global, a memref.alloc or a memref.alloca.
  bool hasShadow(mlir::Value array) const { return shadowed.contains(arrayKey(array)); }
  /// Whether callers see the derivative of an argument or of a global: it is another argument, or a public global.
  bool isShared(mlir::Value argumentOrGlobal) const;
  /// The arguments and globals of which that is so, each once, as requests name them.
  mlir::ArrayAttr listShared() const;
  /// The arguments and globals that have a shadow which callers do not see, each once.
  llvm::ArrayRef<mlir::Value> ownShadows() const { return owned; }
  /// Whether the value of a float may depend on what is differentiated with respect to.
  bool isVaried(mlir::Value value) const { return varied.contains(value); }

private:
  void addSources(const qd::DerivativeRequest &request);
  /// Propagates "varied" from operands to results, and "useful" from results to operands.
  void spread(mlir::Operation *op);
  void spreadAccess(qd::ElementAccess access);
  void spreadThroughRegions(mlir::Operation *op);
  /// `to` has the value of `from`: "varied" propagates forwards, "useful" backwards.
  void pass(mlir::Value from, mlir::Value to);
  void findShadows();

  void addVaried(mlir::Value value) { isChanged |= varied.insert(value).second; }
  void addUseful(mlir::Value value) { isChanged |= useful.insert(value).second; }

  qd::KernelOp kernel;
  mlir::ArrayAttr plain; // of the request
  llvm::SmallVector<mlir::Value> owned;
  llvm::DenseSet<mlir::Value> varied, useful; // floats
  llvm::DenseSet<ArrayKey> variedArrays, usefulArrays, shadowed;
  bool isChanged = false;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_ACTIVITY_H
