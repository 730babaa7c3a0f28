//===- Functions.cpp - How functions of the fake Vulkan are found ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstring>

using namespace fake_vulkan;

namespace {
struct Named {
  const char *symbol;
  PFN_vkVoidFunction function;
};
} // namespace

// All that the loader may ask for, so that what is missing here is an error of the linker.
static const Named kFunctions[] = {
#define QDRT_VULKAN_GLOBAL(presence, name, symbol) {#symbol, reinterpret_cast<PFN_vkVoidFunction>(symbol)},
#define QDRT_VULKAN_INSTANCE(presence, name, symbol) QDRT_VULKAN_GLOBAL(presence, name, symbol)
#define QDRT_VULKAN_DEVICE(presence, name, symbol) QDRT_VULKAN_GLOBAL(presence, name, symbol)
#include "Runtime/Vulkan/DriverFunctions.def"
};

static PFN_vkVoidFunction functionOf(const char *symbol) {
  if (lacks(symbol))
    return nullptr;
  for (const Named &each : kFunctions)
    if (std::strcmp(each.symbol, symbol) == 0)
      return each.function;
  return nullptr;
}

extern "C" {

FAKE_VULKAN_API VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance, const char *symbol) {
  return functionOf(symbol);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice, const char *symbol) {
  return functionOf(symbol);
}

} // extern "C"
