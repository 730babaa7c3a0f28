//===- LoopFlag.h - Where the flag of a loop lies ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_LOOPFLAG_H
#define QDRT_GRAPH_LOOPFLAG_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Package/Module.h"

namespace qdrt::loader {

/// The element that a doWhile goes on by, while it is not 0.
struct LoopFlag {
  MemoryReference place;
  uint32_t bytes = 1; // of its type: 8 at most
  bool operator==(const LoopFlag &) const = default;
};

/// The flag of a loop of `kernel`, which is of `module`, in a launch with these arguments and this workspace.
inline LoopFlag flagOf(const Module &module, const qdc::Kernel &kernel, std::span<const BoundArgument> arguments,
                       std::span<const DeviceMemory> regions, const qdc::FlagSource &flag) {
  const auto bytes = [](qdc::ElementType type) { return static_cast<uint32_t>(qdc::elementSize(type)); };
  switch (flag.kind) {
  case qdc::FlagKind::global:
    return {module.placeOfGlobal(flag.index), bytes(module.description().globals[flag.index].type)};
  case qdc::FlagKind::temporary:
    return {regions[kernel.temporaries[flag.index].region].at(0), bytes(kernel.temporaries[flag.index].type)};
  case qdc::FlagKind::argument:
    break;
  }
  return {arguments[flag.index].device, bytes(kernel.arguments[flag.index].type)};
}

} // namespace qdrt::loader

#endif // QDRT_GRAPH_LOOPFLAG_H
