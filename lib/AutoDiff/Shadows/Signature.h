//===- Signature.h - What a derivative is called with -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derivative has the arguments of its kernel, then one more for each that is
// active, in their order. An array's has the array's type, and the loader sees
// to it that both have the same extents: axes of any size get a name that the
// two share.
//
// All of these have names of their own. A name that a caller sees is an error
// where it is taken; one of an extent, which only messages show, becomes another.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SHADOWS_SIGNATURE_H
#define QDC_LIB_AUTODIFF_SHADOWS_SIGNATURE_H

#include "AutoDiff/Analysis/Activity.h"
#include "qdc/Package/Manifest.h"

#include "llvm/ADT/DenseMap.h"

namespace qdc::autodiff {

/// What the added arguments and globals are: "x.grad", shadows, or "x.tangent", tangents.
struct Kind {
  llvm::StringLiteral suffix;
  ArgumentRole role;
  bool hasScalarsInArrays; // that of a scalar is an array of rank 0, so that it can be added to
  bool hasSeeds;           // there is one for each float result
};
inline constexpr Kind kShadow = {".grad", ArgumentRole::shadow, true, true};
inline constexpr Kind kTangent = {".tangent", ArgumentRole::tangent, false, false};

/// Emits an error, and fails, where a name that the derivative of `kernel` needs is taken: of an argument, by another;
/// of a global, by any symbol but what an earlier call made for the same global and kind.
mlir::LogicalResult verifyNames(qd::KernelOp kernel, const Activity &activity, const Kind &kind);

/// Where the derivative of each array, and of scalars among the arguments, is.
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
