//===- SizeExprFromValue.h - Sizes that the host can know -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises the integers of a kernel that follow from its scalar arguments and
// the shapes of its arrays, so that the loader knows the size of a launch
// without asking the device.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_SIZEEXPRFROMVALUE_H
#define QDC_ANALYSIS_SIZEEXPRFROMVALUE_H

#include "qdc/SizeExpr/SizeExpr.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace qdc {

/// No expression that sizeExprFromValue gives has more nodes, or is deeper.
inline constexpr unsigned kMaximumSizeExprNodes = 24;

/// The value of an integer inside a qd.kernel, read as signed, as an expression
/// over the kernel's arguments; none if it depends on device memory, on an
/// operation that a SizeExpr cannot say, or is too large an expression.
///
/// Understood are constants, scalar arguments of type i1, i32, i64 and index,
/// memref.dim of arguments and temporaries, and of the dialects arith and index: signed casts,
/// truncation to i32, addition, subtraction, multiplication, signed minimum and
/// maximum, signed division (also floor and ceil) by a positive constant or by
/// the signed maximum of one and a value, and shifts by a constant; of arith also conditions, which are 0 and 1: signed
/// comparisons, whether a positive constant divides a value, `and`, `or`, `not`, and the selection of a size or 0.
/// Arithmetic in i32 wraps, also in the expression; arithmetic in i64 and index that overflows makes its evaluation
/// fail.
///
/// Takes time bounded by a constant.
std::optional<SizeExpr> sizeExprFromValue(mlir::Value value);

/// Clones the computation of such a value at the builder's place, from values of the kernel's top-level block.
mlir::Value copySize(mlir::OpBuilder &builder, mlir::Value size);

/// Words of counters of loops, by their offsets, each with whether it is never negative.
using CounterWords = llvm::SmallDenseMap<uint64_t, bool, 4>;

/// True if no value of the expression is below 0, wherever its evaluation does not fail: constants tell, shapes and
/// such counters are not.
bool isNeverNegative(const SizeExpr &expr, const CounterWords &counters = CounterWords());

/// The same of an integer inside a qd.task, over the kernel's arguments and these words. For callers that can get the
/// value in another way where evaluation fails, as it does where the value wraps or a divisor is not positive. So more
/// is understood: remainders by any size compared with 0, and unsigned forms of what is never negative.
std::optional<SizeExpr> sizeExprInTask(mlir::Value value, const CounterWords &counters);

} // namespace qdc

#endif // QDC_ANALYSIS_SIZEEXPRFROMVALUE_H
