//===- Flattener.h - Makes the instructions of a program -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_FLATTENER_H
#define QDC_TOOLS_RUNGRID_FLATTENER_H

#include "Program.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc {

/// The work of flattenEntry, for one entry point.
class Flattener {
public:
  explicit Flattener(mlir::func::FuncOp entry) : symbols(entry->getParentOfType<mlir::ModuleOp>()) {
    program.entry = entry;
  }

  /// To be called once.
  mlir::FailureOr<Program> run();

private:
  /// A qd.iteration, and the jumps that leave it.
  struct Iteration {
    qd::IterationOp op;
    llvm::SmallVector<size_t> leaves;
  };
  /// A call: the registers of its results, and the jumps that return before the end of what is called.
  struct Call {
    llvm::SmallVector<Register, 4> results;
    llvm::SmallVector<size_t> jumps;
  };

  Register newRegister(uint64_t value = 0) {
    program.registers.push_back(value);
    return program.registers.size() - 1;
  }
  Register define(mlir::Value value) { return registers[value] = newRegister(); }
  Register of(mlir::Value value) { return registers.at(value); }
  llvm::SmallVector<Register, 4> of(mlir::ValueRange values) {
    llvm::SmallVector<Register, 4> list;
    for (mlir::Value value : values)
      list.push_back(of(value));
    return list;
  }
  llvm::SmallVector<Register, 4> defineAll(mlir::ValueRange values) {
    llvm::SmallVector<Register, 4> list;
    for (mlir::Value value : values)
      list.push_back(define(value));
    return list;
  }
  size_t here() const { return program.instructions.size(); }
  Instruction &add(Opcode code, mlir::Operation *op, llvm::SmallVector<Register, 4> operands = {},
                   llvm::SmallVector<Register, 4> results = {}) {
    program.instructions.push_back({code, op, std::move(operands), std::move(results)});
    return program.instructions.back();
  }
  /// One that gives the results of `op` for its operands.
  Instruction &addPlain(Opcode code, mlir::Operation *op) {
    llvm::SmallVector<Register, 4> operands = of(op->getOperands());
    return add(code, op, std::move(operands), defineAll(op->getResults()));
  }
  size_t addJump(mlir::Operation *op) {
    add(Opcode::jump, op);
    return here() - 1;
  }
  size_t addJumpUnless(mlir::Operation *op, Register condition) {
    add(Opcode::jumpUnless, op, {condition});
    return here() - 1;
  }
  void jumpHere(size_t jump) { program.instructions[jump].target = here(); }
  void move(mlir::Operation *op, llvm::SmallVector<Register, 4> from, llvm::SmallVector<Register, 4> to) {
    if (!from.empty())
      add(Opcode::move, op, std::move(from), std::move(to));
  }

  Register zero() { return zeroRegister ? *zeroRegister : *(zeroRegister = newRegister()); }

  // Flatten.cpp
  /// All but the terminator, whose meaning is known to what holds the block.
  mlir::LogicalResult operationsOf(mlir::Block &block);
  mlir::LogicalResult operation(mlir::Operation *op);
  mlir::LogicalResult flattenPlain(mlir::Operation *op);
  mlir::LogicalResult flatten(mlir::arith::ConstantOp constant);
  mlir::LogicalResult flatten(mlir::memref::GetGlobalOp get);
  mlir::LogicalResult flatten(mlir::memref::AllocaOp alloca);
  template <typename Access>
  mlir::LogicalResult flattenAccess(Access access);

  // FlattenControl.cpp
  /// A region of one block, whose terminator gives `results`.
  mlir::LogicalResult regionOf(mlir::Region &region, const llvm::SmallVector<Register, 4> &results);
  /// Begins to count the trips of a loop, so that threads know whether they meet in the same one.
  Register beginTrips(mlir::Operation *loop);
  mlir::LogicalResult flatten(mlir::scf::IfOp op);
  mlir::LogicalResult flatten(mlir::scf::ExecuteRegionOp op);
  mlir::LogicalResult flatten(mlir::scf::IndexSwitchOp op);
  mlir::LogicalResult flatten(mlir::scf::WhileOp op);
  mlir::LogicalResult flatten(qd::IterationOp op);
  mlir::LogicalResult flatten(qd::LeaveUnlessOp op);
  mlir::LogicalResult flatten(qd::GridBarrierOp op);
  mlir::LogicalResult flatten(mlir::func::CallOp call);
  mlir::LogicalResult flatten(qd::ReturnUnlessOp op);

  Program program;
  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Value, Register> registers;
  llvm::SmallVector<Register, 4> trips;            // of the loops around what is made
  llvm::SmallVector<Iteration> iterations;         // around what is made
  llvm::SmallVector<Call> returns;                 // the calls around what is made
  std::optional<Register> zeroRegister;
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_FLATTENER_H
