//===- Memory.h - An array that threads access ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_MEMORY_H
#define QDC_TOOLS_RUNGRID_MEMORY_H

#include "Races.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace qdc {

/// Of which memory an array is, and so who may access it and what it holds at first.
enum class Space : uint8_t {
  global,    // all threads; has values
  workgroup, // the threads of a block; has none, and reading what nothing wrote is wrong
  thread,    // one thread; has none
};

/// An array that outlives the threads that have its address in a register.
class Array {
public:
  /// Bytes that are 0, or, where they have no values, such that nobody takes them for one. `address` is what
  /// memref.extract_aligned_pointer_as_index gives, and what alignments are told by.
  Array(std::string name, Space space, uint64_t bytes, uint64_t address);

  const std::string &name() const { return itsName; }
  Space space() const { return itsSpace; }
  uint64_t address() const { return itsAddress; }
  std::vector<std::byte> &contents() { return bytes; }

  /// Whether `count` bytes from `first` on lie inside.
  bool holds(int64_t first, unsigned count) const;
  /// Whether they do, or beside it in words of 4 bytes that hold bytes of it, as atomics on words may (KernelABI.h).
  bool holdsInWords(int64_t first, unsigned count) const;
  /// Whether all of them have a value. They lie inside.
  bool isDefined(int64_t first, unsigned count) const;
  /// In this and what follows they lie inside, or beside.
  uint64_t load(int64_t first, unsigned count) const;
  void store(int64_t first, unsigned count, uint64_t bits);
  /// All bytes lose their values.
  void forget();

  /// Its bytes are counted from the first one that may lie beside.
  Races races;
  static constexpr unsigned wordBytes = 4;
  /// Loads may be under way beside atomics though they are not atomic: whoever looks early need not see the report.
  bool isReport = false;

private:
  /// Of the array, or beside it.
  const std::byte &at(int64_t byte) const;
  std::byte &at(int64_t byte) { return const_cast<std::byte &>(std::as_const(*this).at(byte)); }

  std::string itsName;
  Space itsSpace;
  uint64_t itsAddress;
  std::vector<std::byte> bytes;
  std::array<std::byte, wordBytes> before = {}, after = {};
  std::vector<bool> defined; // empty: all are
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_MEMORY_H
