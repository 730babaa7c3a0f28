//===- ReportMemory.h - Where tasks report ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_REPORTMEMORY_H
#define QDRT_GRAPH_REPORTMEMORY_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Package/Kernel.h"

#include <cstddef>

namespace qdrt::loader {

/// What the work of a stream leaves for the host, in memory of the host. The bytes of the results follow.
struct HostReport {
  qd_error_record record; // read where the host decides
  uint64_t word;          // likewise
  uint64_t sizesAnswer;   // of the last check of sizes (SizeCheck.h)
  qdrt_launch_report published;
};
static_assert(offsetof(HostReport, published) + sizeof(qdrt_launch_report) == sizeof(HostReport),
              "results follow the report of a launch");

/// The memory by which tasks and the host tell each other of failures, lines, results and stops. A launch may leave
/// something in error record and print buffer; whoever leads it notes when it begins (noteRun), and when they are known
/// to be empty (noteEmpty).
class ReportMemory {
public:
  /// For launches of the variant, that are added to `stream`. A kernel that prints is not for one that is being
  /// captured.
  static qdc::Result<ReportMemory> make(const Variant &variant, BackendDevice &device, BackendStream &stream);

  /// Nothing where no task looks at it.
  const DeviceMemory &errorRecord() const { return record; }
  bool hasErrorRecord() const { return record.address(); }
  /// Nothing where no task prints.
  const DeviceMemory &printBuffer() const { return prints; }
  bool hasPrintBuffer() const { return prints.address(); }
  /// What the last launch left is gone. On asynchronous streams the print buffer does not count: a wait empties it.
  bool isEmpty() const { return empty; }
  void noteRun() { empty = false; }
  void noteEmpty(bool isEmpty = true) { empty = isEmpty; }

  /// Whether launches report to the host: on asynchronous streams, where they have something to report.
  bool hasHostReport() const { return report.address(); }
  /// NULL: they don't.
  HostReport *hostReport() const { return static_cast<HostReport *>(report.address()); }
  /// Where results arrive; NULL: there are none, or they are read from the workspace.
  std::byte *hostResults() const {
    return report.address() ? reinterpret_cast<std::byte *>(hostReport() + 1) : nullptr;
  }
  // Parts of the host's report as references; there is one.
  MemoryReference publishedPlace() const { return report.at(offsetof(HostReport, published)); }
  MemoryReference recordPlace() const { return report.at(offsetof(HostReport, record)); }
  MemoryReference wordPlace() const { return report.at(offsetof(HostReport, word)); }
  MemoryReference sizesAnswerPlace() const { return report.at(offsetof(HostReport, sizesAnswer)); }

  /// The number of the stream's launches (GraphPublish); to be set where there is a report.
  const DeviceMemory &launchNumber() const { return *number; }
  void setLaunchNumber(std::shared_ptr<const DeviceMemory> of) { number = std::move(of); }
  /// NULL: nothing that the variant may run looks at it.
  const SignalMemory *stopWord() const { return stop.get(); }
  void setStopWord(std::shared_ptr<const SignalMemory> of) { stop = std::move(of); }

private:
  DeviceMemory record, prints;
  HostMemory report;
  bool empty = true;
  // The stream's, or of a captured launch's own.
  std::shared_ptr<const DeviceMemory> number;
  std::shared_ptr<const SignalMemory> stop;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_REPORTMEMORY_H
