//===- Program.h - A grid's function as instructions ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry point with the bodies that it calls, as one list of instructions with
// jumps, so that a thread can stop anywhere: all that it needs to go on is its
// registers and the next instruction. flattenEntry (Flatten.cpp) makes it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_PROGRAM_H
#define QDC_TOOLS_RUNGRID_PROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <functional>

namespace qdc {

/// The number of a value among those of a thread. A register holds the bits of a scalar, the rest 0, or the address of
/// an Array (Memory.h).
using Register = unsigned;

/// What an operation without effects makes of its operands' registers. Gives what is wrong with them, to follow the
/// operation's name in a message, or null.
using Compute = std::function<const char *(llvm::ArrayRef<uint64_t> operands, llvm::MutableArrayRef<uint64_t> results)>;

enum class Opcode : uint8_t {
  compute,
  move,       // operands to results, all at once
  jump,       // to the target
  jumpUnless, // to the target, unless the operand is 1
  count,      // adds 1 to the result
  load,
  store,
  atomic,        // a fold
  swap,          // a compare-and-swap
  workgroup,     // the array of the block with number `target`
  local,         // the array of the thread with number `target`, without values
  address,       // of an array
  thread,        // its number in the block
  block,         // its number in the grid
  blocks,        // how many there are
  setCondition,
  end,
  firstSubgroup, // what follows is for it, as the body of a barrier; for others, what comes at the target
  shuffle,       // from here on: operations at which threads wait for each other
  uniform,
  largest,
  barrier,
  blockAny,
  lastBlock,      // a barrier with which the entry point ends: the body follows, what comes after it is the target
  gridBarrier,    // the body follows
  gridBarrierEnd, // the results are those of the barrier
};

struct Instruction {
  Opcode code;
  mlir::Operation *op; // for messages
  llvm::SmallVector<Register, 4> operands = {}, results = {};
  size_t target = 0;
  Compute compute = {}; // compute; of an atomic, the fold of the old value and the operand
  unsigned bytes = 0;   // of an access
  unsigned elementBytes = 0; // of the array of an access
  unsigned alignment = 1;    // that an access promises
  bool isAtomic = false;     // an access that may be under way beside others
  bool isInvariant = false;
  llvm::SmallVector<Register, 4> trips = {}; // of the loops around an access, or an operation at which threads meet
};

/// An entry point as a thread runs it.
struct Program {
  mlir::func::FuncOp entry;
  std::vector<Instruction> instructions;
  std::vector<uint64_t> registers; // what they hold when a thread starts
  std::vector<Register> parameters;
  std::vector<mlir::memref::GlobalOp> workgroup; // arrays of a block
  std::vector<mlir::MemRefType> local;           // arrays of a thread
  bool endsIteration = false; // of a loop, whose next one it decides about
  unsigned subgroupWidth = 0; // that the entry point is made for; 0: none
};

/// The instructions of an entry point of a module that verifyGrid accepts and that holds no scf.for. Fails, with an
/// error at the op, if that cannot be run: it calls a math library, or has integers of more than 64 bits.
mlir::FailureOr<Program> flattenEntry(mlir::func::FuncOp entry);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_PROGRAM_H
