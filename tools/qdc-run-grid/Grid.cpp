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

uint64_t Grid::answer(Thread &thread, const Instruction &question) {
  Block &block = blocks[thread.block];
  switch (question.code) {
  case Opcode::workgroup:
    return reinterpret_cast<uintptr_t>(block.arrays[question.target].get());
  case Opcode::local:
    thread.arrays[question.target]->forget();
    return reinterpret_cast<uintptr_t>(thread.arrays[question.target].get());
  case Opcode::address:
    return reinterpret_cast<Array *>(thread.registers[question.operands.front()])->address();
  case Opcode::thread:
    return thread.number;
  case Opcode::block:
    return thread.block;
  case Opcode::blocks:
    return shape.blocks;
  default:
    llvm_unreachable("other instructions are not asked");
  }
}

LogicalResult Grid::runTurn(Thread &thread, Conditions &conditions) {
  for (unsigned left = order.turn(); left != 0; --left) {
    const Instruction &now = instructionOf(thread);
    if (++thread.instructions > shape.longestRun)
      return fault(now) << "is under way in " << describe(thread) << " after " << shape.longestRun
                        << " instructions; accepted: that a thread ends before";
    if (now.code == Opcode::end || now.code >= Opcode::shuffle) {
      thread.state = now.code == Opcode::end ? State::ended : State::waiting;
      return success();
    }
    thread.next += 1;
    if (failed(execute(thread, now, conditions)))
      return failure();
  }
  return success();
}

/// Of an instruction that waits for nobody; the next one is that after it, unless it jumps.
LogicalResult Grid::execute(Thread &thread, const Instruction &now, Conditions &conditions) {
  auto operand = [&](unsigned number) { return thread.registers[now.operands[number]]; };
  switch (now.code) {
  case Opcode::compute:
    return compute(thread, now);
  case Opcode::load:
  case Opcode::store:
  case Opcode::atomic:
  case Opcode::swap:
    return access(thread, now);
  case Opcode::move:
    move(thread, now);
    break;
  case Opcode::jump:
    thread.next = now.target;
    break;
  case Opcode::jumpUnless:
    if (!operand(0))
      thread.next = now.target;
    break;
  case Opcode::count:
    ++thread.registers[now.results.front()];
    break;
  case Opcode::setCondition:
    conditions[operand(0)] = operand(1);
    break;
  case Opcode::firstSubgroup:
    if (thread.number < bodyThreads())
      enterBody(thread, now);
    else
      thread.next = now.target;
    break;
  default:
    thread.registers[now.results.front()] = answer(thread, now);
  }
  return success();
}

} // namespace qdc
