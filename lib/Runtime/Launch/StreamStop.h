//===- StreamStop.h - The end of all launches of a stream -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stops are counted. A launch takes the count when it is called, before it waits
// for the stream, and is to end once the count is another one. A stop does not
// block: it needs neither the stream's mutex, which a launch whose loops the host
// runs, or a wait, may hold for as long as a loop runs, nor the launches' end.
//
// What runs on the device learns it from the stream's stop word (KernelABI.h):
//
//   stop()      requested = 1, past the stream
//   the stream  launch A | launch B | answered = 1 | launch C ...
//
// A and B find that `requested` is ahead, C does not. `answered` is written by the
// first launch that was called after the stop, so that one which nobody stops adds
// nothing, and its slots stay as they are. With one bit that is set and cleared
// in place of two counts, the clearing of a first stop would undo a second one for
// launches between the two.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_STREAMSTOP_H
#define QDRT_LAUNCH_STREAMSTOP_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Core/StopCheck.h"

#include <memory>
#include <mutex>

namespace qdrt::loader {

class StreamStop {
public:
  /// `device` is that of the stream, and outlives this.
  explicit StreamStop(BackendDevice &device) : device(device) {}

  // From any thread.
  /// Stops so far.
  uint32_t count() const { return requested.load(std::memory_order_relaxed); }
  /// Ends all launches that were called before. Returns once the device was told; an error of that leaves launches of
  /// loops that it runs by itself alone, and ends the others.
  qdc::Status stop();

  // With the stream's mutex held.
  /// begin() for most launches: none was stopped, and the device need not be told of an earlier stop. False: begin() is
  /// to be called.
  bool beginQuietly(uint32_t count) {
    began = count;
    return answered == count && this->count() == count;
  }
  /// The next launch was called after `count` stops: the device is told on the stream. False, with nothing done, if
  /// another stop came since.
  qdc::Result<bool> begin(uint32_t count, BackendStream &work);
  /// The same for a launch that becomes part of a caller's graph: the device is not told.
  bool beginCaptured(uint32_t count);
  /// Of the launch that began last.
  StopCheck check() const { return {&requested, began}; }
  /// The stream's stop word, made by the first call. Launches hold on to it.
  qdc::Result<std::shared_ptr<const SignalMemory>> word();

private:
  BackendDevice &device;
  std::atomic<uint32_t> requested = 0;
  uint32_t began = 0; // what check() compares with
  uint32_t answered = 0; // the last count that the stream was told

  std::mutex wordMutex; // guards what follows, and the order of writes to `requested` in the word
  std::shared_ptr<const SignalMemory> made;
  uint32_t first = 0; // the count that the word has as 0
};

/// A stop word that nobody writes, for launches in graphs of the caller, which no stream stops.
qdc::Result<std::shared_ptr<const SignalMemory>> makeSilentStopWord(BackendDevice &device);

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_STREAMSTOP_H
