//===- Pipeline.cpp - Code that a Vulkan driver compiled ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Pipeline.h"

#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

namespace {
/// A pipeline cache of the driver's.
class DriverCache {
public:
  /// With what was kept, or nothing.
  qdc::Status start(const Context &context, qdc::ByteSpan kept) {
    of = &context;
    auto info = structOf<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
    info.initialDataSize = kept.size();
    info.pInitialData = kept.data();
    return context.check(
        checkMade(context.driver().createPipelineCache(context.device(), &info, nullptr, &handle), handle),
        "make a pipeline cache");
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

/// Whether what was kept begins as a cache of the device's driver does. Drivers take no notice of others, and some
/// don't look.
static bool isOfDriver(const DeviceFeatures &device, qdc::ByteSpan kept) {
  VkPipelineCacheHeaderVersionOne head = {};
  if (kept.size() < sizeof(head))
    return false;
  std::memcpy(&head, kept.data(), sizeof(head));
  const VkPhysicalDeviceProperties &about = device.properties;
  return head.headerSize >= sizeof(head) && head.headerSize <= kept.size() &&
         head.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && head.vendorID == about.vendorID &&
         head.deviceID == about.deviceID && std::ranges::equal(head.pipelineCacheUUID, about.pipelineCacheUUID);
}

static qdc::Result<VkPipeline> createPipeline(const Context &context, VkShaderModule module, const std::string &symbol,
                                              VkPipelineCache cache) {
  auto info = structOf<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage = structOf<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = symbol.c_str();
  info.layout = context.pipelineLayout();
  VkPipeline made = VK_NULL_HANDLE;
  const VkResult code = context.driver().createComputePipelines(context.device(), cache, 1, &info, nullptr, &made);
  if (code != VK_SUCCESS)
    return context.failed(code, qdc::formatText("make the pipeline of entry point '{}'", symbol));
  return made;
}

/// By code that was kept. An error is one of the cache alone, unless the device is lost.
static qdc::Result<VkPipeline> createFrom(qdc::ByteSpan kept, const Context &context, VkShaderModule module,
                                          const std::string &symbol) {
  if (!isOfDriver(context.features(), kept))
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "the kept code of entry point '{}' is not of the driver of '{}'", symbol, context.spelling());
  DriverCache cache;
  qdc::Status started = cache.start(context, kept);
  return started ? createPipeline(context, module, symbol, cache.native()) : started.error();
}

qdc::Result<VkPipeline> qdrt::loader::vulkan::makePipeline(const Context &context, VkShaderModule module,
                                                           const std::string &symbol, CodeCache &cache,
                                                           const std::string &key) {
  const qdc::ByteVector kept = cache ? cache.find(key) : qdc::ByteVector();
  if (!kept.empty()) {
    qdc::Result<VkPipeline> made = createFrom(kept, context, module, symbol);
    if (made)
      cache.noteCached();
    if (made || context.isLost())
      return made;
    cache.noteFailure(made.error());
  }
  DriverCache driverCache;
  if (cache)
    if (qdc::Status started = driverCache.start(context, {}); !started)
      cache.noteFailure(started.error());
  qdc::Result<VkPipeline> made = createPipeline(context, module, symbol, driverCache.native());
  if (!made)
    return made;
  cache.noteCompiled();
  if (!driverCache.native())
    return made;
  if (qdc::Result<qdc::ByteVector> bytes = driverCache.bytes())
    cache.keep(key, *bytes);
  else
    cache.noteFailure(bytes.error());
  return made;
}
