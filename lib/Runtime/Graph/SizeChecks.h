//===- SizeChecks.h - Checks of sizes that tasks compute --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_SIZECHECKS_H
#define QDRT_GRAPH_SIZECHECKS_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader {

/// The checks of a program, by which the device compares sizes that tasks compute with the regions (SizeCheck.h), and
/// what a host needs that waits for their answers. They are stale after sizes or the program changed, until they are
/// set again.
class SizeChecks {
public:
  bool areStale() const { return stale; }
  void noteStale() { stale = true; }
  /// The slots of each check, in the order of the program.
  void set(std::vector<std::vector<qd_slot>> ofChecks) {
    slotsOfChecks = std::move(ofChecks);
    stale = false;
    ++changes;
  }
  /// They live until the next set().
  std::span<const qd_slot> slots(uint32_t check) const { return slotsOfChecks[check]; }
  /// Another number after each set().
  uint64_t generation() const { return changes; }

  /// Room for words by which regions get their sizes, which a launch does not have to make anew.
  std::span<int64_t> room(size_t words) {
    values.resize(words);
    return values;
  }

  /// A host is to wait for the check that was added to the stream last.
  qdc::Status noteAdded(BackendDevice &device, BackendStream &stream) {
    if (!added) {
      qdc::Result<std::unique_ptr<BackendEvent>> made = device.createEvent();
      if (!made)
        return made.error();
      added = std::move(*made);
    }
    return added->record(stream);
  }
  /// Waits for that check.
  qdc::Status waitForAnswer() { return added->synchronize(); }

private:
  bool stale = false;
  std::vector<std::vector<qd_slot>> slotsOfChecks;
  uint64_t changes = 0;
  std::vector<int64_t> values;
  std::unique_ptr<BackendEvent> added; // comes after the last check whose answer a host waits for; NULL: none yet
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_SIZECHECKS_H
