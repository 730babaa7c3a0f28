//===- RaiseInstruction.h - LLVM's instructions as operations ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_MATH_RAISEINSTRUCTION_H
#define QDC_LIB_TARGET_MATH_RAISEINSTRUCTION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace llvm {
class CallInst;
class GlobalVariable;
class Instruction;
class IntrinsicInst;
class LoadInst;
class Type;
class Value;
} // namespace llvm

namespace qdc {

/// The type of a constant array of the library: of rank 1, of the numbers that it holds in the end.
mlir::MemRefType tableType(const llvm::GlobalVariable &table, mlir::MLIRContext *context);

/// What has become of the values of a function.
class RaisedValues {
public:
  RaisedValues(mlir::OpBuilder &builder, mlir::Location location) : builder(builder), location(location) {}

  /// An integer or a float; null for a type that no function of the library has in a structured form.
  mlir::Type typeOf(llvm::Type *type) const;
  mlir::Type typeOf(const llvm::Value &value) const;

  void set(const llvm::Value &value, mlir::Value raised) { values[&value] = raised; }
  /// The value, or at the builder a constant; what is undefined is 0.
  mlir::Value get(const llvm::Value &value);

  /// Creates at the builder what gives the value of an instruction that neither ends a block nor is a phi; false for
  /// one that has no such operations.
  bool raise(const llvm::Instruction &instruction);

private:
  mlir::Value raiseBinary(const llvm::Instruction &instruction);
  mlir::Value raiseCast(const llvm::Instruction &instruction);
  mlir::Value raiseCompare(const llvm::Instruction &instruction);
  mlir::Value raiseFunnelShift(const llvm::IntrinsicInst &call);
  mlir::Value raiseIntrinsic(const llvm::IntrinsicInst &call);
  mlir::Value raiseClassTest(const llvm::IntrinsicInst &call);
  mlir::Value raiseCall(const llvm::CallInst &call);
  mlir::Value raiseLoad(const llvm::LoadInst &load);

  template <typename Op, typename... Args>
  mlir::Value create(Args &&...args) {
    return Op::create(builder, location, std::forward<Args>(args)...);
  }

  mlir::OpBuilder &builder;
  mlir::Location location;
  llvm::DenseMap<const llvm::Value *, mlir::Value> values;
};

} // namespace qdc

#endif // QDC_LIB_TARGET_MATH_RAISEINSTRUCTION_H
