//===- Pipeline.cpp - Code that a Vulkan driver compiled ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Pipeline.h"

#include "qdc/Support/Sha256.h"

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

namespace {
/// A pipeline cache of the driver's.
class DriverCache {
public:
  /// With what was kept; the driver takes no notice of what another one made.
  VkResult start(const Context &context, qdc::ByteSpan kept) {
    of = &context;
    auto info = structOf<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
    info.initialDataSize = kept.size();
    info.pInitialData = kept.data();
    return context.driver().createPipelineCache(context.device(), &info, nullptr, &handle);
  }
  DriverCache() = default;
  ~DriverCache() {
    if (of)
      of->driver().destroyPipelineCache(of->device(), handle, nullptr);
  }
  DriverCache(const DriverCache &) = delete;
  DriverCache &operator=(const DriverCache &) = delete;

  VkPipelineCache native() const { return handle; }
  qdc::Result<qdc::ByteVector> bytes() const {
    size_t size = 0;
    VkResult code = of->driver().getPipelineCacheData(of->device(), handle, &size, nullptr);
    qdc::ByteVector data(size);
    if (code == VK_SUCCESS)
      code = of->driver().getPipelineCacheData(of->device(), handle, &size, data.data());
    if (code != VK_SUCCESS)
      return of->failed(code, "take the code of a pipeline");
    data.resize(size);
    return data;
  }

private:
  const Context *of = nullptr; // NULL: not started
  VkPipelineCache handle = VK_NULL_HANDLE;
};
} // namespace

std::string qdrt::loader::vulkan::pipelineKey(const DeviceFeatures &device, const std::string &digest,
                                              const std::string &symbol) {
  const VkPhysicalDeviceProperties &about = device.properties;
  return qdc::sha256Hex(qdc::asBytes(qdc::formatText(
      "qdrt code of SPIR-V 1\ndriver {} {} {} {}\n{}\n{}", about.vendorID, about.deviceID, about.driverVersion,
      qdc::sha256Hex(std::as_bytes(std::span(about.pipelineCacheUUID))), digest, symbol)));
}

static VkResult createPipeline(const Context &context, VkShaderModule module, const std::string &symbol,
                               VkPipelineCache cache, VkPipeline &made) {
  auto info = structOf<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage = structOf<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = symbol.c_str();
  info.layout = context.pipelineLayout();
  return context.driver().createComputePipelines(context.device(), cache, 1, &info, nullptr, &made);
}

qdc::Result<VkPipeline> qdrt::loader::vulkan::makePipeline(const Context &context, VkShaderModule module,
                                                           const std::string &symbol, CodeCache &cache,
                                                           const std::string &key) {
  const bool keeps = static_cast<bool>(cache);
  const qdc::ByteVector kept = keeps ? cache.find(key) : qdc::ByteVector();
  DriverCache driverCache;
  VkPipeline made = VK_NULL_HANDLE;
  VkResult code = keeps ? driverCache.start(context, kept) : VK_SUCCESS;
  if (code == VK_SUCCESS)
    code = createPipeline(context, module, symbol, driverCache.native(), made);
  if (code != VK_SUCCESS)
    return context.failed(code, qdc::formatText("make the pipeline of entry point '{}'", symbol));
  if (!kept.empty()) {
    cache.noteCached();
    return made;
  }
  cache.noteCompiled();
  if (!keeps)
    return made;
  if (qdc::Result<qdc::ByteVector> bytes = driverCache.bytes())
    cache.keep(key, *bytes);
  else
    cache.noteFailure(bytes.error());
  return made;
}
