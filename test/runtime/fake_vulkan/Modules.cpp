//===- Modules.cpp - Modules and pipelines of the fake Vulkan -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../fake_cuda/Publish.h"
#include "../fake_cuda/Sizes.h"
#include "State.h"

#include "Runtime/DeviceCode/Proceed.h"
#include "Runtime/DeviceCode/Publish.h"
#include "Runtime/DeviceCode/Sizes.h"
#include "qdc/Support/MemoryFile.h"

#include <cstring>
#include <span>

using namespace fake_vulkan;

/// Of FNV-1a, which does for a test.
static uint64_t hashOf(std::span<const std::byte> bytes, uint64_t hash = 0xcbf29ce484222325) {
  for (std::byte each : bytes)
    hash = (hash ^ static_cast<uint64_t>(each)) * 0x100000001b3;
  return hash;
}

extern "C" void qdrt_proceed(uint64_t slots); // Proceed.c

/// One of the loader's own kernels, whose threads are one here.
static ThreadFunction ownFunction(const std::string &symbol) {
  if (symbol == QDRT_PUBLISH_KERNEL)
    return [](const uint64_t *slots, uint64_t, uint64_t, int *) { fake_cuda::publishBy(slots); };
  if (symbol == QDRT_SIZES_KERNEL)
    return [](const uint64_t *slots, uint64_t, uint64_t, int *) { fake_cuda::checkSizesBy(slots); };
  if (symbol == QDRT_PROCEED_KERNEL)
    return [](const uint64_t *slots, uint64_t, uint64_t, int *) { qdrt_proceed(reinterpret_cast<uintptr_t>(slots)); };
  return nullptr;
}

/// Loads the shared object of images/WriteFakeSpirv.py.
static bool loadLibrary(Module &module, std::span<const uint32_t> string) {
  const auto bytes = std::as_bytes(string.subspan(1));
  if (string[0] > bytes.size())
    return false;
  qdc::Result<qdc::FileDescriptor> file = qdc::makeMemoryFile("fake-vulkan-image", bytes.first(string[0]));
  if (!file)
    return false;
  module.file = std::move(*file);
  qdc::Result<std::string> path = module.file.path();
  if (!path)
    return false;
  module.library = std::shared_ptr<void>(dlopen(path->c_str(), RTLD_NOW | RTLD_LOCAL), [](void *library) {
    if (library)
      dlclose(library);
  });
  return module.library != nullptr;
}

/// Reads the entry points, and what is in an OpString.
static bool readModule(Module &module, std::span<const uint32_t> words) {
  constexpr uint32_t kHeader = 5, kOpString = 7, kOpEntryPoint = 15;
  for (size_t at = kHeader; at < words.size(); at += words[at] >> 16) {
    const std::span instruction = words.subspan(at, words[at] >> 16);
    if ((words[at] & 0xffff) == kOpEntryPoint)
      module.symbols.insert(reinterpret_cast<const char *>(&instruction[3]));
    if ((words[at] & 0xffff) == kOpString && !loadLibrary(module, instruction.subspan(2)))
      return false;
  }
  return true;
}

static ThreadFunction functionIn(const Module &module, const std::string &symbol) {
  if (!module.symbols.contains(symbol))
    return nullptr;
  if (!module.library)
    return ownFunction(symbol);
  return reinterpret_cast<ThreadFunction>(dlsym(module.library.get(), symbol.c_str()));
}

/// The head of what a pipeline cache gives out.
static VkPipelineCacheHeaderVersionOne headOf(const Device &device) {
  VkPipelineCacheHeaderVersionOne head = {};
  head.headerSize = sizeof(head);
  head.headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE;
  head.vendorID = 0xfa4e;
  head.deviceID = device.physical->index;
  std::memset(head.pipelineCacheUUID, 7, sizeof(head.pipelineCacheUUID));
  return head;
}

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vkCreateShaderModule(VkDevice handle, const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *, VkShaderModule *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, handle);
  auto module = std::make_unique<Module>();
  module->device = find(state().devices, handle, "device");
  const std::span words(info->pCode, info->codeSize / sizeof(uint32_t));
  module->digest = hashOf(std::as_bytes(words));
  if (!readModule(*module, words))
    return failed(VK_ERROR_OUT_OF_HOST_MEMORY, made);
  add(state().modules, std::move(module), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyShaderModule(VkDevice, VkShaderModule module, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().modules, module, "module");
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreatePipelineLayout(VkDevice device, const VkPipelineLayoutCreateInfo *info,
                                                      const VkAllocationCallbacks *, VkPipelineLayout *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, device);
  add(state().layouts, std::make_unique<Layout>(Layout{find(state().devices, device, "device")}), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyPipelineLayout(VkDevice, VkPipelineLayout layout, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().layouts, layout, "layout");
}

// It takes no notice of what is not its own.
VKAPI_ATTR VkResult VKAPI_CALL vkCreatePipelineCache(VkDevice handle, const VkPipelineCacheCreateInfo *info,
                                                     const VkAllocationCallbacks *, VkPipelineCache *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, handle, info->initialDataSize == 0 ? "" : "with data");
  auto cache = std::make_unique<Cache>();
  cache->device = find(state().devices, handle, "device");
  const VkPipelineCacheHeaderVersionOne head = headOf(*cache->device);
  const std::span data(static_cast<const std::byte *>(info->pInitialData), info->initialDataSize);
  if (data.size() >= sizeof(head) && std::memcmp(data.data(), &head, sizeof(head)) == 0)
    for (size_t at = sizeof(head); at + sizeof(uint64_t) <= data.size(); at += sizeof(uint64_t)) {
      uint64_t key = 0;
      std::memcpy(&key, data.data() + at, sizeof(key));
      cache->keys.insert(key);
    }
  add(state().caches, std::move(cache), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyPipelineCache(VkDevice, VkPipelineCache cache, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().caches, cache, "pipeline cache");
}

VKAPI_ATTR VkResult VKAPI_CALL vkGetPipelineCacheData(VkDevice device, VkPipelineCache handle, size_t *size,
                                                      void *data) {
  FAKE_VULKAN_ENTER(device);
  const Cache *cache = find(state().caches, handle, "pipeline cache");
  const VkPipelineCacheHeaderVersionOne head = headOf(*cache->device);
  const size_t bytes = sizeof(head) + cache->keys.size() * sizeof(uint64_t);
  if (data) {
    if (*size < bytes)
      return VK_INCOMPLETE;
    std::memcpy(data, &head, sizeof(head));
    auto *to = static_cast<std::byte *>(data) + sizeof(head);
    for (uint64_t key : cache->keys) {
      std::memcpy(to, &key, sizeof(key));
      to += sizeof(key);
    }
  }
  *size = bytes;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice handle, VkPipelineCache cacheHandle, uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *, VkPipeline *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, handle, count == 1 ? infos[0].stage.pName : "of several");
  auto pipeline = std::make_unique<Pipeline>();
  pipeline->device = find(state().devices, handle, "device");
  const Module *module = find(state().modules, infos[0].stage.module, "module");
  pipeline->symbol = infos[0].stage.pName;
  pipeline->entry = functionIn(*module, pipeline->symbol);
  pipeline->library = module->library;
  if (count != 1 || !pipeline->entry || !find(state().layouts, infos[0].layout, "layout")) {
    fault("a pipeline of what is not there: " + pipeline->symbol);
    return failed(VK_ERROR_UNKNOWN, made);
  }
  const uint64_t key = hashOf(std::as_bytes(std::span(pipeline->symbol)), module->digest);
  Cache *cache = cacheHandle ? find(state().caches, cacheHandle, "pipeline cache") : nullptr;
  if (cache && !cache->keys.insert(key).second)
    ++state().compiled.cached;
  else
    ++state().compiled.anew;
  add(state().pipelines, std::move(pipeline), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyPipeline(VkDevice, VkPipeline pipeline, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().pipelines, pipeline, "pipeline");
}

} // extern "C"
