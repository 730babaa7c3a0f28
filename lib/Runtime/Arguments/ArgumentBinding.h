//===- ArgumentBinding.h - The arguments of an instance ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_ARGUMENTS_ARGUMENTBINDING_H
#define QDRT_ARGUMENTS_ARGUMENTBINDING_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Arguments/HostArrays.h"
#include "Runtime/Arguments/NamedExtents.h"

#include <functional>

namespace qdrt::loader {

/// The arguments of the last launch, checked, and the globals that it found. What did not change since is neither
/// checked nor copied again. Allocates for arrays of the host only.
class ArgumentBinding {
public:
  ArgumentBinding(const Kernel &kernel, const Device &device);

  /// Those of the last launch that was not refused.
  std::span<const BoundArgument> arguments() const { return bound; }
  const HostArrays &hostArrays() const { return copies; }

  /// The first argument that is another than the last launch had; the number of arguments: none is.
  uint32_t firstChanged(const qdrt_argument *given) const {
    auto found = bound.begin();
    if (isBound)
      while (found != bound.end() && isUnchanged(*found, *given)) {
        ++found;
        ++given;
      }
    return static_cast<uint32_t>(found - bound.begin());
  }
  /// True if a launch with these arguments finds all as the last one did; `first` is firstChanged().
  bool isCurrent(uint32_t first) const {
    return isBound && first == bound.size() && areGlobalsBound() && device.buffers().removals() == removals;
  }

  /// What a launch finds changed.
  struct Changes {
    std::span<const uint32_t> arguments; // valid until the next call
    bool sizes = false;                  // a shape, or a scalar that decides about sizes or code
    bool globals = false;                // addresses
  };
  /// Checks the arguments from `first` on, and the globals, and takes them. `waitForLaunches` is called before memory
  /// goes that launches under way use. After an error the last launch's arguments stay, or, where even these could not,
  /// the next call takes all anew.
  qdc::Result<Changes> bind(const qdrt_argument *given, uint32_t first,
                            const std::function<qdc::Status()> &waitForLaunches);

private:
  /// True if argument `index` is another in what extents depend on.
  bool changesExtents(uint32_t index) const {
    return extents.dependOn(index) &&
           (!isBound || candidates[index].mask != 0 || candidates[index].shape != bound[index].shape);
  }
  bool isInLiveBuffer(const BoundArgument &argument) const {
    MemoryReference resolved;
    return argument.bytes != 0 && device.buffers().resolve(argument.data, resolved);
  }
  /// Notes whether argument `index` lies in a buffer, and if so names its memory by that.
  void resolveMemory(uint32_t index);
  bool areGlobalsBound() const { return kernel.module().globalGeneration() == globalGeneration; }
  /// Makes candidates of the arguments that changed; after an error they may be anything.
  qdc::Status checkChanged(const qdrt_argument *given, const std::function<qdc::Status()> &waitForLaunches);
  qdc::Status placeHostArrays(const std::function<qdc::Status()> &waitForLaunches);
  [[gnu::cold]] qdc::Status bindGlobals();
  /// Refuses arrays, among those that did not change, in memory of a buffer that is gone since, unless the driver says
  /// that other memory is there now.
  [[gnu::cold]] qdc::Status checkBuffers() const;

  const Kernel &kernel;
  const Device &device;
  std::vector<BoundArgument> bound;
  std::vector<BoundArgument> candidates; // being checked; between calls as `bound`
  std::vector<uint32_t> changed;
  std::vector<bool> isInBuffer; // for each of `bound`: in one of the caller's, when it was bound
  bool isBound = false; // `bound` are arguments of a launch
  const NamedExtents extents;
  HostArrays copies;
  uint64_t globalGeneration = 0;
  uint64_t removals = 0; // of buffers, when arguments were last checked
};

} // namespace qdrt::loader

#endif // QDRT_ARGUMENTS_ARGUMENTBINDING_H
