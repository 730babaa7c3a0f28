//===- Describers.h - Who makes devices of descriptions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_EXPLAIN_DESCRIBERS_H
#define QDRT_EXPLAIN_DESCRIBERS_H

#include "Runtime/Core/DeviceTraits.h"

namespace qdrt::loader {

/// A backend of this build whose devices can be described.
struct Describer {
  std::string_view name; // "cuda": what stands before the colon
  std::string_view example; // a whole description
  qdc::Result<DescribedDevice> (*describe)(std::string_view text); // what stands after it
};

/// Those of this build, in the order of qdrt_backend.
std::span<const Describer> describers();

} // namespace qdrt::loader

#endif // QDRT_EXPLAIN_DESCRIBERS_H
