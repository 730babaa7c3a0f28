//===- DataTypes.h - The types that kernels may use --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One definition of which scalars and arrays exist, for verifiers and passes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_DATATYPES_H
#define QDC_DIALECT_QD_IR_DATATYPES_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <string>

namespace qdc::qd {

enum class ReduceKind : uint32_t;

/// The largest rank of an array or parallel loop.
inline constexpr int64_t maximumRank = 8;

/// The element types, as errors list them.
inline constexpr llvm::StringLiteral elementTypeList = "i1, i8, i16, i32, i64, f16, bf16, f32 and f64";

/// True for what an array may hold: elementTypeList.
bool isElementType(mlir::Type type);

/// True for what an argument, result or value of a kernel may be besides an
/// array: an element type or `index`.
bool isScalarType(mlir::Type type);

/// The bytes of an array with the extents that the type fixes; those that are
/// known at launch only count as 1. Nothing from 2^63 on, unless an extent is 0.
/// The type is one of arrays but for its size.
std::optional<int64_t> staticBytes(mlir::MemRefType type);

/// Why `type` is not an array of kernels (a memref with identity layout, default
/// memory space, rank at most 8, an element type and staticBytes), as the end of a sentence
/// that starts with the array's name: "has rank 9, but ...". Empty if it is one.
std::string explainArrayType(mlir::BaseMemRefType type);

/// True if a reduction of that kind takes values of that type: float kinds take
/// floats, the others signless integers and `index`.
bool reducesType(ReduceKind kind, mlir::Type type);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_DATATYPES_H
