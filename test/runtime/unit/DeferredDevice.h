//===- DeferredDevice.h - An asynchronous device of the tests ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The null backend (lib/Runtime/Null) with streams that are asynchronous to the extreme: what is added to a
// stream runs when somebody waits for it, and not before, so that whoever reads
// too early, or changes what a launch under way still needs, is found out. It
// runs the entry points of images for the CPU, and has graphs. Calls are
// counted, and any of them can be made to fail.
//
// The extent of a task that only the device knows is what the word at the
// entry point's last slot says.
//
// Blocks are known by an object, which every reference to one must have, and not
// by their address: so that a driver can be of that kind.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_RUNTIME_DEFERREDDEVICE_H
#define QDC_UNIT_RUNTIME_DEFERREDDEVICE_H

#include "Runtime/Launch/Session.h"

#include <functional>
#include <map>
#include <set>

namespace runtime_test {

/// What the device keeps for the launches of a kernel, where a test asks for it.
struct KeptInstance {
  uint64_t resizes = 0, notes = 0; // calls of resize and noteChangedSlots
  std::vector<int64_t> extents;    // as last told
  std::vector<int64_t> dims;       // the first extent of each array, likewise
  std::vector<qdrt::loader::BackendEntry *> entries;
};

/// What the tests see of the device and tell it.
struct DeferredState {
  // Of all streams.
  uint64_t tasksSubmitted = 0; // other than by a graph
  uint64_t graphsBuilt = 0, graphLaunches = 0, waits = 0, reads = 0, fills = 0;
  std::vector<uint32_t> updates;                        // nodes that were updated
  std::vector<qdrt::loader::GraphNode> nodes;           // of the last graph that was built
  std::vector<std::function<void()>> captured;          // what a replay does
  std::vector<std::shared_ptr<void>> kept; // by captured graphs
  std::map<std::byte *, uint64_t> blocks; // of memory that are alive, with their bytes
  std::set<std::byte *> hostVisible; // of these, those that were allocated for MemoryUse::hostVisible
  bool keepsInstances = false;
  bool hasMemory = false; // at any address that the device is asked about (hasMemoryAt)
  std::vector<std::shared_ptr<KeptInstance>> instances; // in the order they were made, also those that are gone
  qdrt::loader::BackendCapabilities capabilities = {
      .isAsynchronous = true, .hasGraphs = true, .adoptsStreams = true, .capturesStreams = true};
  bool isCapturing = false;
  std::string failing; // the call that fails: "buildGraph", "updateGraph", "launchGraph", "synchronize", "allocate",
                       // "resize", "fill", "signal" and others
};

/// The device, open. `state` outlives it.
std::shared_ptr<qdrt::loader::Session> openDeferredDevice(DeferredState &state);

} // namespace runtime_test

#endif // QDC_UNIT_RUNTIME_DEFERREDDEVICE_H
