//===- Arguments.h - The arguments of a launch, checked ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that qdrt.h states for arguments, each with an error that names the
// kernel and the argument. What is kept is a copy, so that the next launch can
// tell what changed without believing that the caller's pointers still mean the
// same.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_ARGUMENTS_ARGUMENTS_H
#define QDRT_ARGUMENTS_ARGUMENTS_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Package/Kernel.h"
#include "Runtime/Package/Module.h"

#include <array>

namespace qdrt::loader {

/// An argument that was checked.
struct BoundArgument {
  qdrt_type type = QDRT_I1;
  uint32_t rank = 0; // of an array
  uint32_t memory = QDRT_MEMORY_DEVICE;
  void *data = nullptr;   // as given
  MemoryReference device; // where the tasks have it; an address in a buffer is resolved (LiveBuffers.h)
  uint64_t bytes = 0;     // of an array
  uint64_t bits = 0;      // of a scalar, as a slot holds it
  uint64_t mask = 0;      // of a scalar: the bits that are its own; 0: an array
  std::array<int64_t, QDRT_MAX_RANK> shape = {};
};

/// True if checking `given` would give `bound` again.
inline bool isUnchanged(const BoundArgument &bound, const qdrt_argument &given) {
  if (given.type != bound.type)
    return false;
  if (bound.mask != 0)
    return bound.bits == (given.value.bits & bound.mask);
  if (given.data != bound.data || given.rank != bound.rank || given.memory != bound.memory)
    return false;
  if (given.rank == 0)
    return true;
  if (!given.shape)
    return false;
  for (uint32_t axis = 0; axis < given.rank; ++axis)
    if (given.shape[axis] != bound.shape[axis])
      return false;
  return true;
}

/// invalidArgument: "argument 'NAME' of kernel 'KERNEL' FINDING".
[[gnu::cold]] qdc::Status wrongArgument(const qdc::Kernel &kernel, uint32_t index, qdc::FormatPattern finding,
                                        qdc::FormatValues values);
template <typename... Args>
qdc::Status wrongArgument(const qdc::Kernel &kernel, uint32_t index, qdc::FormatString<Args...> finding,
                          const Args &...args) {
  return wrongArgument(kernel, index, finding, {args...});
}

/// Checks type, rank, extents and value, and sets what sizes are made of.
qdc::Status checkSizes(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given, BoundArgument &bound);

/// Checks all of that, memory and address, and sets what the argument's kind has of `bound`, which is
/// new or was checked for the same argument before; after an error it means nothing. The tasks have an array where it
/// is.
qdc::Status checkArgument(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given, BoundArgument &bound);

/// The code for these arguments: that made for their scalars, else the general one.
const Variant &variantFor(const Kernel &kernel, std::span<const BoundArgument> arguments);

/// Refuses an array in memory that tasks of `device` cannot use: that of another device, which is named, or memory of
/// the host that the driver does not know. Only its first byte is asked about: an array that goes on into other memory
/// is not seen.
qdc::Status checkAccess(const qdc::Kernel &kernel, uint32_t index, const BoundArgument &bound, const Device &device);

/// The overlap rule for array `index` against the other arrays and the globals that the kernel touches: memory that
/// one of the two writes must not be shared, unless both are arrays marked may_alias.
qdc::Status checkOverlap(const Kernel &kernel, std::span<const BoundArgument> arguments, uint32_t index);

/// What the leaves of a SizeExpr mean for these arguments. A word is read from `workspace` (NULL: there is none) on a
/// stream, and is an error where it does not lie inside.
class ArgumentBindings final : public qdc::SizeExprBindings {
public:
  ArgumentBindings(const qdc::Kernel &kernel, std::span<const BoundArgument> arguments, BackendStream &stream,
                   const DeviceMemory *workspace)
      : kernel(kernel), arguments(arguments), stream(&stream), workspace(workspace) {}
  /// For expressions that read no word.
  ArgumentBindings(const qdc::Kernel &kernel, std::span<const BoundArgument> arguments)
      : kernel(kernel), arguments(arguments) {}
  qdc::Result<int64_t> scalar(uint32_t argument) const override;
  qdc::Result<int64_t> dim(uint32_t argument, uint32_t axis) const override;
  qdc::Result<int64_t> word(uint64_t offset) const override;

private:
  const qdc::Kernel &kernel;
  std::span<const BoundArgument> arguments;
  BackendStream *stream = nullptr; // there is one where there is a workspace
  const DeviceMemory *workspace = nullptr;
};

} // namespace qdrt::loader

#endif // QDRT_ARGUMENTS_ARGUMENTS_H
