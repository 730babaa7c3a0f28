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
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SIGNATURE_H
#define QDC_LIB_AUTODIFF_SIGNATURE_H

#include "Activity.h"
#include "qdc/Package/Manifest.h"

#include "llvm/ADT/DenseMap.h"

namespace qdc::autodiff {

/// What the added arguments and globals are: "x.grad", shadows, or "x.tangent", tangents.
struct Kind {
  llvm::StringLiteral suffix;
  ArgumentRole role;
  bool hasScalarsInArrays; // that of a scalar is an array of rank 0, so that it can be added to
};
inline constexpr Kind kShadow = {".grad", ArgumentRole::shadow, true};
inline constexpr Kind kTangent = {".tangent", ArgumentRole::tangent, false};

/// Where the derivative of each array, and of scalars among the arguments, is.
class Signature {
public:
  /// Adds the arguments to `derivative`, which has those of a kernel so far. `activity` is that of its body, or of one
  /// with the same arguments, whose are `primal`.
  Signature(qd::KernelOp derivative, mlir::Block::BlockArgListType primal, const Activity &activity, const Kind &kind);

  /// Adds an argument "result<N>.grad" for each float among the results of the kernel, which have these types.
  void addSeeds(llvm::ArrayRef<mlir::Type> resultTypes);

  /// The derivative of an array of the primal body, or the argument that belongs to a scalar, as seen from the
  /// builder's place; null: it has none.
  mlir::Value find(mlir::OpBuilder &builder, mlir::Value primal);
  /// Says where the derivative of a local array or of a temporary is.
  void addLocal(mlir::Value primal, mlir::Value derivative) { values[primal] = derivative; }
  /// That of result `index`; null: it is no float.
  mlir::Value seed(unsigned index) const { return seeds[index]; }

private:
  mlir::BlockArgument add(const std::string &name, mlir::Type type, ArgumentRole role, mlir::Attribute dims,
                          mlir::Location location);
  mlir::Attribute nameExtents(unsigned argument);

  qd::KernelOp kernel;
  const Activity &activity;
  const Kind &kind;
  llvm::DenseMap<mlir::Value, mlir::Value> values; // by arguments and local arrays and temporaries of the primal body
  llvm::SmallVector<mlir::Value> seeds;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_SIGNATURE_H
