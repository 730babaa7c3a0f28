//===- Races.h - Accesses that nothing orders -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each byte, which threads have written and read it since the last barrier.
// Two accesses of different threads, of which one is a write, race unless a barrier
// lies between them (the block's for threads of one block, else the grid's) or
// both are atomic. A shuffle between them does not help: it orders no memory.
//
// Several blocks may write the same value, so that each can go on with what it has
// written itself (RepeatableTasks.h). So a store of the value that another block has
// just stored is no race, nor is a load of that value.
//
// Plain and atomic reads and writes have a history each, of three accesses: the
// last one, and the last ones by another thread and by another block than that. A
// race is always found, but the accesses that it is reported with are not always
// the first two that took part in it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_RACES_H
#define QDC_TOOLS_RUNGRID_RACES_H

#include <cstdint>
#include <memory>
#include <vector>

namespace qdc {

/// A thread's place in a launch, and the intervals between barriers of its block and of the grid that it is in. No two
/// intervals of a run have the same number.
struct Place {
  uint32_t block = 0, thread = 0; // number in the grid, number in the block
  uint64_t blockInterval = 0, gridInterval = 0;
};

struct Access {
  Place by;
  const void *op = nullptr; // null: none
  bool isAtomic = false;
};

/// The accesses of an array's bytes.
class Races {
public:
  explicit Races(uint64_t bytes) : pages((bytes + pageBytes - 1) / pageBytes) {}

  /// A concurrent write of one of `bytes` bytes from `first` on, with which `access`, a load, races; null if there is
  /// none.
  const Access *find(uint64_t first, unsigned bytes, const Access &access);

  /// Stores are of the kind `sameValue` if they leave the bytes as they are; read-modify-writes are of the kind
  /// `write`.
  enum class Kind : uint8_t { load, sameValue, write };
  /// Records an access, unless it races with an earlier one, which it returns; else null.
  const Access *note(uint64_t first, unsigned bytes, const Access &access, Kind kind);

  /// A write of one of the bytes in this launch, whose first interval is `begin`; null if there is none.
  const Access *writtenSince(uint64_t first, unsigned bytes, uint64_t begin) const;

private:
  static constexpr uint64_t pageBytes = 64;
  struct History {
    Access last, otherThread, otherBlock;
    void add(const Access &access);
    /// An access of another thread that no barrier orders with this one; `inBlock`: of its block alone. Null: none.
    const Access *concurrentWith(const Access &access, bool inBlock = false) const;
  };
  struct Histories {
    History writes, reads;
  };
  struct Byte {
    Histories plain, atomic;
    uint64_t repeated = 0; // the interval of the grid in which several blocks stored one value
    bool isRepeated(const Access &access, Kind kind);
    /// A concurrent write or read with which `access` races; `inBlock`: of the plain ones, those of its block alone.
    const Access *writtenBeside(const Access &access, bool inBlock) const;
    const Access *readBeside(const Access &access, bool inBlock) const;
    const Access *raceWith(const Access &access, Kind kind, bool inBlock) const;
  };
  Byte &at(uint64_t byte);

  std::vector<std::unique_ptr<Byte[]>> pages; // null: nothing was accessed
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_RACES_H
