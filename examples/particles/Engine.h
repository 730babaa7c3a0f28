// What a program has that draws by Vulkan: an instance, a device, and a queue that draws and computes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_PARTICLES_ENGINE_H
#define QDC_EXAMPLES_PARTICLES_ENGINE_H

#include <qdrt/qdrt.h>
#include <stdexcept>
#include <string>
#include <vulkan/vulkan.h>

/// Throws where a call of Vulkan failed.
inline void check(VkResult code, const char *what) {
  if (code != VK_SUCCESS)
    throw std::runtime_error(std::string("cannot ") + what + ": Vulkan error " + std::to_string(code));
}

/// A struct of Vulkan that says what it is; all else is 0.
template <typename Struct>
Struct structOf(VkStructureType type) {
  Struct made = {};
  made.sType = type;
  return made;
}

class Engine {
public:
  /// On the first device of Vulkan 1.2 that has such a queue. Throws NoDevice if there is none.
  Engine();
  ~Engine();
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  struct NoDevice : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// The device as libqdrt adopts it.
  qdrt_native_device native() const;
  /// Memory of a type with these properties.
  VkDeviceMemory allocate(const VkMemoryRequirements &needed, VkMemoryPropertyFlags properties) const;

  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;

private:
  bool choose(VkPhysicalDevice candidate);

  VkPhysicalDeviceVulkan12Features features12 = {};
  VkPhysicalDeviceVulkan11Features features11 = {};
  VkPhysicalDeviceFeatures2 features = {}; // all that are enabled: these, and those of the two above
};

#endif // QDC_EXAMPLES_PARTICLES_ENGINE_H
