//===- LowerMathCalls.cpp - Calls of the math library ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/MathLibrary.h"
#include "qdc/Target/Math/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_LOWERMATHCALLS
#include "qdc/Target/Math/Passes.h.inc"

namespace {

/// The type that an operation on `type` is computed in: at least 32 bits, i64 for index.
Type computeType(Type type) {
  MLIRContext *context = type.getContext();
  if (isa<FloatType>(type))
    return type.getIntOrFloatBitWidth() < 32 ? Float32Type::get(context) : type;
  if (type.isIndex() || type.getIntOrFloatBitWidth() == 64)
    return IntegerType::get(context, 64);
  return type.getIntOrFloatBitWidth() <= 32 ? IntegerType::get(context, 32) : type;
}

std::optional<MathType> libraryType(Type type) {
  if (type.isF32())
    return MathType::f32;
  if (type.isF64())
    return MathType::f64;
  if (type.isInteger(32))
    return MathType::i32;
  if (type.isInteger(64))
    return MathType::i64;
  return std::nullopt;
}

/// Converts without loss, or back from such a conversion.
Value convert(OpBuilder &builder, Location location, Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (from.isIndex() || type.isIndex())
    return arith::IndexCastOp::create(builder, location, type, value);
  bool widens = from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth();
  if (isa<FloatType>(from))
    return widens ? Value(arith::ExtFOp::create(builder, location, type, value))
                  : Value(arith::TruncFOp::create(builder, location, type, value));
  return widens ? Value(arith::ExtSIOp::create(builder, location, type, value))
                : Value(arith::TruncIOp::create(builder, location, type, value));
}

bool mayApproximate(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  return flagged && arith::bitEnumContainsAll(flagged.getFastMathFlagsAttr().getValue(), arith::FastMathFlags::afn);
}

class MathCalls {
public:
  MathCalls(ModuleOp module, MathTable table) : module(module), symbols(module), table(table) {}

  void lower(Operation *op) {
    if (auto both = dyn_cast<math::SincosOp>(op)) {
      Value sine = call(op, "sin", both.getSin().getType());
      Value cosine = call(op, "cos", both.getCos().getType());
      if (!sine || !cosine)
        return;
      both.getSin().replaceAllUsesWith(sine);
      both.getCos().replaceAllUsesWith(cosine);
    } else {
      Value result = call(op, op->getName().stripDialect(), op->getResult(0).getType());
      if (!result)
        return;
      op->getResult(0).replaceAllUsesWith(result);
    }
    op->erase();
  }

private:
  /// The value of `op` as the function `mnemonic` computes it; null if there is no such function.
  Value call(Operation *op, StringRef mnemonic, Type resultType) {
    if (!resultType.isIntOrIndexOrFloat())
      return {};
    Type type = computeType(resultType);
    std::optional<MathType> inLibrary = libraryType(type);
    std::optional<MathFunction> function =
        inLibrary ? mathFunction(mnemonic, *inLibrary, table, mayApproximate(op)) : std::optional<MathFunction>();
    if (!function)
      return {};
    OpBuilder builder(op);
    Location location = op->getLoc();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      bool isExponent = mnemonic == "fpowi" && !isa<FloatType>(operand.getType());
      operands.push_back(convert(builder, location, operand, isExponent ? builder.getI64Type() : type));
    }
    Value result;
    if (function->kind == MathFunction::Kind::intrinsic)
      result = LLVM::CallIntrinsicOp::create(builder, location, type, builder.getStringAttr(function->symbol), operands)
                   .getResult(0);
    else
      result = func::CallOp::create(builder, location, declaration(builder, function->symbol, operands, type), operands)
                   .getResult(0);
    return convert(builder, location, result, resultType);
  }

  func::FuncOp declaration(OpBuilder &builder, StringRef name, ValueRange operands, Type result) {
    if (auto known = symbols.lookup<func::FuncOp>(name))
      return known;
    auto type = builder.getFunctionType(operands.getTypes(), result);
    auto function = func::FuncOp::create(module.getLoc(), name, type);
    function.setPrivate();
    symbols.insert(function);
    return function;
  }

  ModuleOp module;
  SymbolTable symbols;
  MathTable table;
};

struct LowerMathCalls : impl::LowerMathCallsBase<LowerMathCalls> {
  using LowerMathCallsBase::LowerMathCallsBase;

  void runOnOperation() override {
    MathCalls calls(getOperation(), table);
    getOperation().walk([&](Operation *op) {
      if (isa<math::MathDialect>(op->getDialect()) || isa<arith::RemFOp>(op))
        calls.lower(op);
    });
  }
};

} // namespace

} // namespace qdc
