//===- RaiseFunction.cpp - LLVM IR as functions of arith and scf ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RaiseFunction.h"

#include "RaiseInstruction.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace qdc {

namespace {

/// Values that nothing defines are 0.
class Structuring final : public mlir::ControlFlowToSCFTransformation {
public:
  mlir::Value getUndefValue(mlir::Location location, mlir::OpBuilder &builder, mlir::Type type) override {
    return mlir::arith::ConstantOp::create(builder, location, mlir::cast<mlir::TypedAttr>(builder.getZeroAttr(type)));
  }
};

/// One function, block by block, in an order in which values are defined before they are used.
class Raising {
public:
  Raising(const llvm::Function &function, mlir::ModuleOp module)
      : function(function), location(module.getLoc()), builder(module.getContext()), values(builder, location) {
    builder.setInsertionPointToEnd(module.getBody());
  }

  Status run() {
    llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
    mlir::func::FuncOp raised = createFunction();
    if (!raised)
      return refuse("its parameters or its result");
    if (const llvm::PHINode *refused = createBlocks(raised, order))
      return refuse(*refused);
    for (const llvm::BasicBlock *block : order)
      if (Status status = raiseBlock(*block); !status)
        return status;
    Structuring structuring;
    mlir::DominanceInfo dominance(raised);
    if (failed(mlir::transformCFGToSCF(raised.getBody(), structuring, dominance)))
      return refuse("its control flow");
    return {};
  }

private:
  Status refuse(const std::string &what) {
    return Error{ErrorCode::unsupported,
                 "the math function '" + function.getName().str() + "' has no structured form for " + what};
  }
  Status refuse(const llvm::Instruction &instruction) {
    std::string text;
    llvm::raw_string_ostream(text) << instruction;
    return refuse("'" + llvm::StringRef(text).trim().str() + "'");
  }

  mlir::func::FuncOp createFunction() {
    llvm::SmallVector<mlir::Type> parameters;
    for (const llvm::Argument &argument : function.args())
      parameters.push_back(values.typeOf(argument));
    mlir::Type result = values.typeOf(function.getReturnType());
    if (!result || llvm::is_contained(parameters, mlir::Type()))
      return {};
    auto raised =
        mlir::func::FuncOp::create(builder, location, function.getName(), builder.getFunctionType(parameters, result));
    raised.setPrivate();
    return raised;
  }

  /// With the function's parameters, and one for each phi. Gives a phi that has no type.
  const llvm::PHINode *createBlocks(mlir::func::FuncOp raised,
                                    llvm::ReversePostOrderTraversal<const llvm::Function *> &order) {
    for (const llvm::BasicBlock *block : order) {
      mlir::Block *created = blocks[block] = raised.addBlock();
      if (block == &function.getEntryBlock())
        for (const llvm::Argument &argument : function.args())
          values.set(argument, created->addArgument(values.typeOf(argument), location));
      for (const llvm::PHINode &phi : block->phis()) {
        mlir::Type type = values.typeOf(phi);
        if (!type)
          return &phi;
        values.set(phi, created->addArgument(type, location));
      }
    }
    return nullptr;
  }

  Status raiseBlock(const llvm::BasicBlock &block) {
    builder.setInsertionPointToEnd(blocks.lookup(&block));
    for (const llvm::Instruction &instruction : block) {
      if (instruction.isTerminator() || llvm::isa<llvm::PHINode>(instruction))
        continue;
      if (!values.raise(instruction))
        return refuse(instruction);
    }
    return raiseTerminator(*block.getTerminator()) ? Status() : refuse(*block.getTerminator());
  }

  /// What the phis of `next` get from `block`.
  llvm::SmallVector<mlir::Value> passedTo(const llvm::BasicBlock &next, const llvm::BasicBlock &block) {
    llvm::SmallVector<mlir::Value> passed;
    for (const llvm::PHINode &phi : next.phis())
      passed.push_back(values.get(*phi.getIncomingValueForBlock(&block)));
    return passed;
  }

  bool raiseTerminator(const llvm::Instruction &terminator) {
    const llvm::BasicBlock &block = *terminator.getParent();
    if (auto *exit = llvm::dyn_cast<llvm::ReturnInst>(&terminator)) {
      mlir::func::ReturnOp::create(builder, location, values.get(*exit->getReturnValue()));
      return true;
    }
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
    if (!branch)
      return false;
    const llvm::BasicBlock *first = branch->getSuccessor(0);
    if (branch->isUnconditional()) {
      mlir::cf::BranchOp::create(builder, location, blocks.lookup(first), passedTo(*first, block));
      return true;
    }
    const llvm::BasicBlock *second = branch->getSuccessor(1);
    mlir::cf::CondBranchOp::create(builder, location, values.get(*branch->getCondition()), blocks.lookup(first),
                                   passedTo(*first, block), blocks.lookup(second), passedTo(*second, block));
    return true;
  }

  const llvm::Function &function;
  mlir::Location location;
  mlir::OpBuilder builder;
  RaisedValues values;
  llvm::DenseMap<const llvm::BasicBlock *, mlir::Block *> blocks;
};

/// Appends the numbers of `constant` in the order in which they lie in memory.
void collectNumbers(const llvm::Constant &constant, mlir::Type type, llvm::SmallVectorImpl<mlir::Attribute> &numbers) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(constant.getType())) {
    for (uint64_t index = 0; index < array->getNumElements(); ++index)
      collectNumbers(*constant.getAggregateElement(index), type, numbers);
    return;
  }
  if (auto *real = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    numbers.push_back(mlir::FloatAttr::get(type, real->getValueAPF()));
  else
    numbers.push_back(mlir::IntegerAttr::get(type, llvm::cast<llvm::ConstantInt>(constant).getValue()));
}

} // namespace

Status raiseFunction(const llvm::Function &function, mlir::ModuleOp module) { return Raising(function, module).run(); }

void raiseTable(const llvm::GlobalVariable &table, mlir::ModuleOp module) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.getBody());
  mlir::MemRefType type = tableType(table, module.getContext());
  llvm::SmallVector<mlir::Attribute> numbers;
  collectNumbers(*table.getInitializer(), type.getElementType(), numbers);
  auto values =
      mlir::DenseElementsAttr::get(mlir::RankedTensorType::get(type.getShape(), type.getElementType()), numbers);
  mlir::memref::GlobalOp::create(builder, module.getLoc(), table.getName(), builder.getStringAttr("private"), type,
                                 values, /*constant=*/true, /*alignment=*/mlir::IntegerAttr());
}

} // namespace qdc
