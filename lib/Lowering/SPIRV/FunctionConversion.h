//===- FunctionConversion.h - A function on its way to SPIR-V ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of a grid is read once, in order, and a spirv.func is created beside
// it. Each file of this folder converts the operations of one kind:
//
//   bool convertCast(FunctionConversion &to, Operation *op);
//
// creates what takes the place of `op` at to.builder and tells to.set() its
// results, or returns false for an operation that is none of its own.
//
// Types: index is an i64, and so is an array of the device, its address. A bf16
// is the i16 of its bits (MemoryTypes.h). An array of a thread's own or of a
// block is a pointer to its elements.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_FUNCTIONCONVERSION_H
#define QDC_LIB_LOWERING_SPIRV_FUNCTIONCONVERSION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace qdc {

/// The name of the push constant's variable in a module.
inline constexpr llvm::StringLiteral pushVariable = "qdc.push";

/// The type that a value of `type` has; null for one that SPIR-V has not. An array without an address space is one of
/// the device.
mlir::Type spirvType(mlir::Type type);

/// The type of an array that has its place in a function, or with the address space of workgroup memory in the module:
/// a pointer to an array of its elements, as they lie in memory.
mlir::Type placedArray(mlir::MemRefType type);

/// The type of an array that the module has: workgroup memory, or without an address space a constant.
mlir::Type spirvTypeOfGlobal(mlir::MemRefType type);

class FunctionConversion {
public:
  /// Of `function` into `result`, an empty function. `communicates`: its threads see what others write, at barriers.
  FunctionConversion(mlir::func::FuncOp function, mlir::spirv::FuncOp result, bool communicates);

  /// Converts all statements, given what the parameters are; the builder stands in the first block of the result. An
  /// error has been emitted at each operation that has no code if this fails.
  mlir::LogicalResult run(mlir::ValueRange parameters);

  /// For those who convert: what has become of a value.
  mlir::Value get(mlir::Value value) const { return values.lookup(value); }
  llvm::SmallVector<mlir::Value> get(mlir::ValueRange range) const;
  void set(mlir::Value value, mlir::Value converted) { values[value] = converted; }

  /// Converts the operations of a block but its terminator.
  void convertStatements(mlir::Block &block);

  /// Creates an operation at the builder.
  template <typename Op, typename... Args>
  Op create(Args &&...args) {
    return Op::create(builder, location, std::forward<Args>(args)...);
  }
  /// A constant of a type of SPIR-V: an integer, a float or a truth value.
  mlir::Value constant(mlir::Type type, int64_t value);
  mlir::Value integer(unsigned width, uint64_t value) { return constant(builder.getIntegerType(width), value); }
  /// What `type` makes of the bits of a value of the same width.
  mlir::Value reinterpret(mlir::Value value, mlir::Type type);
  /// `yes` where a truth value is true, else `no`, of one type.
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);
  /// The result of an operation of floats, which is done by itself: none of its kind becomes one with another.
  mlir::Value exact(mlir::Operation *created);
  /// A variable of the function, undefined at first.
  mlir::Value variable(mlir::Type type);

  mlir::OpBuilder builder;
  mlir::Location location; // of the operation that is being converted
  const bool communicates;

private:
  void convert(mlir::Operation *op);

  mlir::func::FuncOp function;
  mlir::spirv::FuncOp result;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  bool hasFailed = false;
};

bool convertArithmetic(FunctionConversion &to, mlir::Operation *op);
bool convertAtomic(FunctionConversion &to, mlir::Operation *op);
bool convertCast(FunctionConversion &to, mlir::Operation *op);
bool convertComparison(FunctionConversion &to, mlir::Operation *op);
bool convertControlFlow(FunctionConversion &to, mlir::Operation *op);
bool convertMath(FunctionConversion &to, mlir::Operation *op);
bool convertMemory(FunctionConversion &to, mlir::Operation *op);
bool convertThreadOperation(FunctionConversion &to, mlir::Operation *op);

/// Ends the function, with what has become of `values`.
void convertReturn(FunctionConversion &to, mlir::ValueRange values);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_FUNCTIONCONVERSION_H
