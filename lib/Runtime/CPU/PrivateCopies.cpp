//===- PrivateCopies.cpp - Copies for tasks that only fold ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/PrivateCopies.h"

#include "Runtime/Core/Error.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::cpu;

bool qdrt::loader::cpu::privateFormPays(uint64_t atomics, uint64_t elements, uint32_t copies) {
  // An estimate: in floating point, because nothing overflows there.
  double withAtomics = double(kAtomicCost) * double(atomics);
  double merge = double(elements) * (double(kAtomicCost) + double(copies) / double(kElementsPerCost));
  return double(atomics) + merge <= withAtomics / 2;
}

/// The argument to which an array of a private form belongs.
static uint32_t argumentOf(const qdc::PrivateArray &array, const Entry &entry) {
  return entry.description->slots[array.slot].index;
}

static const std::vector<qdc::PrivateArray> &arraysOf(const Entry &entry) {
  return qdc::privateFormOf(entry.description->launch)->arrays;
}

std::unique_ptr<BackendInstance> PrivateCopies::create(const qdc::Kernel &kernel,
                                                       std::span<BackendEntry *const> entries, BackendDevice &device,
                                                       uint32_t threads) {
  auto hasForm = [](const BackendEntry *entry) { return static_cast<const Entry *>(entry)->privateCode != nullptr; };
  if (std::ranges::none_of(entries, hasForm))
    return nullptr;
  std::unique_ptr<PrivateCopies> made(new PrivateCopies(kernel, device, threads));
  // Everything that has a size gets it here: launches allocate no more than copies.
  for (BackendEntry *each : entries) {
    TaskCopies &task = made->tasks.emplace_back();
    if (!hasForm(each))
      continue;
    const Entry &entry = static_cast<const Entry &>(*each);
    task.entry = &entry;
    task.slots.resize(size_t{threads} * entry.description->slots.size());
    for (qd_cpu_entry merge : entry.merges)
      task.arrays.emplace_back().merge = merge;
  }
  return made;
}

uint64_t PrivateCopies::bytesOf(uint32_t argument, const qdc::SizeExprBindings &arguments) const {
  const qdc::Argument &description = kernel.arguments[argument];
  uint64_t bytes = qdc::elementSize(description.type);
  for (uint32_t axis = 0; axis < description.shape.size(); ++axis)
    bytes *= static_cast<uint64_t>(*arguments.dim(argument, axis));
  return bytes;
}

bool PrivateCopies::pays(const TaskCopies &task, const qdc::SizeExprBindings &arguments, int64_t extent) const {
  // This includes kUnknownExtent.
  if (!task.entry || extent <= 0)
    return false;
  uint64_t elements = 0, bytes = 0;
  for (const qdc::PrivateArray &array : arraysOf(*task.entry)) {
    const uint32_t argument = argumentOf(array, *task.entry);
    const uint64_t bytesHere = bytesOf(argument, arguments);
    // Compared one by one, so that the sums do not overflow.
    if (bytesHere > kMaximumPrivateBytes / threads)
      return false;
    elements += bytesHere / qdc::elementSize(kernel.arguments[argument].type);
    bytes += bytesHere;
    if (bytes > kMaximumPrivateBytes / threads)
      return false;
  }
  uint64_t atomics = 0;
  const uint64_t perIteration = qdc::privateFormOf(task.entry->description->launch)->atomics;
  if (__builtin_mul_overflow(static_cast<uint64_t>(extent), perIteration, &atomics))
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

void PrivateCopies::place(TaskCopies &task, const qdc::SizeExprBindings &arguments) {
  for (size_t index = 0; index < task.arrays.size(); ++index) {
    const qdc::PrivateArray &array = arraysOf(*task.entry)[index];
    const uint32_t argument = argumentOf(array, *task.entry);
    const uint64_t elementBytes = qdc::elementSize(kernel.arguments[argument].type);
    const uint64_t unit = std::max<uint64_t>(QDC_MERGE_BLOCK * elementBytes, QDC_ALLOCATION_ALIGNMENT);
    ArrayCopies &copies = task.arrays[index];
    copies.pool = poolOf(repeatBits(array.neutralBits, elementBytes));
    copies.stride = (bytesOf(argument, arguments) + unit - 1) / unit * unit;
    copies.offset = 0;
    for (size_t before = 0; before < index; ++before)
      if (task.arrays[before].pool == copies.pool)
        copies.offset += task.arrays[before].stride * threads;
    Pool &pool = pools[copies.pool];
    pool.needed = std::max(pool.needed, copies.offset + copies.stride * threads);
    copies.slots[QD_MERGE_SLOT_STRIDE] = copies.stride / elementBytes;
    copies.slots[QD_MERGE_SLOT_COPIES] = threads;
    copies.blocks = static_cast<int64_t>(copies.stride / (QDC_MERGE_BLOCK * elementBytes));
    copies.operations = QDC_MERGE_BLOCK * threads;
  }
}

static void fill(const DeviceMemory &memory, uint64_t pattern) {
  std::fill_n(static_cast<uint64_t *>(memory.address()), memory.size() / sizeof(pattern), pattern);
}

qdc::Status PrivateCopies::growPools() {
  for (Pool &pool : pools) {
    if (pool.needed <= pool.memory.size())
      continue;
    pool.memory = DeviceMemory();
    qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, pool.needed);
    if (!memory)
      return within(memory.error(), "copies for each thread of kernel '{}'", kernel.name);
    pool.memory = std::move(*memory);
    if (pool.pattern != 0)
      fill(pool.memory, pool.pattern);
  }
  return {};
}

qdc::Status PrivateCopies::resize(const qdc::SizeExprBindings &arguments, std::span<const int64_t> extents) {
  for (Pool &pool : pools)
    pool.needed = 0;
  for (size_t index = 0; index < tasks.size(); ++index) {
    tasks[index].isUsed = pays(tasks[index], arguments, extents[index]);
    if (tasks[index].isUsed)
      place(tasks[index], arguments);
  }
  return growPools();
}

void PrivateCopies::noteChangedSlots() {
  for (TaskCopies &task : tasks)
    task.isBound = false;
}

void PrivateCopies::bind(TaskCopies &task, std::span<const qd_slot> shared) const {
  for (uint32_t thread = 0; thread < threads; ++thread)
    std::ranges::copy(shared, task.slots.begin() + static_cast<ptrdiff_t>(thread * shared.size()));
  for (size_t index = 0; index < task.arrays.size(); ++index) {
    ArrayCopies &copies = task.arrays[index];
    const uint32_t slot = arraysOf(*task.entry)[index].slot;
    const auto first = reinterpret_cast<uintptr_t>(pools[copies.pool].memory.address()) + copies.offset;
    copies.slots[QD_MERGE_SLOT_ARRAY] = shared[slot];
    copies.slots[QD_MERGE_SLOT_FIRST_COPY] = first;
    for (uint32_t thread = 0; thread < threads; ++thread)
      task.slots[thread * shared.size() + slot] = first + thread * copies.stride;
  }
  task.isBound = true;
}

bool PrivateCopies::run(const TaskLaunch &launch, ThreadPool::Region &region) {
  TaskCopies &task = tasks[launch.task];
  if (!task.isUsed)
    return false;
  if (!task.isBound)
    bind(task, {launch.slots, launch.slotCount});
  if (isUnmerged)
    for (Pool &pool : pools)
      fill(pool.memory, pool.pattern);
  isUnmerged = true;
  region.run({task.entry->privateCode, task.slots.data(), launch.extent, launch.operations, launch.slotCount});
  for (const ArrayCopies &copies : task.arrays)
    if (copies.blocks > 0)
      region.run({copies.merge, copies.slots.data(), copies.blocks, copies.operations});
  isUnmerged = false;
  ++tasksRun;
  return true;
}

InstanceUse PrivateCopies::takeUse() {
  InstanceUse use = {std::exchange(tasksRun, 0), 0};
  for (const Pool &pool : pools)
    use.privateBytes += pool.memory.size();
  return use;
}
