//===- PrivateCopies.cpp - Copies for tasks that only fold ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/PrivateCopies.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;

bool qdrt::loader::privateFormPays(uint64_t atomics, uint64_t elements, uint32_t copies) {
  // An estimate: in floating point, because nothing overflows there.
  double withAtomics = double(kAtomicCost) * double(atomics);
  double merge = double(elements) * (double(kAtomicCost) + double(copies) / double(kElementsPerCost));
  return double(atomics) + merge <= withAtomics / 2;
}

/// The argument to which an array of a private form belongs.
static uint32_t argumentOf(const qdc::PrivateArray &array, const TaskCode &code, const Variant &variant) {
  return variant.slots[code.firstSlot + array.slot].index;
}

PrivateCopies::PrivateCopies(const Variant &variant, uint32_t threads) : threads(threads) {
  auto hasForm = [](const TaskCode &code) { return code.privateForm.description; };
  if (std::ranges::none_of(variant.tasks, hasForm))
    return;
  // Everything that has a size gets it here: launches allocate no more than copies.
  tasks.resize(variant.tasks.size());
  for (size_t index = 0; index < tasks.size(); ++index) {
    const TaskCode &code = variant.tasks[index];
    if (!hasForm(code))
      continue;
    TaskCopies &task = tasks[index];
    task.slots.resize(size_t{threads} * code.slotCount);
    task.merges.resize(code.privateForm.merges.size());
    task.placements.resize(task.merges.size());
    for (size_t array = 0; array < task.merges.size(); ++array)
      task.merges[array].entry = code.privateForm.merges[array];
    task.launch = {code.privateForm.entry, task.slots.data(), task.merges};
  }
}

bool PrivateCopies::pays(const TaskCode &code, std::span<const BoundArgument> arguments, int64_t extent,
                         const Variant &variant) const {
  // This includes kUnknownExtent.
  if (!code.privateForm.description || extent <= 0)
    return false;
  uint64_t elements = 0, bytes = 0;
  for (const qdc::PrivateArray &array : code.privateForm.description->arrays) {
    uint32_t argument = argumentOf(array, code, variant);
    // Compared one by one, so that the sums do not overflow.
    if (arguments[argument].bytes > kMaximumPrivateBytes / threads)
      return false;
    elements += arguments[argument].bytes / qdc::elementSize(variant.description->arguments[argument].type);
    bytes += arguments[argument].bytes;
    if (bytes > kMaximumPrivateBytes / threads)
      return false;
  }
  uint64_t atomics = 0;
  if (__builtin_mul_overflow(static_cast<uint64_t>(extent), code.privateForm.description->atomics, &atomics))
    atomics = UINT64_MAX;
  return privateFormPays(atomics, elements, threads);
}

size_t PrivateCopies::poolOf(uint64_t pattern) {
  for (size_t pool = 0; pool < pools.size(); ++pool)
    if (pools[pool].pattern == pattern)
      return pool;
  pools.push_back({pattern, 0, {}});
  return pools.size() - 1;
}

/// The bits of an element, again and again.
static uint64_t repeatBits(uint64_t bits, uint64_t elementBytes) {
  uint64_t pattern = bits;
  for (uint64_t filled = elementBytes; filled < sizeof(pattern); filled *= 2)
    pattern |= pattern << (8 * filled);
  return pattern;
}

void PrivateCopies::place(const TaskCode &code, std::span<const BoundArgument> arguments, const Variant &variant,
                          TaskCopies &task) {
  const std::vector<qdc::PrivateArray> &arrays = code.privateForm.description->arrays;
  for (size_t index = 0; index < arrays.size(); ++index) {
    uint32_t argument = argumentOf(arrays[index], code, variant);
    uint64_t elementBytes = qdc::elementSize(variant.description->arguments[argument].type);
    uint64_t unit = std::max<uint64_t>(QDC_MERGE_BLOCK * elementBytes, QDC_ALLOCATION_ALIGNMENT);
    Placement &placement = task.placements[index];
    placement.pool = poolOf(repeatBits(arrays[index].neutralBits, elementBytes));
    placement.stride = (arguments[argument].bytes + unit - 1) / unit * unit;
    placement.offset = 0;
    for (size_t before = 0; before < index; ++before)
      if (task.placements[before].pool == placement.pool)
        placement.offset += task.placements[before].stride * threads;
    Pool &pool = pools[placement.pool];
    pool.needed = std::max(pool.needed, placement.offset + placement.stride * threads);
    MergeLaunch &merge = task.merges[index];
    merge.slots[QD_MERGE_SLOT_STRIDE] = placement.stride / elementBytes;
    merge.slots[QD_MERGE_SLOT_COPIES] = threads;
    merge.blocks = static_cast<int64_t>(placement.stride / (QDC_MERGE_BLOCK * elementBytes));
    merge.operations = QDC_MERGE_BLOCK * threads;
  }
}

qdc::Status PrivateCopies::growPools(BackendDevice &device, BackendStream &stream) {
  for (Pool &pool : pools) {
    if (pool.needed <= pool.memory.size())
      continue;
    pool.memory = DeviceMemory();
    qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, pool.needed);
    if (!memory)
      return memory.error();
    if (pool.pattern != 0)
      if (qdc::Status filled = stream.fill(memory->address(), pool.needed, std::as_bytes(std::span(&pool.pattern, 1)));
          !filled)
        return filled;
    pool.memory = std::move(*memory);
  }
  return {};
}

qdc::Status PrivateCopies::resize(const Variant &variant, std::span<const BoundArgument> arguments,
                                  std::span<const int64_t> extents, BackendDevice &device, BackendStream &stream) {
  for (Pool &pool : pools)
    pool.needed = 0;
  for (size_t index = 0; index < tasks.size(); ++index) {
    const TaskCode &code = variant.tasks[index];
    tasks[index].used = pays(code, arguments, extents[index], variant);
    if (tasks[index].used)
      place(code, arguments, variant, tasks[index]);
  }
  return growPools(device, stream);
}

void PrivateCopies::bindSlots(const Variant &variant, std::span<const qd_slot> slots) {
  for (size_t index = 0; index < tasks.size(); ++index) {
    TaskCopies &task = tasks[index];
    if (!task.used)
      continue;
    const TaskCode &code = variant.tasks[index];
    const std::vector<qdc::PrivateArray> &arrays = code.privateForm.description->arrays;
    std::span<const qd_slot> shared = slots.subspan(code.firstSlot, code.slotCount);
    for (uint32_t thread = 0; thread < threads; ++thread)
      std::ranges::copy(shared, task.slots.begin() + static_cast<ptrdiff_t>(size_t{thread} * code.slotCount));
    for (size_t array = 0; array < arrays.size(); ++array) {
      const Placement &placement = task.placements[array];
      auto copies = reinterpret_cast<uintptr_t>(pools[placement.pool].memory.address()) + placement.offset;
      task.merges[array].slots[QD_MERGE_SLOT_ARRAY] = shared[arrays[array].slot];
      task.merges[array].slots[QD_MERGE_SLOT_FIRST_COPY] = copies;
      for (uint32_t thread = 0; thread < threads; ++thread)
        task.slots[size_t{thread} * code.slotCount + arrays[array].slot] = copies + thread * placement.stride;
    }
  }
}

uint64_t PrivateCopies::bytes() const {
  uint64_t sum = 0;
  for (const Pool &pool : pools)
    sum += pool.memory.size();
  return sum;
}
