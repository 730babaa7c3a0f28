//===- PlacedTasks.h - Tasks over placed arrays -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_PLACEDTASKS_H
#define QDC_UNIT_TARGET_PLACEDTASKS_H

#include "GPUThreads.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qdc {

/// Elements in memory that begins at a multiple of 64 bytes, or `offset` elements further.
template <typename T>
class Placed {
public:
  explicit Placed(size_t count, size_t offset = 0) : memory(count * sizeof(T) + 64 + offset * sizeof(T)), count(count) {
    auto begin = reinterpret_cast<uintptr_t>(memory.data());
    begin += (64 - begin % 64) % 64;
    start = reinterpret_cast<T *>(begin) + offset;
    std::fill_n(start, count, T());
  }
  T *begin() { return start; }
  T *end() { return start + count; }
  T &operator[](size_t index) { return start[index]; }
  qd_slot slot() const { return address(start); }

private:
  std::vector<std::byte> memory;
  size_t count;
  T *start;
};

/// The type of an array of one dimension.
inline std::string memref(const std::string &type) { return "memref<?x" + type + ">"; }
/// The parameter of a task that is array argument `number`.
inline std::string array(const char *name, unsigned number, const std::string &type) {
  return std::string("%") + name + ": " + memref(type) + " {qd.slot = #qd.slot<array(" + std::to_string(number) + ")>}";
}
/// The same of a scalar of type index.
inline std::string scalar(const char *name, unsigned number) {
  return std::string("%") + name + ": index {qd.slot = #qd.slot<scalar(" + std::to_string(number) + ")>}";
}

} // namespace qdc

#endif // QDC_UNIT_TARGET_PLACEDTASKS_H
