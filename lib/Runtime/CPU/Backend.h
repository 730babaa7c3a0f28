//===- Backend.h - The CPU backend ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_BACKEND_H
#define QDRT_CPU_BACKEND_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::cpu {

/// One device: the processors that this process may use.
class Backend final : public qdrt::loader::Backend {
public:
  qdrt_backend kind() const override { return QDRT_CPU; }
  const char *name() const override { return "cpu"; }
  std::vector<DeviceDescription> devices() const override;
  qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &options) const override;
  qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index, const qdrt_device_options &options) const override;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_BACKEND_H
