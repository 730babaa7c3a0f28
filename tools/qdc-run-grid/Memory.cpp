//===- Memory.cpp - An array that threads access --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Memory.h"

#include <algorithm>

namespace qdc {

/// A large number in every type.
static constexpr std::byte noValue{0x5b};

Array::Array(std::string name, Space space, uint64_t count, uint64_t address)
    : races(space == Space::thread ? 0 : count + 2 * wordBytes), itsName(std::move(name)), itsSpace(space),
      itsAddress(address), bytes(count) {
  if (space != Space::global)
    forget();
}

bool Array::holds(int64_t first, unsigned count) const {
  return first >= 0 && count <= bytes.size() && static_cast<uint64_t>(first) <= bytes.size() - count;
}

bool Array::holdsInWords(int64_t first, unsigned count) const {
  const int64_t begin = -static_cast<int64_t>(itsAddress % wordBytes), size = bytes.size();
  const int64_t end = size + (wordBytes - (itsAddress + size) % wordBytes) % wordBytes;
  return first >= begin && first <= end - static_cast<int64_t>(count);
}

const std::byte &Array::at(int64_t byte) const {
  const int64_t size = bytes.size();
  return byte < 0 ? before[byte + wordBytes] : byte < size ? bytes[byte] : after[byte - size];
}

bool Array::isDefined(int64_t first, unsigned count) const {
  for (int64_t byte = std::max<int64_t>(first, 0); byte < first + static_cast<int64_t>(count); ++byte)
    if (static_cast<size_t>(byte) < defined.size() && !defined[byte])
      return false;
  return true;
}

uint64_t Array::load(int64_t first, unsigned count) const {
  uint64_t bits = 0;
  for (unsigned byte = 0; byte < count; ++byte)
    bits |= std::to_integer<uint64_t>(at(first + byte)) << 8 * byte;
  return bits;
}

void Array::store(int64_t first, unsigned count, uint64_t bits) {
  for (unsigned byte = 0; byte < count; ++byte)
    at(first + byte) = static_cast<std::byte>(bits >> 8 * byte);
  for (int64_t byte = std::max<int64_t>(first, 0); byte < first + static_cast<int64_t>(count); ++byte)
    if (static_cast<size_t>(byte) < defined.size())
      defined[byte] = true;
}

void Array::forget() {
  std::fill(bytes.begin(), bytes.end(), noValue);
  if (itsSpace == Space::workgroup)
    defined.assign(bytes.size(), false);
}

} // namespace qdc
