// Owners for the hand-written Vulkan of the bench, and for a device that libqdrt adopts. Every failure is a
// std::runtime_error with the name of what failed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_VULKAN_RAWDEVICE_H
#define QDC_BENCHMARKS_VULKAN_RAWDEVICE_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace raw {

/// There is no loader of Vulkan, or no device.
struct NoDevice : std::runtime_error {
  using runtime_error::runtime_error;
};

void check(VkResult code, const char *what);

// Functions of the instance and of the device that are used.
#define RAW_INSTANCE_FUNCTIONS(F)                                                                                      \
  F(DestroyInstance)                                                                                                   \
  F(EnumeratePhysicalDevices)                                                                                          \
  F(GetPhysicalDeviceProperties2)                                                                                      \
  F(GetPhysicalDeviceFeatures2)                                                                                        \
  F(GetPhysicalDeviceMemoryProperties)                                                                                 \
  F(GetPhysicalDeviceQueueFamilyProperties)                                                                            \
  F(EnumerateDeviceExtensionProperties)                                                                                \
  F(CreateDevice)                                                                                                      \
  F(GetDeviceProcAddr)
#define RAW_DEVICE_FUNCTIONS(F)                                                                                        \
  F(DestroyDevice)                                                                                                     \
  F(GetDeviceQueue)                                                                                                    \
  F(QueueSubmit)                                                                                                       \
  F(QueueWaitIdle)                                                                                                     \
  F(AllocateMemory)                                                                                                    \
  F(FreeMemory)                                                                                                        \
  F(MapMemory)                                                                                                         \
  F(CreateBuffer)                                                                                                      \
  F(DestroyBuffer)                                                                                                     \
  F(GetBufferMemoryRequirements)                                                                                       \
  F(BindBufferMemory)                                                                                                  \
  F(GetBufferDeviceAddress)                                                                                            \
  F(CreateShaderModule)                                                                                                \
  F(DestroyShaderModule)                                                                                               \
  F(CreatePipelineLayout)                                                                                              \
  F(DestroyPipelineLayout)                                                                                             \
  F(CreatePipelineCache)                                                                                               \
  F(DestroyPipelineCache)                                                                                              \
  F(GetPipelineCacheData)                                                                                              \
  F(CreateComputePipelines)                                                                                            \
  F(DestroyPipeline)                                                                                                   \
  F(CreateCommandPool)                                                                                                 \
  F(DestroyCommandPool)                                                                                                \
  F(AllocateCommandBuffers)                                                                                            \
  F(BeginCommandBuffer)                                                                                                \
  F(EndCommandBuffer)                                                                                                  \
  F(CmdBindPipeline)                                                                                                   \
  F(CmdPushConstants)                                                                                                  \
  F(CmdDispatch)                                                                                                       \
  F(CmdDispatchIndirect)                                                                                               \
  F(CmdPipelineBarrier)                                                                                                \
  F(CmdFillBuffer)                                                                                                     \
  F(CmdCopyBuffer)                                                                                                     \
  F(CreateFence)                                                                                                       \
  F(DestroyFence)                                                                                                      \
  F(WaitForFences)                                                                                                     \
  F(ResetFences)                                                                                                       \
  F(CreateSemaphore)                                                                                                   \
  F(DestroySemaphore)                                                                                                  \
  F(WaitSemaphores)

#define RAW_MEMBER(name) PFN_vk##name name = nullptr;
struct InstanceFunctions {
  RAW_INSTANCE_FUNCTIONS(RAW_MEMBER)
};
struct DeviceFunctions {
  RAW_DEVICE_FUNCTIONS(RAW_MEMBER)
};
#undef RAW_MEMBER

/// The first device that Vulkan lists, with a queue for computing and all features of Vulkan 1.2 that it has, but those
/// that are known to cost something; and with atomic additions of floats where it has these.
class Device {
public:
  Device();
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// Its name and version, for readers.
  std::string description() const;
  /// Processors that share the memory; 0 where nobody tells.
  uint32_t multiprocessors() const;
  bool addsFloats() const { return atomics.shaderBufferFloat32AtomicAdd; }
  /// A type of memory with these properties, one that also has `better` where there is one.
  uint32_t memoryType(uint32_t allowed, VkMemoryPropertyFlags properties, VkMemoryPropertyFlags better = 0) const;
  void wait() const { check(call.QueueWaitIdle(queue), "vkQueueWaitIdle"); }

  InstanceFunctions of; // the instance
  DeviceFunctions call;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice handle = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  VkPhysicalDeviceFeatures2 features = {}; // and those after it, as they are enabled
  std::vector<const char *> extensions; // enabled
  VkPhysicalDeviceLimits limits = {};

private:
  void makeInstance();
  void chooseQueue();
  void makeDevice();
  bool hasExtension(const char *name) const;

  VkPhysicalDeviceVulkan11Features features11 = {};
  VkPhysicalDeviceVulkan12Features features12 = {};
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomics = {};
};

/// Memory of the device, or of the host, where `mapped` is its address; zeroed.
class Buffer {
public:
  enum class Place { device, host };
  Buffer(const Device &device, uint64_t bytes, Place place = Place::device);
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  const Device &device;
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceAddress address = 0;
  uint64_t bytes;
  void *mapped = nullptr;

private:
  VkDeviceMemory memory = VK_NULL_HANDLE;
};

/// Writes and reads so many bytes of a buffer of the device, and waits.
void write(const Buffer &to, const void *from, size_t bytes);
void read(const Buffer &from, void *to, size_t bytes);

/// Numbers in memory of the device.
template <typename T>
class ArrayOf : public Buffer {
public:
  ArrayOf(const Device &device, size_t count) : Buffer(device, count * sizeof(T)), count(count) {}
  ArrayOf(const Device &device, const std::vector<T> &values) : ArrayOf(device, values.size()) {
    raw::write(*this, values.data(), count * sizeof(T));
  }
  std::vector<T> read() const {
    std::vector<T> values(count);
    raw::read(*this, values.data(), count * sizeof(T));
    return values;
  }

private:
  size_t count;
};

using Array = ArrayOf<float>;

/// A compute shader "main" with so many bytes of push constants.
class Pipeline {
public:
  Pipeline(const Device &device, std::span<const uint32_t> code, uint32_t pushBytes,
           VkPipelineCache cache = VK_NULL_HANDLE);
  ~Pipeline();
  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;

  const Device &device;
  VkPipeline handle = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
};

/// A command buffer that is recorded once. It may be submitted again before it is done.
class Commands {
public:
  Commands(const Device &device, const std::function<void(Commands &)> &record);
  ~Commands();
  Commands(const Commands &) = delete;
  Commands &operator=(const Commands &) = delete;

  template <typename Push>
  void dispatch(const Pipeline &pipeline, const Push &push, uint32_t x, uint32_t y = 1) {
    bind(pipeline, &push, sizeof(push));
    device.call.CmdDispatch(buffer, x, y, 1);
  }
  /// The workgroups stand in `groups`.
  template <typename Push>
  void dispatchIndirect(const Pipeline &pipeline, const Push &push, const Buffer &groups) {
    bind(pipeline, &push, sizeof(push));
    device.call.CmdDispatchIndirect(buffer, groups.handle, 0);
  }
  /// Shaders and transfers after it see what those before it wrote; so do dispatches that read their workgroups.
  void barrier();
  /// So does the host that waits for the end.
  void hostBarrier();
  void fill(const Buffer &to) { device.call.CmdFillBuffer(buffer, to.handle, 0, VK_WHOLE_SIZE, 0); }
  void copy(const Buffer &from, const Buffer &to);

  const Device &device;
  VkCommandBuffer buffer = VK_NULL_HANDLE;

private:
  void bind(const Pipeline &pipeline, const void *push, uint32_t bytes);
  void barrierTo(VkPipelineStageFlags stages, VkAccessFlags accesses);
  VkCommandPool pool = VK_NULL_HANDLE;
};

/// Submits work to the device's queue, and waits for it.
class Submitter {
public:
  enum class By { fence, timeline };
  Submitter(const Device &device, By by);
  ~Submitter();
  Submitter(const Submitter &) = delete;
  Submitter &operator=(const Submitter &) = delete;

  /// Work that is waited for by the end of other work.
  void submit(const Commands &commands) { submit(&commands, false); }
  void submitAndWait(const Commands &commands) {
    submit(&commands, true);
    wait();
  }
  /// Waits for all work.
  void finish() {
    submit(nullptr, true);
    wait();
  }

private:
  void submit(const Commands *commands, bool isWaitedFor);
  void wait();

  const Device &device;
  VkFence fence = VK_NULL_HANDLE;
  VkSemaphore timeline = VK_NULL_HANDLE;
  uint64_t submitted = 0;
};

} // namespace raw

#endif // QDC_BENCHMARKS_VULKAN_RAWDEVICE_H
