//===- ErrorRing.cpp - Error records of launches under way ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/ErrorRing.h"

using namespace qdrt::loader;

qdc::Result<ErrorRing> ErrorRing::create(BackendDevice &device, BackendStream &stream) {
  ErrorRing ring;
  ring.stream = &stream;
  qdc::Result<HostMemory> memory = HostMemory::allocate(device, kRecords * sizeof(qd_error_record));
  if (!memory)
    return memory.error();
  ring.memory = std::move(*memory);
  for (std::unique_ptr<BackendEvent> &each : ring.ends) {
    qdc::Result<std::unique_ptr<BackendEvent>> event = device.createEvent();
    if (!event)
      return event.error();
    each = std::move(*event);
  }
  return ring;
}

void ErrorRing::handOver(uint64_t until, const Receiver &receive) {
  auto *records = static_cast<qd_error_record *>(memory.address());
  while (begin < until) {
    uint64_t at = begin++ % kRecords;
    receive(launches[at], records[at]);
  }
}

qdc::Result<MemoryReference> ErrorRing::take(uint64_t launch, const Receiver &receive) {
  if (end % kQuarter == 0 && end != 0) {
    // The quarter before is complete with what the stream has now.
    qdc::Status recorded = ends[(end / kQuarter - 1) % ends.size()]->record(*stream);
    if (!recorded)
      return recorded;
  }
  if (end - begin == kRecords) {
    uint64_t oldest = begin / kQuarter;
    qdc::Status waited = ends[oldest % ends.size()]->synchronize();
    if (!waited)
      return waited;
    handOver((oldest + 1) * kQuarter, receive);
  }
  uint64_t at = end++ % kRecords;
  launches[at] = launch;
  MemoryReference record = memory.at(at * sizeof(qd_error_record));
  *static_cast<qd_error_record *>(record.address()) = {};
  return record;
}

void ErrorRing::empty(const Receiver &receive) { handOver(end, receive); }
