//===- Scratch.h - Slots and memory of one variant --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tasks of one kernel need on one stream besides the caller's arrays:
// the slots of their entry points, and memory for their words, their error
// record and what they print. Launches of the same scratch run one after the
// other.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_SCRATCH_H
#define QDRT_SCRATCH_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Graph/ErrorRing.h"
#include "Runtime/Graph/PrivateCopies.h"
#include "Runtime/Graph/TaskGraph.h"
#include "Runtime/Package/Kernel.h"

#include <optional>

namespace qdrt::loader {

/// What the work of a stream leaves for the host, in memory of the host. The bytes of the results follow.
struct HostReport {
  qd_print_buffer printed; // after the last launch: the print buffer's header
  qd_error_record record;  // read by a walk that decides
  uint64_t word;           // likewise
};

struct Scratch {
  const Variant *variant = nullptr;
  std::vector<qd_slot> slots;
  std::vector<int64_t> extents; // of tasks; kUnknownExtent where they read a word
  std::vector<uint64_t> loopIterations;
  DeviceMemory errorRecord, printBuffer;
  std::vector<DeviceMemory> regions; // of the workspace, as the variant's
  bool moved = false;   // since this was last cleared, a region has another address
  bool sized = false;   // extents and workspace are those of the arguments
  bool clean = true;    // error record and print buffer hold nothing; synchronous streams
  bool patched = false; // slots or extents changed since the graph was last updated, or the copies last bound

  // Synchronous streams.
  PrivateCopies copies;
  bool copiesSized = false; // the copies are those of the arguments

  // Asynchronous streams.
  std::optional<ErrorRing> errors; // of a kernel that asserts, from the first launch on
  HostMemory report;
  std::unique_ptr<TaskGraph> graph;
  bool ranDirectly = false; // a launch ran without the graph

  /// Region 0 of the workspace.
  const DeviceMemory &words() const { return regions.front(); }
  HostReport *hostReport() const { return static_cast<HostReport *>(report.address()); }
  /// Where results arrive; NULL: there are none, or they are read from the workspace.
  std::byte *hostResults() const {
    return report.address() ? reinterpret_cast<std::byte *>(hostReport() + 1) : nullptr;
  }
};

/// Makes a variant's scratch but for the workspace, whose size depends on the arguments. Slots are 0. `stream` is the
/// one that launches are added to; a kernel that prints is not for one that is being captured.
qdc::Result<Scratch> makeScratch(const Variant &variant, BackendDevice &device, BackendStream &stream);

} // namespace qdrt::loader

#endif // QDRT_SCRATCH_H
