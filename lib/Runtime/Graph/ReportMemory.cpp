//===- ReportMemory.cpp - Where tasks report ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/ReportMemory.h"

#include "Runtime/Graph/Print.h"

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
         !variant.description->results.empty() || variant.program.hasControl;
}

qdc::Result<ReportMemory> ReportMemory::make(const Variant &variant, BackendDevice &device, BackendStream &stream) {
  ReportMemory made;
  qdc::Status status;
  if (!variant.slotsOf(qdc::SlotKind::errorRecord).empty())
    status = allocateInto(made.record, device, sizeof(qd_error_record));
  if (status && !variant.slotsOf(qdc::SlotKind::printBuffer).empty()) {
    status = allocateInto(made.prints, device, kPrintBytes);
    if (status)
      status = initializePrintBuffer(stream, made.prints);
    // A launch that is refused after all frees the buffer.
    if (status)
      status = stream.synchronize();
  }
  if (status && stream.capabilities().isAsynchronous && reportsToHost(variant))
    status = allocateInto(made.report, device, sizeof(HostReport) + variant.description->workspace.readbackBytes);
  if (!status)
    return status;
  return made;
}
