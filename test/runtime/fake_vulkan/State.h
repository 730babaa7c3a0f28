//===- State.h - What the fake Vulkan keeps ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKE_VULKAN_STATE_H
#define QDC_TEST_RUNTIME_FAKE_VULKAN_STATE_H

// First, and with prototypes: a definition with other parameters does not compile.
#include <vulkan/vulkan_core.h>

#include "FakeVulkan.h"

#include "qdc/Support/FileDescriptor.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace fake_vulkan {

struct Instance {
  PFN_vkDebugUtilsMessengerCallbackEXT messages = nullptr;
};

struct PhysicalDevice {
  uint32_t index = 0;
};

struct Semaphore;
struct CommandBuffer;

struct Submission {
  std::vector<std::pair<Semaphore *, uint64_t>> waits, signals;
  std::vector<CommandBuffer *> buffers;
};

struct Device;
struct Queue {
  Device *device = nullptr;
  std::deque<Submission> pending;
};

struct Device {
  const PhysicalDevice *physical = nullptr;
  std::set<std::string> enabled; // of the features
  uint32_t family = 0;
  std::vector<std::unique_ptr<Queue>> queues;
  bool isLost = false;
};

/// Two views of a file in memory.
struct Memory {
  Device *device = nullptr;
  uint64_t bytes = 0;
  VkMemoryPropertyFlags properties = 0;
  std::byte *ofDevice = nullptr, *ofHost = nullptr; // the latter NULL until it is mapped
  qdc::FileDescriptor file;

  ~Memory();
};

struct Buffer {
  Device *device = nullptr;
  uint64_t bytes = 0;
  Memory *memory = nullptr;
  uint64_t offset = 0;

  std::byte *address() const { return memory->ofDevice + offset; }
};

/// What runs the thread `thread` of an entry point, as images/entry.h has it.
using ThreadFunction = void (*)(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure);

struct CloseLibrary {
  void operator()(void *library) const { dlclose(library); }
};

struct Module {
  Device *device = nullptr;
  uint64_t digest = 0;
  std::set<std::string> symbols;
  /// What `library` was loaded from. Open as long as that is: the number is the name by which the linker knows it.
  qdc::FileDescriptor file;
  std::shared_ptr<void> library; // NULL: the module is of the loader's own
};

struct Layout {
  Device *device = nullptr;
};

struct Cache {
  Device *device = nullptr;
  std::set<uint64_t> keys; // of the pipelines
};

struct Pipeline {
  Device *device = nullptr;
  std::string symbol;
  ThreadFunction entry = nullptr;
  std::shared_ptr<void> library;
};

struct QueryPool {
  Device *device = nullptr;
  std::optional<uint64_t> time;
};

struct Semaphore {
  Device *device = nullptr;
  uint64_t value = 0;
};

struct Command {
  std::function<VkResult()> run; // nothing: it is a barrier
};

struct Pool {
  Device *device = nullptr;
};

struct CommandBuffer {
  Pool *pool = nullptr;
  enum { initial, recording, executable } state = initial;
  bool isOneTime = false, isSimultaneous = false;
  long pending = 0; // submissions that are to run it
  std::vector<Command> commands;
  Pipeline *bound = nullptr;
  std::optional<uint64_t> slots; // the push constant
};

/// Handles are addresses of objects in these lists.
template <typename T>
using Objects = std::map<const void *, std::unique_ptr<T>>;

struct State {
  std::recursive_mutex mutex;
  Settings settings;
  std::string calls;
  std::string failing; // function, or "" for all
  long failingNumber = 0, seen = 0;
  VkResult failingCode = VK_SUCCESS;
  bool hasFailed = false;
  std::map<std::string, VkResult> always; // by FAKE_VULKAN

  Objects<Instance> instances;
  std::deque<PhysicalDevice> physicalDevices; // as many as were asked for so far
  Objects<Device> devices;
  Objects<Memory> memories;
  Objects<Buffer> buffers;
  Objects<Module> modules;
  Objects<Layout> layouts;
  Objects<Cache> caches;
  Objects<Pipeline> pipelines;
  Objects<Pool> pools;
  Objects<CommandBuffer> commandBuffers;
  Objects<Semaphore> semaphores;
  Objects<QueryPool> queryPools;
  uint64_t clock = 0;
  Compiled compiled;
  long wrong = 0;
  std::string lastWrong;
};
State &state();

/// Notes a call, and gives the code that it is to fail with; `device` is lost then, where that is the code.
VkResult enter(const char *function, VkDevice device, const std::string &details = "");
/// Notes a call that cannot fail.
void note(const char *function, const std::string &details = "");
/// Notes a mistake of the caller.
void fault(const std::string &what);
/// What stands in the place of a handle after a failure.
template <typename Handle>
VkResult failed(VkResult code, Handle *handle) {
  *handle = reinterpret_cast<Handle>(uintptr_t{0xbad});
  return code;
}

template <typename T, typename Handle>
T *find(Objects<T> &objects, Handle handle, const char *what) {
  auto found = objects.find(reinterpret_cast<const void *>(handle));
  if (found != objects.end())
    return found->second.get();
  fault(std::string("no ") + what);
  return nullptr;
}
template <typename T, typename Handle>
T *add(Objects<T> &objects, std::unique_ptr<T> object, Handle *handle) {
  T *made = object.get();
  objects.emplace(made, std::move(object));
  *handle = reinterpret_cast<Handle>(made);
  return made;
}
/// Removes an object; nothing for no handle.
template <typename T, typename Handle>
void remove(Objects<T> &objects, Handle handle, const char *what) {
  if (handle != VK_NULL_HANDLE && objects.erase(reinterpret_cast<const void *>(handle)) == 0)
    fault(std::string("destroyed no ") + what);
}

/// What has a name in Settings::lacks.
bool lacks(const std::string &name);

/// Loses a device: its queues have nothing under way any more.
void lose(Device &device);
/// Runs what the queues of all devices have until the semaphore is that high.
VkResult runUntil(Semaphore &semaphore, uint64_t value);
/// Whether work that nobody has waited for uses it.
bool isInUse(const CommandBuffer &buffer);

} // namespace fake_vulkan

/// The lock and the checks that every call begins with which may fail; `device` is its device.
#define FAKE_VULKAN_ENTER(...)                                                                                         \
  std::lock_guard lock(state().mutex);                                                                                 \
  if (VkResult code = enter(__func__, ##__VA_ARGS__); code != VK_SUCCESS)                                              \
  return code
/// The same for one that makes something.
#define FAKE_VULKAN_ENTER_TO_MAKE(handle, ...)                                                                         \
  std::lock_guard lock(state().mutex);                                                                                 \
  if (VkResult code = enter(__func__, ##__VA_ARGS__); code != VK_SUCCESS)                                              \
  return failed(code, handle)
/// The same for one that cannot fail.
#define FAKE_VULKAN_NOTE(...)                                                                                          \
  std::lock_guard lock(state().mutex);                                                                                 \
  note(__func__, ##__VA_ARGS__)

#endif // QDC_TEST_RUNTIME_FAKE_VULKAN_STATE_H
