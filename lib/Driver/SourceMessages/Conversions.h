//===- Conversions.h - From one type to another -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of another type than an operation takes is the most common mistake.
// Types are as sources write them: "i32", "index", "memref<?xf32>".
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_CONVERSIONS_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_CONVERSIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qdc {

/// The operation that makes a value of type `to` of one of type `from`: "arith.index_cast"; that for signed integers
/// where there are two. Empty where it takes several, or there is none.
llvm::StringRef conversionOperation(llvm::StringRef from, llvm::StringRef to);

/// What to do with `value`, of type `from`, where type `to` is needed: "convert it by 'arith.index_cast %i : i32 to
/// index'". Empty if nothing helps.
std::string explainConversion(llvm::StringRef value, llvm::StringRef from, llvm::StringRef to);

/// The operation that does for floats what `operation` does for integers, or the other way round: "arith.addf" for
/// "arith.addi". Empty if there is none.
llvm::StringRef counterpart(llvm::StringRef operation);

/// Whether the operation writes one type, at its end, for its operands and its results.
bool hasOneType(llvm::StringRef operation);

bool isFloatType(llvm::StringRef type);
/// Whether it is index or iN.
bool isIntegerType(llvm::StringRef type);
bool isArrayType(llvm::StringRef type);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_CONVERSIONS_H
