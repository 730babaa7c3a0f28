//===- Memory.cpp - Memory of the fake driver -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace fake_cuda;

static constexpr size_t kAlignment = 512;

const Block *fake_cuda::blockAt(CUdeviceptr address) {
  auto after = state().memory.upper_bound(address);
  if (after == state().memory.begin())
    return nullptr;
  auto block = std::prev(after);
  return address - block->first < block->second.bytes ? &block->second : nullptr;
}

bool fake_cuda::isDeviceRange(CUdeviceptr address, uint64_t bytes) {
  auto after = state().memory.upper_bound(address);
  if (after == state().memory.begin())
    return false;
  auto block = std::prev(after);
  return address - block->first <= block->second.bytes && bytes <= block->second.bytes - (address - block->first);
}

/// Memory that holds anything but zeros.
static CUresult allocate(uint64_t bytes, MemoryKind kind, uint64_t &address) {
  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  void *made = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  std::memset(made, 0xcd, bytes);
  address = reinterpret_cast<uint64_t>(made);
  state().memory[address] = {currentContext(), bytes, kind};
  return CUDA_SUCCESS;
}

static CUresult release(uint64_t address, MemoryKind kind) {
  auto block = state().memory.find(address);
  if (block == state().memory.end() || block->second.kind != kind) {
    ++state().wrong;
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::free(reinterpret_cast<void *>(address));
  state().memory.erase(block);
  return CUDA_SUCCESS;
}

/// What frees at once waits for all work of the context first.
static void finishContext() {
  for (auto &[handle, stream] : state().streams)
    if (stream->context == currentContext() && !stream->capture)
      (void)runAll(*stream);
}

/// Fills a range of the device with a value of T.
template <typename T>
static CUresult fill(CUdeviceptr to, T value, size_t count, CUstream handle) {
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (to % sizeof(T) != 0 || !isDeviceRange(to, count * sizeof(T)))
    return CUDA_ERROR_INVALID_VALUE;
  return submit(*stream, [=] {
    if (!isDeviceRange(to, count * sizeof(T)))
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    std::fill_n(reinterpret_cast<T *>(to), count, value);
    return CUDA_SUCCESS;
  });
}

static int memoryType(const Block *block) {
  if (!block)
    return 0;
  return block->kind == MemoryKind::host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

/// Whether kernels of the current context can use a block: all of its device, of any context.
static bool isAccessible(const Block &block) {
  if (block.kind == MemoryKind::host || block.kind == MemoryKind::managed)
    return true;
  const CUdevice device = block.context->device;
  return device == currentContext()->device || state().peers.contains({currentContext(), device});
}

static std::string bytesText(size_t bytes) { return std::to_string(bytes) + " bytes"; }

CUdeviceptr fake_cuda::allocateManaged(unsigned long long bytes) {
  std::lock_guard lock(state().mutex);
  uint64_t made = 0;
  return allocate(bytes, MemoryKind::managed, made) == CUDA_SUCCESS ? made : 0;
}

namespace qdrt::loader::cuda {

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytes));
  uint64_t made = 0;
  CUresult result = allocate(bytes, MemoryKind::device, made);
  *address = made;
  return result;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  FAKE_CUDA_ENTER_CONTEXT();
  finishContext();
  const Block *block = blockAt(address);
  return release(address, block && block->kind == MemoryKind::managed ? MemoryKind::managed : MemoryKind::device);
}

CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytes));
  uint64_t made = 0;
  CUresult result = allocate(bytes, MemoryKind::host, made);
  *address = reinterpret_cast<void *>(made);
  return result;
}

CUresult cuMemFreeHost(void *address) {
  FAKE_CUDA_ENTER_CONTEXT();
  finishContext();
  return release(reinterpret_cast<uint64_t>(address), MemoryKind::host);
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties) {
  FAKE_CUDA_ENTER_CONTEXT();
  add(state().pools, std::make_unique<Pool>(Pool{currentContext()}), pool);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  FAKE_CUDA_ENTER_CONTEXT();
  return remove(state().pools, pool);
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  FAKE_CUDA_ENTER_CONTEXT();
  return find(state().pools, pool) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytesToKeep) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytesToKeep));
  return find(state().pools, pool) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytes));
  if (!find(state().pools, pool) || !find(state().streams, stream))
    return CUDA_ERROR_INVALID_HANDLE;
  uint64_t made = 0;
  CUresult result = allocate(bytes, MemoryKind::pool, made);
  *address = made;
  return result;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  return stream ? submit(*stream, [=] { return release(address, MemoryKind::pool); }) : CUDA_ERROR_INVALID_HANDLE;
}

// An address that it does not know gets the values for nothing, and no error.
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **values, CUdeviceptr address) {
  FAKE_CUDA_ENTER_CONTEXT();
  const Block *block = blockAt(address);
  for (unsigned index = 0; index < count; ++index)
    switch (attributes[index]) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<int *>(values[index]) = memoryType(block);
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int *>(values[index]) = block ? block->context->device : -2;
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr *>(values[index]) = block && isAccessible(*block) ? address : 0;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytes));
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!isDeviceRange(to, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (blockAt(reinterpret_cast<CUdeviceptr>(from)))
    return submit(*stream, [=] {
      std::memcpy(reinterpret_cast<void *>(to), from, bytes);
      return CUDA_SUCCESS;
    });
  // Pageable memory is copied before the call returns.
  auto *start = static_cast<const char *>(from);
  return submit(*stream, [to, copied = std::vector<char>(start, start + bytes)] {
    std::memcpy(reinterpret_cast<void *>(to), copied.data(), copied.size());
    return CUDA_SUCCESS;
  });
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytes));
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!isDeviceRange(from, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = submit(*stream, [=] {
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
    return CUDA_SUCCESS;
  });
  bool isPageLocked = blockAt(reinterpret_cast<CUdeviceptr>(to));
  return result == CUDA_SUCCESS && !isPageLocked && !stream->capture ? runAll(*stream) : result;
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(bytes));
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!isDeviceRange(to, bytes) || !isDeviceRange(from, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (to < from + bytes && from < to + bytes)
    ++state().wrong; // undefined
  return submit(*stream, [=] {
    std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(count));
  return fill(to, value, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(2 * count));
  return fill(to, value, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  FAKE_CUDA_ENTER_CONTEXT(bytesText(4 * count));
  return fill(to, value, count, stream);
}

} // namespace qdrt::loader::cuda
