//===- Grid.cpp - The threads of a launch ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Grid.h"

#include "qdc/Lowering/Common/MemoryTypes.h"

using namespace mlir;

namespace qdc {

/// Enough for every type and every load that is as wide as a memory's bus.
static constexpr uint64_t arrayAlignment = 64;

static uint64_t bytesOf(MemRefType type) {
  return type.getNumElements() * ((memoryType(type.getElementType()).getIntOrFloatBitWidth() + 7) / 8);
}

Grid::Grid(const Program &program, const GridShape &shape, ArrayRef<uint64_t> parameters, Order &order,
           uint64_t &intervals)
    : program(program), shape(shape), order(order), intervals(intervals), firstInterval(intervals + 1),
      threads(size_t{shape.blocks} * shape.blockThreads) {
  for (unsigned block = 0; block < shape.blocks; ++block)
    createBlock(block);
  for (unsigned number = 0; number < threads.size(); ++number) {
    Thread &thread = threads[number];
    thread.block = number / shape.blockThreads;
    thread.number = number % shape.blockThreads;
    thread.registers = program.registers;
    for (auto [parameter, value] : llvm::zip_equal(program.parameters, parameters))
      thread.registers[parameter] = value;
    for (MemRefType type : program.local)
      thread.arrays.push_back(
          std::make_unique<Array>("an array of the thread's own", Space::thread, bytesOf(type), arrayAlignment));
    running.insert(running.end(), number);
  }
  beginInterval();
}

void Grid::createBlock(unsigned number) {
  Block &block = blocks.emplace_back();
  block.running = shape.blockThreads;
  for (memref::GlobalOp global : program.workgroup)
    block.arrays.push_back(std::make_unique<Array>(("@" + global.getSymName()).str(), Space::workgroup,
                                                   bytesOf(global.getType()), arrayAlignment));
}

Grid::Threads Grid::threadsOf(unsigned block) const {
  return llvm::to_vector_of<unsigned, 64>(llvm::seq(block * shape.blockThreads, (block + 1) * shape.blockThreads));
}

void Grid::start(unsigned number, size_t next) {
  Thread &thread = threads[number];
  thread.next = next;
  thread.state = State::running;
  if (running.insert(number).second)
    ++blocks[thread.block].running;
}

LogicalResult Grid::run(Conditions &conditions) {
  while (!running.empty()) {
    unsigned number = order.choose(running);
    Thread &thread = threads[number];
    if (failed(runTurn(thread, conditions)))
      return failure();
    if (thread.state == State::running)
      continue;
    running.erase(number);
    --blocks[thread.block].running;
    if (failed(meetInSubgroup(thread)))
      return failure();
    if (blocks[thread.block].running == 0)
      meetInBlock(thread.block);
    if (running.empty())
      meetInGrid();
  }
  return llvm::all_of(threads, [](const Thread &thread) { return thread.state == State::ended; }) ? success() : stuck();
}

void Grid::move(Thread &thread, const Instruction &instruction) {
  SmallVector<uint64_t, 8> values;
  for (Register from : instruction.operands)
    values.push_back(thread.registers[from]);
  for (auto [to, value] : llvm::zip_equal(instruction.results, values))
    thread.registers[to] = value;
}

LogicalResult Grid::compute(Thread &thread, const Instruction &instruction) {
  SmallVector<uint64_t, 4> operands, results(instruction.results.size());
  for (Register operand : instruction.operands)
    operands.push_back(thread.registers[operand]);
  if (const char *problem = instruction.compute(operands, results))
    return fault(instruction) << problem << " in " << describe(thread);
  for (auto [to, value] : llvm::zip_equal(instruction.results, results))
    thread.registers[to] = value;
  return success();
}

LogicalResult Grid::runTurn(Thread &thread, Conditions &conditions) {
  for (unsigned left = order.turn(); left != 0; --left) {
    const Instruction &now = instructionOf(thread);
    if (++thread.instructions > shape.longestRun)
      return fault(now) << "is under way in " << describe(thread) << " after " << shape.longestRun
                        << " instructions; a thread that takes as many is taken to run forever";
    auto result = [&]() -> uint64_t & { return thread.registers[now.results.front()]; };
    auto operand = [&](unsigned number) { return thread.registers[now.operands[number]]; };
    size_t next = thread.next + 1;
    switch (now.code) {
    case Opcode::compute:
      if (failed(compute(thread, now)))
        return failure();
      break;
    case Opcode::move:
      move(thread, now);
      break;
    case Opcode::jump:
      next = now.target;
      break;
    case Opcode::jumpUnless:
      if (!operand(0))
        next = now.target;
      break;
    case Opcode::count:
      ++result();
      break;
    case Opcode::load:
    case Opcode::store:
    case Opcode::atomic:
    case Opcode::swap:
      if (failed(access(thread, now)))
        return failure();
      break;
    case Opcode::workgroup:
      result() = reinterpret_cast<uintptr_t>(blocks[thread.block].arrays[now.target].get());
      break;
    case Opcode::local:
      thread.arrays[now.target]->forget();
      result() = reinterpret_cast<uintptr_t>(thread.arrays[now.target].get());
      break;
    case Opcode::address:
      result() = reinterpret_cast<Array *>(operand(0))->address();
      break;
    case Opcode::thread:
      result() = thread.number;
      break;
    case Opcode::block:
      result() = thread.block;
      break;
    case Opcode::blocks:
      result() = shape.blocks;
      break;
    case Opcode::setCondition:
      conditions[operand(0)] = operand(1);
      break;
    case Opcode::firstSubgroup:
      if (thread.number < bodyThreads())
        enterBody(thread, now);
      else
        next = now.target;
      break;
    case Opcode::end:
      thread.state = State::ended;
      return success();
    case Opcode::shuffle:
    case Opcode::uniform:
    case Opcode::largest:
    case Opcode::barrier:
    case Opcode::blockAny:
    case Opcode::lastBlock:
    case Opcode::gridBarrier:
    case Opcode::gridBarrierEnd:
      thread.state = State::waiting;
      return success();
    }
    thread.next = next;
  }
  return success();
}

} // namespace qdc
