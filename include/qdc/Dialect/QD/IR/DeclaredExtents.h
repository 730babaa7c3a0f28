//===- DeclaredExtents.h - Extents that arguments share --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array argument may say how large it is: `%x: memref<?x?xf32> {qd.dims =
// ["n", "2 * m + 1"]}`, one text for each axis. The loader checks it at each
// launch, so the compiler may take equal names for one value.
//
//   extent  ::= "?" | term (("+" | "-") term)*       "?": of any size
//   term    ::= integer | name | integer "*" name
//   name    ::= letters, digits and "_", "$", "." that do not start with a
//               digit; what is not ASCII counts as a letter
//
// A name is the scalar argument of that name, of type index, i32 or i64 and
// read with its sign. Else the first axis that is the name alone defines it, in
// the order of arguments and axes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_DECLAREDEXTENTS_H
#define QDC_DIALECT_QD_IR_DECLAREDEXTENTS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

inline constexpr llvm::StringLiteral dimsAttr = "qd.dims";
/// Of an axis of any size.
inline constexpr llvm::StringLiteral freeExtent = "?";

/// Of terms in an extent: what becomes of it stays small enough for the host to compute (kMaximumSizeExprNodes).
inline constexpr unsigned kMaximumExtentTerms = 5;

/// What `qd.dims` says of all arrays of a kernel.
class DeclaredExtents {
public:
  /// An axis of an array argument.
  struct Axis {
    unsigned argument = 0, axis = 0;
  };
  /// What is said of one axis.
  struct Extent {
    llvm::StringRef text;               // as written; lives as long as the context
    std::optional<qdc::SizeExpr> value; // of the kernel's scalars and dims; none: "?"
    Axis first;                         // the first axis of the same value, which may be this one; itself for "?"
    std::optional<int64_t> known; // what it is in every launch of this code, by the types of axes of the same value
                                  // and, in code for given scalars, by these
  };

  /// Reads the attributes of `kernel`, or emits an error at it that names argument and axis. Does not fail for a kernel
  /// that was verified.
  static mlir::FailureOr<DeclaredExtents> read(KernelOp kernel);

  /// For each axis of argument `index`; empty: it has no `qd.dims`, or the kernel has no such argument.
  llvm::ArrayRef<Extent> of(unsigned index) const {
    return index < extents.size() ? llvm::ArrayRef<Extent>(extents[index]) : llvm::ArrayRef<Extent>();
  }

private:
  /// Finds the extents of the same value.
  void compare(KernelOp kernel);

  std::vector<llvm::SmallVector<Extent, 2>> extents; // for each argument
};

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_DECLAREDEXTENTS_H
