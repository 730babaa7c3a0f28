//===- SlotKinds.h - What an entry point's slots may hold -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ABI_SLOTKINDS_H
#define QDC_ABI_SLOTKINDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qdc {

/// Where a launch takes the value of a slot from (KernelABI.h).
enum class SlotKind : uint8_t {
#define QDC_SLOT_KIND(NAME, DIALECT_NAME, HELD, FIRST, SECOND) NAME,
#include "qdc/ABI/SlotKinds.def"
};

/// What the 8 bytes are.
enum class SlotValue : uint8_t {
  address, // of device memory
  integer, // 64 bits
  scalar,  // an argument's bytes in the low end, the rest 0
};

/// What a kind needs besides, to say which of its things is meant.
enum class SlotOperand : uint8_t {
  none,
  array,  // an argument
  scalar, // an argument
  axis,   // of the array
  global,
  region, // of the workspace
  offset, // bytes from the start of the region
  loop,   // a node of the graph, which is a loop
};

/// A row of SlotKinds.def.
struct SlotKindRow {
  std::string_view name; // in the manifest
  SlotValue held;
  std::array<SlotOperand, 2> operands; // none: it needs no more
};

/// In the order of SlotKind.
inline constexpr SlotKindRow kSlotKinds[] = {
#define QDC_SLOT_KIND(NAME, DIALECT_NAME, HELD, FIRST, SECOND)                                                         \
  {#NAME, SlotValue::HELD, {SlotOperand::FIRST, SlotOperand::SECOND}},
#include "qdc/ABI/SlotKinds.def"
};
inline constexpr size_t kSlotKindCount = std::size(kSlotKinds);

constexpr const SlotKindRow &rowOf(SlotKind kind) { return kSlotKinds[static_cast<size_t>(kind)]; }

} // namespace qdc

#endif // QDC_ABI_SLOTKINDS_H
