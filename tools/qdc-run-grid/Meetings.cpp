//===- Meetings.cpp - Where the threads of a launch meet ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a subgroup exchange values when none of them can go on otherwise. The
// operations that ask who is there come first, and need not have all: which of
// those that could be there together are, is the order's choice. A block, and a
// grid, goes on when all of it waits at one operation.
//
//===----------------------------------------------------------------------===//
#include "Grid.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace qdc {

static bool asksWhoIsThere(Opcode code) { return code == Opcode::uniform || code == Opcode::largest; }

/// One at which the threads of a block wait for each other alone.
static bool isOfBlock(Opcode code) {
  return code == Opcode::barrier || code == Opcode::blockAny || code == Opcode::lastBlock;
}

bool Grid::areTogether(const Thread &a, const Thread &b) const {
  return a.state == State::waiting && b.state == State::waiting && a.next == b.next &&
         llvm::all_of(instructionOf(a).trips, [&](Register trip) { return a.registers[trip] == b.registers[trip]; });
}

bool Grid::areTogether(const Threads &some) const {
  return llvm::all_of(some, [&](unsigned number) { return areTogether(threads[some.front()], threads[number]); });
}

LogicalResult Grid::meetInSubgroup(const Thread &last) {
  unsigned first = last.number / shape.subgroupWidth * shape.subgroupWidth;
  unsigned end = std::min(first + shape.subgroupWidth, shape.blockThreads);
  unsigned before = last.block * shape.blockThreads;
  auto subgroup = llvm::to_vector_of<unsigned, 64>(llvm::seq(before + first, before + end));
  if (llvm::any_of(subgroup, [&](unsigned number) { return threads[number].state == State::running; }))
    return success();
  if (meetTogether(subgroup))
    return success();
  auto shuffles = llvm::find_if(subgroup, [&](unsigned number) {
    return threads[number].state == State::waiting && instructionOf(threads[number]).code == Opcode::shuffle;
  });
  if (shuffles != subgroup.end())
    return areTogether(subgroup) ? exchange(subgroup) : divergence(threads[*shuffles], subgroup, "of its subgroup");
  Threads body;
  llvm::copy_if(subgroup, std::back_inserter(body), [&](unsigned number) { return threads[number].isInBody; });
  if (!body.empty() && areTogether(body) && instructionOf(threads[body.front()]).code == Opcode::gridBarrierEnd)
    endBody(body);
  return success();
}

/// Whether some of the threads that ask who is there got an answer.
bool Grid::meetTogether(const Threads &subgroup) {
  Threads asking;
  llvm::copy_if(subgroup, std::back_inserter(asking), [&](unsigned number) {
    return threads[number].state == State::waiting && asksWhoIsThere(instructionOf(threads[number]).code);
  });
  if (asking.empty())
    return false;
  const Thread &first = threads[asking[order.any(asking.size())]];
  bool splits = order.splits();
  Threads together;
  llvm::copy_if(asking, std::back_inserter(together), [&](unsigned number) {
    return &threads[number] == &first || (areTogether(first, threads[number]) && (!splits || order.joins()));
  });
  const Instruction &instruction = instructionOf(first);
  auto value = [&](unsigned number) { return threads[number].registers[instruction.operands.front()]; };
  uint64_t common = value(together.front()), largest = 0;
  bool isUniform = together.size() == shape.subgroupWidth;
  for (unsigned number : together) {
    isUniform &= value(number) == common;
    largest = std::max(largest, value(number));
  }
  for (unsigned number : together) {
    threads[number].registers[instruction.results.front()] =
        instruction.code == Opcode::uniform ? uint64_t{isUniform} : largest;
    start(number, threads[number].next + 1);
  }
  return true;
}

/// A shuffle down of the whole subgroup.
LogicalResult Grid::exchange(const Threads &subgroup) {
  const Instruction &instruction = instructionOf(threads[subgroup.front()]);
  // What a thread gets for which there is none to give it, nobody may use.
  constexpr uint64_t noValue = 0x5b5b5b5b;
  auto [valueRegister, offsetRegister, widthRegister] =
      std::array{instruction.operands[0], instruction.operands[1], instruction.operands[2]};
  if (uint64_t width = threads[subgroup.front()].registers[widthRegister]; width != shape.subgroupWidth)
    return fault(instruction) << "is for subgroups of " << width << " threads on a device whose subgroups have "
                              << shape.subgroupWidth;
  SmallVector<uint64_t, 64> values;
  for (unsigned number : subgroup)
    values.push_back(threads[number].registers[valueRegister]);
  for (auto [lane, number] : llvm::enumerate(subgroup)) {
    Thread &thread = threads[number];
    uint64_t from = lane + thread.registers[offsetRegister];
    thread.registers[instruction.results[0]] = from < values.size() ? values[from] : noValue;
    thread.registers[instruction.results[1]] = from < shape.subgroupWidth;
    start(number, thread.next + 1);
  }
  return success();
}

void Grid::meetInBlock(unsigned block) {
  Threads all = threadsOf(block);
  const Thread &first = threads[all.front()];
  if (!areTogether(all) || !isOfBlock(instructionOf(first).code))
    return;
  const Instruction &instruction = instructionOf(first);
  size_t next = first.next + 1;
  beginInterval(block);
  if (instruction.code == Opcode::lastBlock) {
    // Nobody waits for other blocks, and what the last one finds, they have all done.
    bool isLast = ++blocksAtEnd == shape.blocks;
    if (isLast)
      beginInterval();
    for (unsigned number : all) {
      bool runsBody = isLast && threads[number].number < bodyThreads();
      if (runsBody)
        enterBody(threads[number], instruction);
      start(number, runsBody ? next : instruction.target);
    }
    return;
  }
  if (instruction.code == Opcode::blockAny) {
    bool any = llvm::any_of(
        all, [&](unsigned number) { return threads[number].registers[instruction.operands.front()] != 0; });
    for (unsigned number : all)
      threads[number].registers[instruction.results.front()] = any;
  }
  for (unsigned number : all)
    start(number, next);
}

void Grid::beginInterval() {
  gridInterval = ++intervals;
  for (unsigned block = 0; block < blocks.size(); ++block)
    beginInterval(block);
}

void Grid::meetInGrid() {
  auto all = llvm::to_vector_of<unsigned, 64>(llvm::seq<unsigned>(0, threads.size()));
  if (!areTogether(all) || instructionOf(threads.front()).code != Opcode::gridBarrier)
    return;
  const Instruction &barrier = instructionOf(threads.front());
  size_t body = threads.front().next + 1;
  unsigned first = order.any(shape.blocks) * shape.blockThreads;
  beginInterval();
  for (unsigned number = first; number < first + bodyThreads(); ++number) {
    enterBody(threads[number], barrier);
    start(number, body);
  }
}

void Grid::enterBody(Thread &thread, const Instruction &barrier) {
  thread.registers[barrier.results.front()] = thread.number;
  thread.isInBody = true;
}

unsigned Grid::bodyThreads() const { return std::clamp(program.subgroupWidth, 1u, shape.blockThreads); }

/// All threads go on with what the first one ends with.
void Grid::endBody(const Threads &body) {
  const Instruction &end = instructionOf(threads[body.front()]);
  size_t next = threads[body.front()].next + 1;
  for (unsigned number : body)
    threads[number].isInBody = false;
  SmallVector<uint64_t, 2> values;
  for (Register value : end.operands)
    values.push_back(threads[body.front()].registers[value]);
  beginInterval();
  for (unsigned number = 0; number < threads.size(); ++number) {
    for (auto [result, value] : llvm::zip_equal(end.results, values))
      threads[number].registers[result] = value;
    start(number, next);
  }
}

} // namespace qdc
