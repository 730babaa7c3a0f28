//===- Devices.cpp - Devices and contexts of the fake driver --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdio>
#include <cstdlib>

using namespace fake_cuda;

namespace qdrt::loader::cuda {

CUresult cuInit(unsigned flags) {
  FAKE_CUDA_ENTER();
  return settings().devices == 0 ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  FAKE_CUDA_ENTER();
  *version = settings().version;
  return CUDA_SUCCESS;
}

// Names of what the tests let fail.
CUresult cuGetErrorName(CUresult error, const char **name) {
  static const std::map<CUresult, const char *> names = {
      {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
      {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
      {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
      {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX"},
      {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
      {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE"},
      {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
      {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"},
      {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED"},
      {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN"},
  };
  auto found = names.find(error);
  *name = found == names.end() ? nullptr : found->second;
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetCount(int *count) {
  FAKE_CUDA_ENTER();
  *count = settings().devices;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  FAKE_CUDA_ENTER();
  if (ordinal >= settings().devices)
    return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  FAKE_CUDA_ENTER();
  std::snprintf(name, static_cast<size_t>(length), "Fake GPU %d", device);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  FAKE_CUDA_ENTER();
  *bytes = settings().memoryBytes;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  FAKE_CUDA_ENTER();
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    *value = settings().maximumGrid;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = settings().maximumBlock;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
    *value = settings().warpSize;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    *value = settings().multiprocessors;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = settings().capability / 10;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = settings().capability % 10;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
    *value = settings().launchesTogether;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    *value = settings().hasMemoryPools;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS:
    *value = settings().usesPageableMemory;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

} // namespace qdrt::loader::cuda

/// Removes what belongs to a context; whoever should have given it back did not.
template <typename T>
static void loseOf(Objects<T> &objects, const Context *context) {
  state().lost +=
      static_cast<long>(std::erase_if(objects, [&](auto &each) { return each.second->context == context; }));
}

static void endContext(Context *context) {
  State &all = state();
  loseOf(all.streams, context);
  loseOf(all.events, context);
  loseOf(all.modules, context);
  loseOf(all.pools, context);
  std::erase_if(all.peers, [&](const auto &peer) { return peer.first == context; });
  for (auto block = all.memory.begin(); block != all.memory.end();) {
    bool isOurs = block->second.context == context;
    if (isOurs)
      std::free(reinterpret_cast<void *>(block->first));
    all.lost += isOurs;
    block = isOurs ? all.memory.erase(block) : std::next(block);
  }
  all.contexts.erase(context);
}

int Context::multiprocessorCount() const { return multiprocessors ? multiprocessors : settings().multiprocessors; }

CUcontext fake_cuda::createContext(CUdevice device) { return createGreenContext(device, 0); }

CUcontext fake_cuda::createGreenContext(CUdevice device, int multiprocessors) {
  std::lock_guard lock(state().mutex);
  CUcontext handle = nullptr;
  add(state().contexts, std::make_unique<Context>(Context{device, CUDA_SUCCESS, multiprocessors}), &handle);
  return handle;
}

void fake_cuda::enablePeerAccess(CUcontext context, CUdevice device) {
  std::lock_guard lock(state().mutex);
  state().peers.emplace(reinterpret_cast<Context *>(context), device);
}

void fake_cuda::destroyContext(CUcontext context) {
  std::lock_guard lock(state().mutex);
  endContext(reinterpret_cast<Context *>(context));
}

namespace qdrt::loader::cuda {

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  FAKE_CUDA_ENTER();
  auto &[primary, count] = state().primaries[device];
  if (!primary) {
    CUcontext handle = nullptr;
    primary = add(state().contexts, std::make_unique<Context>(Context{device}), &handle);
  }
  ++count;
  *context = reinterpret_cast<CUcontext>(primary);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  FAKE_CUDA_ENTER();
  auto &[primary, count] = state().primaries[device];
  if (count == 0) {
    ++state().wrong;
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  if (--count == 0 && primary)
    endContext(std::exchange(primary, nullptr));
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  FAKE_CUDA_ENTER();
  auto &[primary, count] = state().primaries[device];
  // What was in a context that failed could not be given back.
  long lost = state().lost;
  if (primary)
    endContext(std::exchange(primary, nullptr));
  state().lost = lost;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  FAKE_CUDA_ENTER();
  *context = reinterpret_cast<CUcontext>(currentContexts().empty() ? nullptr : currentContexts().back());
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  FAKE_CUDA_ENTER();
  std::vector<Context *> &stack = currentContexts();
  if (!stack.empty())
    stack.pop_back();
  if (context && !find(state().contexts, context))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    stack.push_back(reinterpret_cast<Context *>(context));
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  FAKE_CUDA_ENTER();
  if (!find(state().contexts, context))
    return CUDA_ERROR_INVALID_CONTEXT;
  currentContexts().push_back(reinterpret_cast<Context *>(context));
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  std::vector<Context *> &stack = currentContexts();
  if (stack.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  *context = reinterpret_cast<CUcontext>(stack.back());
  stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  FAKE_CUDA_ENTER_CONTEXT();
  *device = currentContext()->device;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type) {
  FAKE_CUDA_ENTER();
  const Context *found = find(state().contexts, context);
  if (!found)
    return CUDA_ERROR_INVALID_CONTEXT;
  resource->type = type;
  resource->sm.smCount = static_cast<unsigned>(found->multiprocessorCount());
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
  FAKE_CUDA_ENTER_CONTEXT();
  Context *context = currentContext();
  for (auto &[handle, stream] : state().streams)
    if (stream->context == context && !stream->capture)
      if (CUresult code = runAll(*stream); code != CUDA_SUCCESS)
        return code;
  return CUDA_SUCCESS;
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  static thread_local CUstreamCaptureMode current = static_cast<CUstreamCaptureMode>(0);
  std::swap(current, *mode);
  return CUDA_SUCCESS;
}

} // namespace qdrt::loader::cuda
