//===- Backend.h - The null backend -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend that runs nothing: memory is the host's, copies happen at once, and
// a launch of a task leaves memory as it is. It is what another backend starts
// from, with the same files and classes as that has: each body is the least
// that the interface asks for, and says where a driver comes in. It also shows
// what the loader does by itself, so part of the conformance suite runs on it.
// docs/runtime.md, "Adding a backend", has the steps.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_NULL_BACKEND_H
#define QDRT_NULL_BACKEND_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::null {

/// One device, "null". A driver opens its library the first time that devices are asked for, and where it finds none
/// gives a row that tells why.
class Backend final : public qdrt::loader::Backend {
public:
  qdrt_backend kind() const override { return QDRT_NULL; }
  const char *name() const override { return "null"; }
  std::vector<DeviceDescription> devices() const override;
  qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &options) const override;
  qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index, const qdrt_device_options &options) const override;
};

} // namespace qdrt::loader::null

#endif // QDRT_NULL_BACKEND_H
