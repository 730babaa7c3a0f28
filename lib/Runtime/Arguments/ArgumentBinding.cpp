//===- ArgumentBinding.cpp - The arguments of an instance -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Arguments/ArgumentBinding.h"

#include "Runtime/Core/Error.h"

#include <algorithm>

using namespace qdrt::loader;

ArgumentBinding::ArgumentBinding(const Kernel &kernel, const Device &device)
    : kernel(kernel), device(device), bound(kernel.description().arguments.size()), candidates(bound.size()),
      isInBuffer(bound.size()), extents(kernel.description()), copies(kernel, device.backend()) {
  changed.reserve(bound.size());
}

qdc::Result<ArgumentBinding::Changes> ArgumentBinding::bind(const qdrt_argument *given, uint32_t first,
                                                            const std::function<qdc::Status()> &waitForLaunches) {
  const uint64_t removalsNow = device.buffers().removals();
  changed.clear();
  for (uint32_t index = first; index < bound.size(); ++index)
    if (!isBound || !isUnchanged(bound[index], given[index]))
      changed.push_back(index);
  qdc::Status checked = removals == removalsNow ? qdc::Status() : checkBuffers();
  if (checked)
    checked = checkChanged(given, waitForLaunches);
  if (!checked) {
    for (uint32_t index : changed)
      candidates[index] = bound[index];
    return checked;
  }
  Changes changes = {changed, !isBound, false};
  // Until the caller has learnt what changed, the next call takes all anew.
  isBound = false;
  for (uint32_t index : changed) {
    const BoundArgument &candidate = candidates[index];
    changes.sizes |= candidate.mask != 0 ? kernel.decides(index) : bound[index].shape != candidate.shape;
    bound[index] = candidate;
    resolveMemory(index);
  }
  if (removals != removalsNow)
    for (uint32_t index = 0; index < bound.size(); ++index) {
      // The buffer that it was in may be gone.
      if (bound[index].device.address() == bound[index].data)
        bound[index].device = candidates[index].device = MemoryReference::ofForeign(bound[index].data);
      resolveMemory(index);
    }
  removals = removalsNow;
  if (!areGlobalsBound()) {
    if (qdc::Status globals = bindGlobals(); !globals)
      return globals;
    changes.globals = true;
  }
  isBound = true;
  return changes;
}

void ArgumentBinding::resolveMemory(uint32_t index) {
  BoundArgument &argument = bound[index];
  MemoryReference resolved;
  const bool isFound = argument.bytes != 0 && device.buffers().resolve(argument.data, resolved);
  isInBuffer[index] = isFound;
  // Of an array of the host the tasks may have a copy.
  if (isFound && argument.device.address() == argument.data)
    candidates[index].device = argument.device = resolved;
}

qdc::Status ArgumentBinding::checkChanged(const qdrt_argument *given,
                                          const std::function<qdc::Status()> &waitForLaunches) {
  bool anyInHostMemory = false, otherExtents = false;
  for (uint32_t index : changed) {
    qdc::Status checked = checkArgument(kernel.description(), index, given[index], candidates[index]);
    if (checked)
      checked = checkAccess(kernel.description(), index, candidates[index], device);
    if (!checked)
      return checked;
    anyInHostMemory |= candidates[index].memory == QDRT_MEMORY_HOST || bound[index].memory == QDRT_MEMORY_HOST;
    otherExtents |= changesExtents(index);
  }
  if (otherExtents)
    if (qdc::Status agreed = extents.check(candidates); !agreed)
      return agreed;
  for (uint32_t index : changed) {
    qdc::Status apart = checkOverlap(kernel, candidates, index);
    if (!apart)
      return apart;
  }
  return anyInHostMemory && !device.backend().capabilities().usesHostMemory ? placeHostArrays(waitForLaunches)
                                                                            : qdc::Status();
}

qdc::Status ArgumentBinding::checkBuffers() const {
  if (!isBound)
    return {};
  for (uint32_t index = 0; index < bound.size(); ++index)
    if (isInBuffer[index] && std::ranges::count(changed, index) == 0 && !isInLiveBuffer(bound[index]) &&
        !device.backend().hasMemoryAt(bound[index].data))
      return wrongArgument(kernel.description(), index, "lies in a buffer that was destroyed since the last launch");
  return {};
}

qdc::Status ArgumentBinding::placeHostArrays(const std::function<qdc::Status()> &waitForLaunches) {
  for (uint32_t index : changed) {
    qdc::Status placed = copies.place(candidates, index, waitForLaunches);
    if (!placed) {
      // Arrays ahead of this one may have moved, so that the addresses mean nothing.
      isBound = false;
      return placed;
    }
  }
  copies.select(candidates);
  return {};
}

qdc::Status ArgumentBinding::bindGlobals() {
  const uint64_t generation = kernel.module().globalGeneration();
  for (const GlobalUse &use : kernel.globals())
    if (!kernel.module().globals()[use.global].address())
      return invalidArgument("global '{}' of kernel '{}' is external and not bound; qdrt_package_bind_global binds it",
                             kernel.module().description().globals[use.global].name, kernel.description().name);
  for (uint32_t index = 0; index < bound.size(); ++index) {
    qdc::Status apart = checkOverlap(kernel, bound, index);
    if (!apart)
      return apart;
  }
  globalGeneration = generation;
  return {};
}
