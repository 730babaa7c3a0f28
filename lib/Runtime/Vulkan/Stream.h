//===- Stream.h - Work in order on a Vulkan device --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_STREAM_H
#define QDRT_VULKAN_STREAM_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Core/StreamMemory.h"
#include "Runtime/Core/StreamTransfers.h"
#include "Runtime/Vulkan/HostRing.h"

namespace qdrt::loader::vulkan {

class Device;
struct Entry;

/// Commands of a launch are recorded, and submitted as one at its end or where the host waits; others are submitted at
/// once.
class Stream final : public BackendStream {
public:
  static qdc::Result<std::unique_ptr<BackendStream>> create(Device &device);
  ~Stream() override;

  void beginLaunch() override { isLaunching = true; }
  qdc::Status endLaunch() override;
  qdc::Status runTask(const TaskLaunch &task) override;
  qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes) override;
  qdc::Status read(void *to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) override;
  qdc::Status publish(const GraphPublish &outcome) override;
  qdc::Status checkSizes(const GraphSizeCheck &check) override;
  qdc::Status synchronize() override;
  qdc::Status waitForSemaphore(void *semaphore, uint64_t value) override;
  qdc::Status signalSemaphore(void *semaphore, uint64_t value) override;
  qdc::Result<SemaphorePoint> point() override;
  qd_slot addressForTasks(const MemoryReference &place) const override { return placeOf(place).address; }
  qdc::Result<std::unique_ptr<BackendGraph>> buildGraph(std::span<const GraphNode> nodes) override;

  Device &device() const { return owner; }
  const Context &context() const { return *commands->timeline()->context(); }
  Commands &work() { return *commands; }
  /// The end of a call that added what it recorded: submits that, or after a failure drops it. While a launch goes on,
  /// its end does.
  qdc::Status endCall(qdc::Status added);

private:
  Stream(Device &device, std::unique_ptr<Commands> commands);
  qdc::Status launch(const Entry &entry, std::span<const qd_slot> slots, uint32_t groups);
  qdc::Result<VkDeviceAddress> placeSlots(std::span<const qd_slot> slots);
  qdc::Status addCopy(const BufferPlace &to, const BufferPlace &from, uint64_t bytes);
  CopyApart copyApart();
  /// Refuses memory that somebody else allocated.
  qdc::Status checkOwn(const MemoryReference &place) const;

  Device &owner;
  std::unique_ptr<Commands> commands;
  HostRing slotRing, transfers;
  StreamMemory memory;
  bool isLaunching = false;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_STREAM_H
