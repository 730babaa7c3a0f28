// Draws points off-screen, each a pixel: panels side by side in one picture.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_PARTICLES_RENDERER_H
#define QDC_EXAMPLES_PARTICLES_RENDERER_H

#include "Engine.h"

#include <qdrt/qdrt.hpp>
#include <string>
#include <vector>

class Renderer {
public:
  /// A row of `panels` squares with sides of `side` pixels.
  Renderer(const Engine &engine, uint32_t panels, uint32_t side);
  /// Nothing is being drawn.
  ~Renderer();
  Renderer(const Renderer &) = delete;
  Renderer &operator=(const Renderer &) = delete;

  /// Draws `points` places, two floats each from -1 to 1, that lie in the range, into a panel, once `ready` is reached.
  /// Gives the point in time from which on the places may change. Panels are drawn from the first one on, each once.
  qdrt::VulkanPoint draw(uint32_t panel, const qdrt_vulkan_buffer &places, uint32_t points,
                         const qdrt::VulkanPoint &ready);
  /// Waits until all panels are drawn. Four bytes a pixel, rows from the top.
  std::vector<uint8_t> picture();
  uint32_t width() const { return panels * side; }

private:
  void makePass();
  void makeTarget();
  void makePipeline();
  void makeReadBack();
  VkShaderModule shader(const uint32_t *words, size_t bytes) const;
  void record(VkCommandBuffer commands, uint32_t panel, const qdrt_vulkan_buffer &places, uint32_t points) const;

  const Engine &engine;
  const uint32_t panels, side;
  VkRenderPass pass = VK_NULL_HANDLE;
  // A panel.
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory imageMemory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VkFramebuffer frame = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  // The picture, where the host sees it.
  VkBuffer readBack = VK_NULL_HANDLE;
  VkDeviceMemory readBackMemory = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkSemaphore drawn = VK_NULL_HANDLE; // a timeline: how many panels are
};

/// Writes a PNG of four bytes a pixel; false if the file cannot be written.
bool writePicture(const std::string &path, const std::vector<uint8_t> &pixels, uint32_t width);

#endif // QDC_EXAMPLES_PARTICLES_RENDERER_H
