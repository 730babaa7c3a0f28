//===- NamedExtents.h - Extents that arguments agree on ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_ARGUMENTS_NAMEDEXTENTS_H
#define QDRT_ARGUMENTS_NAMEDEXTENTS_H

#include "Runtime/Arguments/Arguments.h"

namespace qdrt::loader {

/// What the manifest says of the extents of a kernel's arrays (qdc::NamedExtent). Immutable.
class NamedExtents {
public:
  /// The description outlives this.
  explicit NamedExtents(const qdc::Kernel &kernel);

  /// True if another shape, or value, of argument `index` can make a difference to check().
  bool dependOn(uint32_t index) const { return involved[index]; }

  /// invalidArgument if an array has another extent than it has to, with the names of both and of what decides; also if
  /// what it has to be leaves 64 bits. The arguments are checked one by one already.
  qdc::Status check(std::span<const BoundArgument> arguments) const;

private:
  qdc::Status checkAxis(std::span<const BoundArgument> arguments, uint32_t index, uint32_t axis) const;

  const qdc::Kernel &kernel;
  struct Axis {
    uint32_t argument, axis;
  };
  std::vector<Axis> axes; // those that something is said of
  std::vector<bool> involved; // for each argument
};

} // namespace qdrt::loader

#endif // QDRT_ARGUMENTS_NAMEDEXTENTS_H
