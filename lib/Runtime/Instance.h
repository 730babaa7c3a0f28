//===- Instance.h - A kernel made ready for a stream ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instance is what a launch of one kernel on one stream keeps for the next:
// the arguments that were checked, the filled slots, and the scratch memory.
// A launch whose arguments did not change checks and writes nothing; one whose
// arguments did rewrites the slots that come from them. Memory is allocated by
// the first launch, by the first that uses code for other scalars, and by one
// that needs a larger workspace than any before.
//
// Used by one thread at a time: the one that holds the stream's mutex.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_INSTANCE_H
#define QDRT_INSTANCE_H

#include "Runtime/Arguments.h"
#include "Runtime/DeviceMemory.h"
#include "Runtime/Kernel.h"

#include <optional>

namespace qdrt::loader {

class Stream;

/// Slots and device memory for one variant of a kernel.
struct Scratch {
  const Variant *variant = nullptr;
  std::vector<qd_slot> slots;
  std::vector<int64_t> extents; // of tasks that read no word
  std::vector<uint64_t> loopIterations;
  DeviceMemory errorRecord, printBuffer, workspace;
  bool sized = false; // extents and workspace are those of the arguments
  bool clean = true;  // error record and print buffer hold nothing
};

/// Why a launch failed on the device.
struct LaunchFailure {
  qdrt_status status = QDRT_OK;
  std::string message;
  qdc::SourceLocation location;
  int64_t iteration = 0;
};

class Instance {
public:
  Instance(Kernel &kernel, Stream &stream);
  ~Instance();

  /// One launch, complete up to the stream's order. `arguments` has one entry for each of the kernel's. The error
  /// tells why nothing was launched; what the device finds is in failure() once the stream was waited for.
  qdc::Status launch(const qdrt_argument *arguments, const qdrt_launch_options &options);

  /// True if the last launch that was not refused ran to its end or to a failure on the device.
  bool wasLaunched() const { return launchedVariant; }
  const LaunchFailure &failure() const { return lastFailure; }
  /// Result `index` of the last launch.
  qdrt_scalar result(uint32_t index) const;

private:
  qdc::Status bindArguments(const qdrt_argument *arguments);
  qdc::Status bindGlobals();
  qdc::Status selectVariant();
  qdc::Result<Scratch> build(const Variant &variant);
  qdc::Status evaluateSizes();
  qd_slot slotValue(const qdc::SlotSource &source) const;
  void writeSlots(std::span<const uint32_t> slots);
  void writeSlots(std::span<const uint32_t> slots, uint64_t value);
  qdc::Status clearErrorRecord();
  /// Throws away what a launch that ran out of host memory left.
  qdc::Status cleanScratch();
  /// Empties error record and print buffer after a walk, and reads the results.
  qdc::Status collect(bool finished);
  /// The launch itself; nothing refuses it any more.
  qdc::Status run(const qdrt_launch_options &options);

  Kernel &kernel;
  Stream &stream;
  std::vector<BoundArgument> arguments;
  std::vector<BoundArgument> candidates; // being checked
  std::vector<uint32_t> changed;
  bool bound = false; // `arguments` are those that the slots hold
  uint64_t globalGeneration = 0;
  std::vector<std::optional<Scratch>> scratch; // for each variant
  Scratch *current = nullptr;
  bool selected = false; // `current` is the code for the arguments
  LaunchCounters counters;
  bool built = false;
  const Variant *launchedVariant = nullptr; // the code of the last launch, whose results are in `readback`
  LaunchFailure lastFailure;
  std::vector<std::byte> readback;
};

} // namespace qdrt::loader

#endif // QDRT_INSTANCE_H
