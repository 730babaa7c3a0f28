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
  std::shared_ptr<Context> made(new Context(std::move(features), std::move(spelling), instance.isValidated));
  VkResult code = createDevice(instance.functions, physical, made->about, made->handle);
  if (code != VK_SUCCESS)
    return made->failed(code, "open the device");
  qdc::Result<DeviceFunctions> functions = functionsOf(instance.functions, made->handle);
  if (!functions)
    return functions.error();
  made->functions = *functions;
  for (uint32_t index = 0; index < made->about.queues; ++index) {
    VkQueue queue = VK_NULL_HANDLE;
    made->functions.getDeviceQueue(made->handle, made->about.queueFamily, index, &queue);
    made->queues.emplace_back(queue);
  }
  code = made->makeLayout();
  if (code != VK_SUCCESS)
    return made->failed(code, "make the layout of pipelines");
  return made;
}

VkResult Context::makeLayout() {
  const VkPushConstantRange constants = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(qd_vulkan_push)};
  auto info = structOf<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &constants;
  return functions.createPipelineLayout(handle, &info, nullptr, &layout);
}

Context::~Context() {
  // A device that lacks a function was not used, and can't be given back.
  if (!functions.destroyDevice)
    return;
  functions.destroyPipelineLayout(handle, layout, nullptr);
  functions.destroyDevice(handle, nullptr);
}

qdc::Error Context::failed(VkResult code, std::string_view attempted) const {
  if (code == VK_ERROR_DEVICE_LOST)
    lost.store(true, std::memory_order_relaxed);
  qdc::Error error = driverError(code, attempted, name);
  if (!isLost())
    return error;
  error.code = qdc::ErrorCode::deviceLost;
  error.message += "; the device is lost, with all that is in it: open it again";
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
