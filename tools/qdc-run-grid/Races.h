//===- Races.h - Accesses that nothing orders -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of each byte, who wrote and read it since threads last waited for each other.
// Two accesses of different threads, one of them a write, race unless a barrier
// lies between them, one of the block for threads of a block, one of the grid for
// others, or both are atomic. That a shuffle lies between them does not help: it
// orders no memory.
//
// Several blocks may write the same value, each to go on with what it has written
// itself (RepeatableTasks.h). So a store that leaves what another block has just
// stored is no race, nor are loads of that.
//
// Of the accesses of one kind three are kept, the last one and the last ones of
// another thread and of another block than its own. So a race with any of them is
// found, if not always named by the first two that took part in it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_RACES_H
#define QDC_TOOLS_RUNGRID_RACES_H

#include <cstdint>
#include <memory>
#include <vector>

namespace qdc {

/// A thread's place in a launch, and since when others are ordered with it: two intervals between barriers are never
/// numbered alike.
struct Place {
  uint32_t block = 0, thread = 0; // of the grid, of the block
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

  /// An earlier access to `bytes` bytes from `first` on that writes and that `access` races with, or null.
  const Access *find(uint64_t first, unsigned bytes, const Access &access);

  /// Notes an access; gives an earlier one that it races with, or null.
  enum class Kind : uint8_t {
    load,
    sameValue,
    write
  }; // of stores, one that stores what is there; what is no load writes
  const Access *note(uint64_t first, unsigned bytes, const Access &access, Kind kind);

  /// Whether a byte was written in this launch, whose first interval is `begin`.
  const Access *writtenSince(uint64_t first, unsigned bytes, uint64_t begin) const;

private:
  static constexpr uint64_t pageBytes = 64;
  struct History {
    Access last, otherThread, otherBlock;
    void add(const Access &access);
    /// `inBlock`: of those of its block alone.
    const Access *concurrentWith(const Access &access, bool inBlock = false) const;
  };
  struct Byte {
    History writes, reads;
    uint64_t repeated = 0; // the interval of the grid in which several blocks wrote one value
    bool isRepeated(const Access &access, Kind kind);
    const Access *raceWith(const Access &access, Kind kind, bool inBlock) const;
  };
  Byte &at(uint64_t byte);

  std::vector<std::unique_ptr<Byte[]>> pages; // null: nothing was accessed
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_RACES_H
