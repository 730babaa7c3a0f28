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
#ifndef QDRT_ARGUMENTS_H
#define QDRT_ARGUMENTS_H

#include "Runtime/Package.h"

#include <array>

namespace qdrt::loader {

/// An argument that was checked.
struct BoundArgument {
  uint32_t memory = QDRT_MEMORY_DEVICE;
  std::array<int64_t, QDRT_MAX_RANK> shape = {};
  void *data = nullptr;   // as given
  void *device = nullptr; // where the tasks have it
  uint64_t bytes = 0;     // of an array
  uint64_t bits = 0;      // of a scalar, as a slot holds it
};

/// Checks type, rank, extents, memory, address and value. The tasks have an array where it is.
qdc::Result<BoundArgument> checkArgument(const qdc::Kernel &kernel, uint32_t index, const qdrt_argument &given);

/// The overlap rule for array `index` against the other arrays and the globals that the kernel touches: memory that
/// one of the two writes must not be shared, unless both are arrays marked may_alias.
qdc::Status checkOverlap(const Kernel &kernel, std::span<const BoundArgument> arguments, uint32_t index);

/// What the leaves of a SizeExpr mean for these arguments. A word is read from `workspace` on a stream, and is an
/// error where it does not lie inside.
class ArgumentBindings final : public qdc::SizeExprBindings {
public:
  ArgumentBindings(const qdc::Kernel &kernel, std::span<const BoundArgument> arguments, BackendStream &stream,
                   std::span<const std::byte> workspace)
      : kernel(kernel), arguments(arguments), stream(stream), workspace(workspace) {}
  qdc::Result<int64_t> scalar(uint32_t argument) const override;
  qdc::Result<int64_t> dim(uint32_t argument, uint32_t axis) const override;
  qdc::Result<int64_t> word(uint64_t offset) const override;

private:
  const qdc::Kernel &kernel;
  std::span<const BoundArgument> arguments;
  BackendStream &stream;
  std::span<const std::byte> workspace;
};

} // namespace qdrt::loader

#endif // QDRT_ARGUMENTS_H
