//===- Scratch.cpp - Slots and memory of one variant ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/Scratch.h"

#include "Runtime/Graph/Print.h"

#include <algorithm>

using namespace qdrt::loader;

template <typename Memory>
static qdc::Status allocateInto(Memory &memory, BackendDevice &device, uint64_t bytes) {
  qdc::Result<Memory> made = Memory::allocate(device, bytes);
  if (!made)
    return made.error();
  memory = std::move(*made);
  return {};
}

/// The first page-locked memory of a process takes a millisecond or two, so that a launch which reports nothing has
/// none.
static bool reportsToHost(const Variant &variant) {
  return !variant.slotsOf(qdc::SlotKind::printBuffer).empty() || !variant.slotsOf(qdc::SlotKind::errorRecord).empty() ||
         !variant.description->results.empty() || !variant.isOnlyTasks;
}

qdc::Result<Scratch> qdrt::loader::makeScratch(const Variant &variant, BackendDevice &device, BackendStream &stream) {
  Scratch made;
  made.variant = &variant;
  made.slots.resize(variant.slots.size());
  made.extents.resize(variant.tasks.size());
  made.regions.resize(variant.regions.size());
  made.loopIterations.resize(variant.loops.size());
  qdc::Status status;
  if (!variant.slotsOf(qdc::SlotKind::errorRecord).empty())
    status = allocateInto(made.errorRecord, device, sizeof(qd_error_record));
  if (status && !variant.slotsOf(qdc::SlotKind::printBuffer).empty()) {
    status = allocateInto(made.printBuffer, device, kPrintBytes);
    if (status)
      status = initializePrintBuffer(stream, made.printBuffer.address());
    // A launch that is refused after all frees the buffer.
    if (status)
      status = stream.synchronize();
  }
  if (!stream.isAsynchronous())
    made.copies = PrivateCopies(variant, std::max(device.threadCount(), 1u));
  else if (status && reportsToHost(variant))
    status = allocateInto(made.report, device, sizeof(HostReport) + variant.description->workspace.readbackBytes);
  if (!status)
    return status.error();
  return made;
}
