// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawDevice.h"

#include <dlfcn.h>

using namespace raw;

void raw::check(VkResult code, const char *what) {
  if (code != VK_SUCCESS)
    throw std::runtime_error(std::string(what) + ": VkResult " + std::to_string(code));
}

template <typename T>
static T structOf(VkStructureType type) {
  T made = {};
  made.sType = type;
  return made;
}

Device::Device() {
  makeInstance();
  uint32_t count = 1;
  if (of.EnumeratePhysicalDevices(instance, &count, &physical) < VK_SUCCESS || count == 0)
    throw NoDevice("no device of Vulkan");
  chooseQueue();
  makeDevice();
}

Device::~Device() {
  call.DestroyDevice(handle, nullptr);
  of.DestroyInstance(instance, nullptr);
}

void Device::makeInstance() {
  void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw NoDevice(dlerror());
  const auto find = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  const auto create =
      find ? reinterpret_cast<PFN_vkCreateInstance>(find(nullptr, "vkCreateInstance")) : PFN_vkCreateInstance(nullptr);
  if (!create)
    throw NoDevice("libvulkan.so.1 is no loader of Vulkan");
  auto application = structOf<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.apiVersion = VK_API_VERSION_1_2;
  auto info = structOf<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  if (create(&info, nullptr, &instance) != VK_SUCCESS)
    throw NoDevice("no instance of Vulkan");
#define RAW_FIND(name) of.name = reinterpret_cast<PFN_vk##name>(find(instance, "vk" #name));
  RAW_INSTANCE_FUNCTIONS(RAW_FIND)
#undef RAW_FIND
}

/// Of those that compute and do not draw, where there are such.
void Device::chooseQueue() {
  uint32_t count = 0;
  of.GetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  of.GetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  const VkQueueFlags both = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
  for (VkQueueFlags wanted : {VkQueueFlags(VK_QUEUE_COMPUTE_BIT), both})
    for (family = 0; family < count; ++family)
      if ((families[family].queueFlags & both) == wanted)
        return;
  throw NoDevice("the device of Vulkan does not compute");
}

bool Device::hasExtension(const char *name) const {
  uint32_t count = 0;
  check(of.EnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr), "list extensions");
  std::vector<VkExtensionProperties> all(count);
  check(of.EnumerateDeviceExtensionProperties(physical, nullptr, &count, all.data()), "list extensions");
  for (const VkExtensionProperties &each : all)
    if (std::strcmp(each.extensionName, name) == 0)
      return true;
  return false;
}

void Device::makeDevice() {
  features = structOf<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  features11 = structOf<VkPhysicalDeviceVulkan11Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
  features12 = structOf<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  atomics = structOf<VkPhysicalDeviceShaderAtomicFloatFeaturesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT);
  features.pNext = &features11;
  features11.pNext = &features12;
  if (hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
    extensions.push_back(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME);
    features12.pNext = &atomics;
  }
  of.GetPhysicalDeviceFeatures2(physical, &features);
  // These may cost something, and nothing here needs them.
  features.features.robustBufferAccess = VK_FALSE;
  features11.protectedMemory = VK_FALSE;
  features12.bufferDeviceAddressCaptureReplay = features12.bufferDeviceAddressMultiDevice = VK_FALSE;
  auto properties = structOf<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  of.GetPhysicalDeviceProperties2(physical, &properties);
  limits = properties.properties.limits;
  const float priority = 1;
  auto queueInfo = structOf<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queueInfo.queueFamilyIndex = family;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  auto info = structOf<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.enabledExtensionCount = uint32_t(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  check(of.CreateDevice(physical, &info, nullptr, &handle), "vkCreateDevice");
#define RAW_FIND(name) call.name = reinterpret_cast<PFN_vk##name>(of.GetDeviceProcAddr(handle, "vk" #name));
  RAW_DEVICE_FUNCTIONS(RAW_FIND)
#undef RAW_FIND
  call.GetDeviceQueue(handle, family, 0, &queue);
}

std::string Device::description() const {
  auto driver = structOf<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto properties = structOf<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  properties.pNext = &driver;
  of.GetPhysicalDeviceProperties2(physical, &properties);
  return std::string(properties.properties.deviceName) + ", driver " + driver.driverName + " " + driver.driverInfo;
}

uint32_t Device::multiprocessors() const {
  if (!hasExtension(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
    return 0;
  auto processors = structOf<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
  auto properties = structOf<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  properties.pNext = &processors;
  of.GetPhysicalDeviceProperties2(physical, &properties);
  return processors.shaderSMCount;
}

uint32_t Device::memoryType(uint32_t allowed, VkMemoryPropertyFlags properties, VkMemoryPropertyFlags better) const {
  VkPhysicalDeviceMemoryProperties memory;
  of.GetPhysicalDeviceMemoryProperties(physical, &memory);
  for (VkMemoryPropertyFlags wanted : {properties | better, properties})
    for (uint32_t type = 0; type < memory.memoryTypeCount; ++type)
      if ((allowed >> type & 1) != 0 && (memory.memoryTypes[type].propertyFlags & wanted) == wanted)
        return type;
  throw std::runtime_error("no type of memory has what a buffer needs");
}

Buffer::Buffer(const Device &device, uint64_t size, Place place) : device(device), bytes((size + 15) / 16 * 16) {
  auto info = structOf<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  check(device.call.CreateBuffer(device.handle, &info, nullptr, &handle), "vkCreateBuffer");
  VkMemoryRequirements needs;
  device.call.GetBufferMemoryRequirements(device.handle, handle, &needs);
  auto flags = structOf<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  auto wanted = structOf<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  wanted.pNext = &flags;
  wanted.allocationSize = needs.size;
  wanted.memoryTypeIndex =
      place == Place::device
          ? device.memoryType(needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
          : device.memoryType(needs.memoryTypeBits,
                              VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                              VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
  check(device.call.AllocateMemory(device.handle, &wanted, nullptr, &memory), "vkAllocateMemory");
  check(device.call.BindBufferMemory(device.handle, handle, memory, 0), "vkBindBufferMemory");
  auto whose = structOf<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  whose.buffer = handle;
  address = device.call.GetBufferDeviceAddress(device.handle, &whose);
  if (place == Place::host) {
    check(device.call.MapMemory(device.handle, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    std::memset(mapped, 0, bytes);
    return;
  }
  Submitter(device, Submitter::By::fence).submitAndWait(Commands(device, [&](Commands &to) { to.fill(*this); }));
}

Buffer::~Buffer() {
  device.call.DestroyBuffer(device.handle, handle, nullptr);
  device.call.FreeMemory(device.handle, memory, nullptr);
}

static void copyNow(const Buffer &from, const Buffer &to) {
  const Commands copy(from.device, [&](Commands &commands) {
    commands.barrier();
    commands.copy(from, to);
    commands.barrier();
    commands.hostBarrier();
  });
  Submitter(from.device, Submitter::By::fence).submitAndWait(copy);
}

void raw::write(const Buffer &to, const void *from, size_t bytes) {
  const Buffer staging(to.device, bytes, Buffer::Place::host);
  std::memcpy(staging.mapped, from, bytes);
  copyNow(staging, to);
}

void raw::read(const Buffer &from, void *to, size_t bytes) {
  const Buffer staging(from.device, bytes, Buffer::Place::host);
  copyNow(from, staging);
  std::memcpy(to, staging.mapped, bytes);
}

Pipeline::Pipeline(const Device &device, std::span<const uint32_t> code, uint32_t pushBytes, VkPipelineCache cache)
    : device(device) {
  const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, pushBytes};
  auto layoutInfo = structOf<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layoutInfo.pushConstantRangeCount = 1;
  layoutInfo.pPushConstantRanges = &range;
  check(device.call.CreatePipelineLayout(device.handle, &layoutInfo, nullptr, &layout), "vkCreatePipelineLayout");
  auto moduleInfo = structOf<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  moduleInfo.codeSize = code.size_bytes();
  moduleInfo.pCode = code.data();
  VkShaderModule module = VK_NULL_HANDLE;
  check(device.call.CreateShaderModule(device.handle, &moduleInfo, nullptr, &module), "vkCreateShaderModule");
  auto info = structOf<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage = structOf<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.layout = layout;
  const VkResult made = device.call.CreateComputePipelines(device.handle, cache, 1, &info, nullptr, &handle);
  device.call.DestroyShaderModule(device.handle, module, nullptr);
  check(made, "vkCreateComputePipelines");
}

Pipeline::~Pipeline() {
  device.call.DestroyPipeline(device.handle, handle, nullptr);
  device.call.DestroyPipelineLayout(device.handle, layout, nullptr);
}

Commands::Commands(const Device &device, const std::function<void(Commands &)> &record) : device(device) {
  auto poolInfo = structOf<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  poolInfo.queueFamilyIndex = device.family;
  check(device.call.CreateCommandPool(device.handle, &poolInfo, nullptr, &pool), "vkCreateCommandPool");
  auto info = structOf<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  check(device.call.AllocateCommandBuffers(device.handle, &info, &buffer), "vkAllocateCommandBuffers");
  auto begin = structOf<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  check(device.call.BeginCommandBuffer(buffer, &begin), "vkBeginCommandBuffer");
  record(*this);
  check(device.call.EndCommandBuffer(buffer), "vkEndCommandBuffer");
}

Commands::~Commands() {
  device.wait();
  device.call.DestroyCommandPool(device.handle, pool, nullptr);
}

void Commands::bind(const Pipeline &pipeline, const void *push, uint32_t bytes) {
  device.call.CmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle);
  device.call.CmdPushConstants(buffer, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, bytes, push);
}

static constexpr VkPipelineStageFlags kWork = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;

void Commands::barrierTo(VkPipelineStageFlags stages, VkAccessFlags accesses) {
  auto barrier = structOf<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.dstAccessMask = accesses;
  device.call.CmdPipelineBarrier(buffer, kWork, stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void Commands::barrier() {
  barrierTo(kWork | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT |
                VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
}

void Commands::hostBarrier() { barrierTo(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT); }

void Commands::copy(const Buffer &from, const Buffer &to) {
  const VkBufferCopy all = {0, 0, from.bytes};
  device.call.CmdCopyBuffer(buffer, from.handle, to.handle, 1, &all);
}

Submitter::Submitter(const Device &device, By by) : device(device) {
  if (by == By::fence) {
    auto info = structOf<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    check(device.call.CreateFence(device.handle, &info, nullptr, &fence), "vkCreateFence");
    return;
  }
  auto type = structOf<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  auto info = structOf<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  info.pNext = &type;
  check(device.call.CreateSemaphore(device.handle, &info, nullptr, &timeline), "vkCreateSemaphore");
}

Submitter::~Submitter() {
  device.wait();
  device.call.DestroyFence(device.handle, fence, nullptr);
  device.call.DestroySemaphore(device.handle, timeline, nullptr);
}

void Submitter::submit(const Commands *commands, bool isWaitedFor) {
  auto info = structOf<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  if (commands) {
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands->buffer;
  }
  auto numbers = structOf<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  if (timeline) { // as a program does whose streams have a timeline each
    ++submitted;
    numbers.signalSemaphoreValueCount = 1;
    numbers.pSignalSemaphoreValues = &submitted;
    info.pNext = &numbers;
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &timeline;
  }
  check(device.call.QueueSubmit(device.queue, 1, &info, isWaitedFor ? fence : VK_NULL_HANDLE), "vkQueueSubmit");
}

void Submitter::wait() {
  if (fence) {
    check(device.call.WaitForFences(device.handle, 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    check(device.call.ResetFences(device.handle, 1, &fence), "vkResetFences");
    return;
  }
  auto info = structOf<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline;
  info.pValues = &submitted;
  check(device.call.WaitSemaphores(device.handle, &info, UINT64_MAX), "vkWaitSemaphores");
}
