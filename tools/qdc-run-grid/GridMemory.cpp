//===- GridMemory.cpp - What the threads of a launch access ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Grid.h"

using namespace mlir;

namespace qdc {

static bool reads(const Instruction &access) { return access.code != Opcode::store; }
static bool writes(const Instruction &access) { return access.code != Opcode::load; }

static std::string describe(const Instruction &access, const Array &array, int64_t first) {
  return std::to_string(access.bytes) + " bytes at byte " + std::to_string(first) + " of '" + array.name() + "'";
}

LogicalResult Grid::checkAccess(const Thread &thread, const Instruction &instruction, const Array &array,
                                int64_t first) {
  auto what = [&] { return qdc::describe(instruction, array, first); };
  // A widened atomic (WidenNarrowAtomics.h) alone is on the word around its element.
  const bool isWidened =
      instruction.isAtomic && instruction.bytes == Array::wordBytes && instruction.elementBytes < Array::wordBytes;
  const bool isThere = isWidened ? array.holdsInWords(first, instruction.bytes) : array.holds(first, instruction.bytes);
  if (!isThere)
    return fault(instruction) << "accesses " << what() << ", outside of the array, in " << describe(thread);
  if ((array.address() + first) % instruction.alignment != 0)
    return fault(instruction) << "accesses " << what() << ", which is not a multiple of " << instruction.alignment
                              << " bytes, in " << describe(thread);
  if (array.space() == Space::workgroup && reads(instruction) && !array.isDefined(first, instruction.bytes))
    return fault(instruction) << "reads " << what() << " in " << describe(thread) << ", which nothing has written";
  return success();
}

/// Whether the thread is one of those that run beside the first one of their subgroup what matters in that one alone.
bool Grid::followsFirst(const Thread &thread) const {
  bool isBeside = thread.isInBody || (program.endsIteration && thread.number < bodyThreads());
  return isBeside && thread.number != 0;
}

/// `hasValue` becomes false where what is read is not to be relied on.
LogicalResult Grid::checkRaces(const Thread &thread, const Instruction &instruction, Array &array, int64_t first,
                               bool &hasValue) {
  if (array.space() == Space::thread)
    return success();
  bool isLoad = instruction.code == Opcode::load;
  Access now{{thread.block, thread.number, blocks[thread.block].interval, gridInterval},
             &instruction,
             instruction.isAtomic || (isLoad && array.isReport)};
  auto report = [&](const Access &other, StringRef problem) -> LogicalResult {
    InFlightDiagnostic error = fault(instruction) << (writes(instruction) ? "writes " : "reads ")
                                                  << qdc::describe(instruction, array, first) << " in "
                                                  << describe(thread) << problem << describe(other.by);
    error.attachNote(static_cast<const Instruction *>(other.op)->op->getLoc()) << "the other access is here";
    return error;
  };
  if (instruction.isInvariant)
    if (const Access *write = array.races.writtenSince(first + Array::wordBytes, instruction.bytes, firstInterval))
      return report(*write, " as what nothing writes while the launch runs, but it was written by ");
  if (isLoad && followsFirst(thread)) {
    hasValue = !array.races.find(first + Array::wordBytes, instruction.bytes, now);
    return success();
  }
  bool isSame = instruction.code == Opcode::store &&
                array.load(first, instruction.bytes) == thread.registers[instruction.operands[2]];
  Races::Kind kind = isLoad ? Races::Kind::load : isSame ? Races::Kind::sameValue : Races::Kind::write;
  if (const Access *other = array.races.note(first + Array::wordBytes, instruction.bytes, now, kind))
    return report(*other, ", and no barrier lies between that and the access of ");
  return success();
}

/// Threads of a subgroup whose width is known look at a report in step: what the first of them sees, the others see.
uint64_t Grid::readInStep(const Thread &thread, const Instruction &instruction, uint64_t value) {
  if (program.subgroupWidth == 0)
    return value;
  std::vector<uint64_t> key = {thread.block, thread.number / shape.subgroupWidth,
                               static_cast<uint64_t>(&instruction - program.instructions.data())};
  for (Register trip : instruction.trips)
    key.push_back(thread.registers[trip]);
  return looks.try_emplace(std::move(key), value).first->second;
}

LogicalResult Grid::access(Thread &thread, const Instruction &instruction) {
  auto operand = [&](unsigned number) { return thread.registers[instruction.operands[number]]; };
  Array &array = *reinterpret_cast<Array *>(operand(0));
  // An index that is no element of any array stays one that is none of this.
  int64_t first;
  if (llvm::MulOverflow(static_cast<int64_t>(operand(1)), int64_t{instruction.elementBytes}, first))
    first = -1;
  bool hasValue = true;
  if (failed(checkAccess(thread, instruction, array, first)) ||
      failed(checkRaces(thread, instruction, array, first, hasValue)))
    return failure();
  uint64_t old = reads(instruction) ? array.load(first, instruction.bytes) : 0;
  if (array.isReport && instruction.code == Opcode::load)
    old = readInStep(thread, instruction, old);
  if (!hasValue)
    old ^= llvm::maskTrailingOnes<uint64_t>(8 * instruction.bytes);
  auto store = [&](uint64_t bits) { array.store(first, instruction.bytes, bits); };
  if (instruction.code == Opcode::store) {
    store(operand(2));
  } else if (instruction.code == Opcode::atomic) {
    uint64_t folded = 0;
    instruction.compute({old, operand(2)}, folded);
    store(folded);
  } else if (instruction.code == Opcode::swap) {
    bool isExpected = old == operand(2);
    if (isExpected)
      store(operand(3));
    thread.registers[instruction.results[1]] = isExpected;
  }
  if (reads(instruction))
    thread.registers[instruction.results.front()] = old;
  return success();
}

} // namespace qdc
