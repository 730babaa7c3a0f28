//===- Context.cpp - A Vulkan device and its health -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Context.h"

#include "qdc/ABI/VulkanABI.h"

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

qdc::Result<std::shared_ptr<Context>> Context::open(const Instance &instance, VkPhysicalDevice physical,
                                                    DeviceFeatures features, std::string spelling) {
  std::shared_ptr<Context> made(new Context(std::move(features), std::move(spelling), instance.isValidated, false));
  if (VkResult code = checkMade(createDevice(instance.functions, physical, made->about, made->handle), made->handle);
      code != VK_SUCCESS)
    return made->failed(code, "open the device");
  if (qdc::Status started = made->start(instance.functions); !started)
    return started.error();
  for (uint32_t index = 0; index < made->about.queues; ++index) {
    VkQueue queue = VK_NULL_HANDLE;
    made->functions.getDeviceQueue(made->handle, made->about.queueFamily, index, &queue);
    made->queues.emplace_back(queue);
  }
  return made;
}

qdc::Result<std::shared_ptr<Context>> Context::adopt(const InstanceFunctions &instance, VkDevice device, VkQueue queue,
                                                     QueueLock lock, DeviceFeatures features, std::string spelling) {
  std::shared_ptr<Context> made(new Context(std::move(features), std::move(spelling), false, true));
  made->handle = device;
  if (qdc::Status started = made->start(instance); !started)
    return started.error();
  made->queues.emplace_back(queue, lock);
  return made;
}

/// Finds the functions of the device, and makes what all images share.
qdc::Status Context::start(const InstanceFunctions &instance) {
  if (qdc::Status found = findFunctions(instance, handle, functions); !found)
    return found;
  const VkPushConstantRange constants = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(qd_vulkan_push)};
  auto info = structOf<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &constants;
  return check(checkMade(functions.createPipelineLayout(handle, &info, nullptr, &layout), layout),
               "make the layout of pipelines");
}

Context::~Context() {
  if (layout)
    functions.destroyPipelineLayout(handle, layout, nullptr);
  // Of a driver that lacks a function it may be that one.
  if (!adopted && functions.destroyDevice)
    functions.destroyDevice(handle, nullptr);
}

qdc::Error Context::failed(VkResult code, std::string_view attempted) const {
  if (code == VK_ERROR_DEVICE_LOST)
    lost.store(true, std::memory_order_relaxed);
  qdc::Error error = driverError(code, attempted, name);
  if (!isLost())
    return error;
  error.code = qdc::ErrorCode::deviceLost;
  error.message += adopted ? "; the device is lost, with all that is in it: whoever made it must make another one"
                           : "; the device is lost, with all that is in it: open it again";
  return error;
}

qdc::Status Context::checkValidation() const {
  if (!isValidated)
    return {};
  const std::string said = firstValidationMessage();
  if (said.empty())
    return {};
  return qdc::makeError(qdc::ErrorCode::internal, "Vulkan's validation layer says: {}", said);
}
