//===- ErrorRing.h - Error records of launches under way --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's error record on the device is cleared at the start of a launch, so
// each launch ends with a copy of it to a record of its own in memory of the
// host, where it lies until somebody waits. A host that is far ahead of the
// device goes on: it waits only when all records are taken, and then only for
// the oldest quarter of them.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_ERRORRING_H
#define QDRT_GRAPH_ERRORRING_H

#include "Runtime/Core/DeviceMemory.h"

#include <array>
#include <functional>

namespace qdrt::loader {

class ErrorRing {
public:
  static constexpr uint64_t kQuarter = 64, kRecords = 4 * kQuarter;
  /// Receives the records in the order of their launches.
  using Receiver = std::function<void(uint64_t launch, const qd_error_record &record)>;

  /// Makes the memory. `stream` is the one whose launches have their records here.
  static qdc::Result<ErrorRing> create(BackendDevice &device, BackendStream &stream);

  /// A record without an error for the next launch, whose number is `launch`; the work that fills it is the next that
  /// is added to the stream. Hands over the oldest records where all are taken.
  qdc::Result<MemoryReference> take(uint64_t launch, const Receiver &receive);
  /// Hands over all records. The stream's work is done.
  void empty(const Receiver &receive);

private:
  void handOver(uint64_t end, const Receiver &receive);

  BackendStream *stream = nullptr;
  HostMemory memory;
  std::array<uint64_t, kRecords> launches = {};
  // At the end of the last quarter in each place.
  std::array<std::unique_ptr<BackendEvent>, kRecords / kQuarter> ends;
  uint64_t begin = 0, end = 0; // of the records that are taken, counted from the first launch
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_ERRORRING_H
