//===- Image.h - A module of SPIR-V -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_IMAGE_H
#define QDRT_VULKAN_IMAGE_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Vulkan/Context.h"

#include <set>

namespace qdrt::loader::vulkan {

class Device;

/// A pipeline for an entry point.
struct Entry final : BackendEntry {
  explicit Entry(std::shared_ptr<Context> context) : context(std::move(context)) {}
  ~Entry() override;

  const std::shared_ptr<Context> context;
  VkPipeline pipeline = VK_NULL_HANDLE;
  qdc::LaunchShape shape;
};

/// A loaded module.
class Image final : public BackendImage {
public:
  /// invalidPackage: it is no SPIR-V, or ends before its own instructions say.
  static qdc::Result<std::unique_ptr<BackendImage>> load(Device &device, std::span<const std::byte> bytes);
  ~Image() override;

  qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) override;
  /// In several threads: the driver compiles for milliseconds.
  qdc::Result<std::vector<std::unique_ptr<BackendEntry>>>
  prepareAll(std::span<const qdc::EntryPoint *const> descriptions) override;

private:
  explicit Image(Device &device);

  Device &device;
  const std::shared_ptr<Context> context;
  VkShaderModule module = VK_NULL_HANDLE;
  std::string digest; // SHA-256 of the bytes, where the device keeps code
  std::set<std::string, std::less<>> symbols;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_IMAGE_H
