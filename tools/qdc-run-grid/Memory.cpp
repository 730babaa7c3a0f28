//===- Memory.cpp - An array that threads access --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Memory.h"

#include <algorithm>
#include <cstring>

namespace qdc {

/// A large number in every type.
static constexpr std::byte noValue{0x5b};

Array::Array(std::string name, Space space, uint64_t count, uint64_t address)
    : races(space == Space::thread ? 0 : count), itsName(std::move(name)), itsSpace(space), itsAddress(address),
      bytes(count) {
  if (space != Space::global)
    forget();
}

bool Array::holds(int64_t first, unsigned count) const {
  return first >= 0 && count <= bytes.size() && static_cast<uint64_t>(first) <= bytes.size() - count;
}

bool Array::isDefined(uint64_t first, unsigned count) const {
  if (defined.empty())
    return true;
  return std::all_of(defined.begin() + first, defined.begin() + first + count, [](bool is) { return is; });
}

uint64_t Array::load(uint64_t first, unsigned count) const {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + first, count);
  return bits;
}

void Array::store(uint64_t first, unsigned count, uint64_t bits) {
  std::memcpy(bytes.data() + first, &bits, count);
  if (!defined.empty())
    std::fill_n(defined.begin() + first, count, true);
}

void Array::forget() {
  std::fill(bytes.begin(), bytes.end(), noValue);
  if (itsSpace == Space::workgroup)
    defined.assign(bytes.size(), false);
}

} // namespace qdc
