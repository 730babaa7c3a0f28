//===- Grid.h - The threads of a launch -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program in all threads of a grid, one after the other, each until it
// waits for others (Meetings.cpp), in the order that an Order says. What is wrong
// with a program whatever the order, or only with this one, is an error at the
// operation that names the threads:
//
//   an access outside of an array, or not aligned as it promises
//   accesses that race (Races.h); an invariant load of what the launch writes
//   a read of workgroup memory that nothing wrote
//   threads that wait for others which do not come, or come in another trip of a
//   loop
//   a division that has no result; a thread that does not end
//
// In the body of a qd.grid_barrier, and in an entry point that ends an iteration,
// what the first thread writes may race with what the other threads of its subgroup
// read: these get wrong values then, which must not matter. Whether a launch has
// failed, threads of a subgroup whose width the program counts on see alike.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_GRID_H
#define QDC_TOOLS_RUNGRID_GRID_H

#include "Memory.h"
#include "Order.h"
#include "Program.h"

#include <deque>
#include <map>

namespace qdc {

/// How a program is launched.
struct GridShape {
  unsigned blocks = 1, blockThreads = 1;
  unsigned subgroupWidth = 1; // of the device, whatever the program is made for
  uint64_t longestRun = 0;    // instructions of a thread; one that takes more is taken to run forever
};

/// What a launch says of conditional nodes of a graph, by their handles.
using Conditions = std::map<uint64_t, bool>;

class Grid {
public:
  /// `parameters` are registers: bits of scalars, addresses of Arrays of global memory, which outlive the grid.
  /// `intervals` counts the times between barriers over all launches that use them.
  Grid(const Program &program, const GridShape &shape, llvm::ArrayRef<uint64_t> parameters, Order &order,
       uint64_t &intervals);

  /// Runs all threads to their ends. Fails, with an error, at the first fault.
  mlir::LogicalResult run(Conditions &conditions);

private:
  enum class State : uint8_t { running, waiting, ended };
  struct Thread {
    unsigned number = 0, block = 0; // in the block, of the block
    State state = State::running;
    bool isInBody = false; // of a qd.grid_barrier
    size_t next = 0;       // instruction; of a thread that waits, the one that it waits at
    uint64_t instructions = 0;
    std::vector<uint64_t> registers;
    std::vector<std::unique_ptr<Array>> arrays;
  };
  struct Block {
    uint64_t interval = 0;
    unsigned running = 0;
    std::vector<std::unique_ptr<Array>> arrays;
  };
  /// Some threads, by their numbers in the grid.
  using Threads = llvm::SmallVector<unsigned, 64>;

  // Grid.cpp
  void createBlock(unsigned number);
  mlir::LogicalResult runTurn(Thread &thread, Conditions &conditions);
  mlir::LogicalResult execute(Thread &thread, const Instruction &now, Conditions &conditions);
  uint64_t answer(Thread &thread, const Instruction &question);
  mlir::LogicalResult compute(Thread &thread, const Instruction &instruction);
  void move(Thread &thread, const Instruction &instruction);
  void start(unsigned thread, size_t next);
  const Instruction &instructionOf(const Thread &thread) const { return program.instructions[thread.next]; }
  Threads threadsOf(unsigned block) const;

  // GridMemory.cpp
  mlir::LogicalResult access(Thread &thread, const Instruction &instruction);
  mlir::LogicalResult checkAccess(const Thread &thread, const Instruction &instruction, const Array &array,
                                  int64_t first);
  bool followsFirst(const Thread &thread) const;
  uint64_t readInStep(const Thread &thread, const Instruction &instruction, uint64_t value);
  mlir::LogicalResult checkRaces(const Thread &thread, const Instruction &instruction, Array &array, int64_t first,
                                 bool &hasValue);

  // Meetings.cpp
  /// Does what the threads that wait can do together, after the last one of a subgroup, and of more, came to wait.
  mlir::LogicalResult meetInSubgroup(const Thread &last);
  bool meetTogether(const Threads &subgroup);
  mlir::LogicalResult exchange(const Threads &subgroup);
  void meetInBlock(unsigned block);
  void meetInGrid();
  void enterBody(Thread &thread, const Instruction &barrier);
  void endBody(const Threads &body);
  /// How many run the body of a qd.grid_barrier: those of a subgroup; where the program counts on no width, one.
  unsigned bodyThreads() const;
  void beginInterval(unsigned block) { blocks[block].interval = ++intervals; }
  void beginInterval();
  /// Whether all wait at one instruction, in the same trips of the loops around it.
  bool areTogether(const Threads &threads) const;
  bool areTogether(const Thread &a, const Thread &b) const;

  // Faults.cpp
  mlir::InFlightDiagnostic fault(const Instruction &instruction) const;
  std::string describe(const Thread &thread) const;
  std::string describe(const Place &place) const;
  /// The error that some threads wait at `waiting` for others of `expected`, which don't come.
  mlir::LogicalResult divergence(const Thread &waiting, const Threads &expected, llvm::StringRef whose) const;
  mlir::LogicalResult stuck() const;

  const Program &program;
  GridShape shape;
  Order &order;
  uint64_t &intervals;
  uint64_t firstInterval, gridInterval = 0;
  std::vector<Thread> threads;
  std::deque<Block> blocks;
  std::set<unsigned> running;
  std::map<std::vector<uint64_t>, uint64_t> looks; // of subgroups at reports (readInStep)
  unsigned blocksAtEnd = 0; // that came to the barrier with which the entry point ends
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_GRID_H
