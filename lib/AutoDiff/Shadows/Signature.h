//===- Signature.h - Arguments of a derivative ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derivative has the arguments of its kernel, then a shadow (or tangent) for each
// that is active, in the same order. The shadow of an array has the array's type,
// and the loader verifies that both have the same extents: a dynamic axis without a
// name gets one that the two share.
//
// The added arguments are named after those of the kernel. Where the name is taken,
// that is an error, since callers use it; the name of an extent, which only messages
// show, is changed until it is free.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SHADOWS_SIGNATURE_H
#define QDC_LIB_AUTODIFF_SHADOWS_SIGNATURE_H

#include "AutoDiff/Analysis/Activity.h"
#include "qdc/Package/Manifest.h"

#include "llvm/ADT/DenseMap.h"

namespace qdc::autodiff {

/// What is added: shadows, named "x.grad", or tangents, named "x.tangent".
struct Kind {
  llvm::StringLiteral suffix;
  ArgumentRole role;
  bool hasScalarsInArrays; // that of a scalar argument is an array of rank 0, in which sums accumulate
  bool hasSeeds;           // each float result has a seed among the arguments
};
inline constexpr Kind kShadow = {".grad", ArgumentRole::shadow, true, true};
inline constexpr Kind kTangent = {".tangent", ArgumentRole::tangent, false, false};

/// Emits an error, and fails, where a name that the derivative of `kernel` needs is taken: of an argument, by another;
/// of a global, by any symbol but what an earlier call made for the same global and kind.
mlir::LogicalResult verifyNames(qd::KernelOp kernel, const Activity &activity, const Kind &kind);

/// Maps each active array and scalar argument of a kernel to its shadow or tangent.
class Signature {
public:
  /// Adds the arguments to `derivative`, which has those of a kernel so far, whose names verifyNames accepts.
  /// `activity` is that of its body, or of one with the same arguments, whose are `primal`.
  Signature(qd::KernelOp derivative, mlir::Block::BlockArgListType primal, const Activity &activity, const Kind &kind);

  /// Adds an argument "result<N>.grad" for each float among the results of the kernel, which have these types.
  void addSeeds(llvm::ArrayRef<mlir::Type> resultTypes);

  /// The derivative of an array of the primal body, or the argument that belongs to a scalar, as seen from the
  /// builder's place; null: it has none.
  mlir::Value find(mlir::OpBuilder &builder, mlir::Value primal);
  /// Makes, at the builder's place at top level, a temporary with zeros in it for each array that has a derivative
  /// which callers do not see. `here` tells what an argument of the primal body is in the derivative.
  void addOwnShadows(mlir::OpBuilder &builder, llvm::function_ref<mlir::Value(mlir::Value)> here);
  /// Says where the derivative of a local array or of a temporary is.
  void addLocal(mlir::Value primal, mlir::Value derivative) { values[primal] = derivative; }
  /// That of result `index`; null: it is no float.
  mlir::Value seed(unsigned index) const { return seeds[index]; }

private:
  mlir::BlockArgument add(const std::string &name, mlir::Type type, ArgumentRole role, mlir::Attribute dims,
                          mlir::Location location);
  mlir::Attribute nameExtents(unsigned argument);
  std::string nameExtent(unsigned argument, int64_t axis);

  qd::KernelOp kernel;
  const Activity &activity;
  const Kind &kind;
  llvm::DenseMap<mlir::Value, mlir::Value> values; // by arguments and local arrays and temporaries of the primal body
  llvm::DenseMap<ArrayKey, mlir::Value> ownOfGlobals;
  llvm::SmallVector<mlir::Value> seeds;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_SHADOWS_SIGNATURE_H
