// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Renderer.h"

#include "Points.frag.h" // pointsFrag, which the build makes of Points.frag
#include "Points.vert.h" // pointsVert

#include <png.h>

static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

Renderer::Renderer(const Engine &engine, uint32_t panels, uint32_t side) : engine(engine), panels(panels), side(side) {
  makePass();
  makeTarget();
  makePipeline();
  makeReadBack();
  auto ofPool = structOf<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  ofPool.queueFamilyIndex = engine.family;
  check(vkCreateCommandPool(engine.device, &ofPool, nullptr, &pool), "make a pool of commands");
  auto type = structOf<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  auto ofSemaphore = structOf<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  ofSemaphore.pNext = &type;
  check(vkCreateSemaphore(engine.device, &ofSemaphore, nullptr, &drawn), "make a semaphore");
}

Renderer::~Renderer() {
  vkDestroySemaphore(engine.device, drawn, nullptr);
  vkDestroyCommandPool(engine.device, pool, nullptr);
  vkDestroyBuffer(engine.device, readBack, nullptr);
  vkFreeMemory(engine.device, readBackMemory, nullptr);
  vkDestroyPipeline(engine.device, pipeline, nullptr);
  vkDestroyPipelineLayout(engine.device, layout, nullptr);
  vkDestroyFramebuffer(engine.device, frame, nullptr);
  vkDestroyImageView(engine.device, view, nullptr);
  vkDestroyImage(engine.device, image, nullptr);
  vkFreeMemory(engine.device, imageMemory, nullptr);
  vkDestroyRenderPass(engine.device, pass, nullptr);
}

// Clears the image, and leaves it to be copied from.
void Renderer::makePass() {
  VkAttachmentDescription colour = {};
  colour.format = kFormat;
  colour.samples = VK_SAMPLE_COUNT_1_BIT;
  colour.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  colour.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  colour.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  const VkAttachmentReference used = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass = {};
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &used;
  // It comes after the copy of the panel before, and before the copy of this one.
  const VkSubpassDependency order[] = {
      {VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0,
       VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, 0},
      {0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
       VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT, 0}};
  auto info = structOf<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
  info.attachmentCount = 1;
  info.pAttachments = &colour;
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = 2;
  info.pDependencies = order;
  check(vkCreateRenderPass(engine.device, &info, nullptr, &pass), "make a render pass");
}

void Renderer::makeTarget() {
  auto ofImage = structOf<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  ofImage.imageType = VK_IMAGE_TYPE_2D;
  ofImage.format = kFormat;
  ofImage.extent = {side, side, 1};
  ofImage.mipLevels = ofImage.arrayLayers = 1;
  ofImage.samples = VK_SAMPLE_COUNT_1_BIT;
  ofImage.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  check(vkCreateImage(engine.device, &ofImage, nullptr, &image), "make an image");
  VkMemoryRequirements needed;
  vkGetImageMemoryRequirements(engine.device, image, &needed);
  imageMemory = engine.allocate(needed, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  check(vkBindImageMemory(engine.device, image, imageMemory, 0), "bind memory to the image");
  auto ofView = structOf<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  ofView.image = image;
  ofView.viewType = VK_IMAGE_VIEW_TYPE_2D;
  ofView.format = kFormat;
  ofView.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  check(vkCreateImageView(engine.device, &ofView, nullptr, &view), "view the image");
  auto ofFrame = structOf<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
  ofFrame.renderPass = pass;
  ofFrame.attachmentCount = 1;
  ofFrame.pAttachments = &view;
  ofFrame.width = ofFrame.height = side;
  ofFrame.layers = 1;
  check(vkCreateFramebuffer(engine.device, &ofFrame, nullptr, &frame), "make a framebuffer");
}

VkShaderModule Renderer::shader(const uint32_t *words, size_t bytes) const {
  auto info = structOf<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = bytes;
  info.pCode = words;
  VkShaderModule module = VK_NULL_HANDLE;
  check(vkCreateShaderModule(engine.device, &info, nullptr, &module), "load a shader");
  return module;
}

void Renderer::makePipeline() {
  auto ofLayout = structOf<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  check(vkCreatePipelineLayout(engine.device, &ofLayout, nullptr, &layout), "make a layout");
  VkPipelineShaderStageCreateInfo stages[2] = {};
  for (VkPipelineShaderStageCreateInfo &stage : stages) {
    stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    stage.pName = "main";
  }
  stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
  stages[0].module = shader(pointsVert, sizeof(pointsVert));
  stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
  stages[1].module = shader(pointsFrag, sizeof(pointsFrag));
  // The array of the kernel, memref<?x2xf32>.
  const VkVertexInputBindingDescription array = {0, 2 * sizeof(float), VK_VERTEX_INPUT_RATE_VERTEX};
  const VkVertexInputAttributeDescription place = {0, 0, VK_FORMAT_R32G32_SFLOAT, 0};
  auto input =
      structOf<VkPipelineVertexInputStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
  input.vertexBindingDescriptionCount = input.vertexAttributeDescriptionCount = 1;
  input.pVertexBindingDescriptions = &array;
  input.pVertexAttributeDescriptions = &place;
  auto assembly =
      structOf<VkPipelineInputAssemblyStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  const VkViewport viewport = {0, 0, float(side), float(side), 0, 1};
  const VkRect2D scissor = {{0, 0}, {side, side}};
  auto area = structOf<VkPipelineViewportStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
  area.viewportCount = area.scissorCount = 1;
  area.pViewports = &viewport;
  area.pScissors = &scissor;
  auto raster =
      structOf<VkPipelineRasterizationStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  raster.lineWidth = 1;
  auto samples =
      structOf<VkPipelineMultisampleStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineColorBlendAttachmentState written = {};
  written.colorWriteMask = 0xf;
  auto blend = structOf<VkPipelineColorBlendStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
  blend.attachmentCount = 1;
  blend.pAttachments = &written;
  auto info = structOf<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  info.stageCount = 2;
  info.pStages = stages;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &area;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pColorBlendState = &blend;
  info.layout = layout;
  info.renderPass = pass;
  const VkResult code = vkCreateGraphicsPipelines(engine.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  for (const VkPipelineShaderStageCreateInfo &stage : stages)
    vkDestroyShaderModule(engine.device, stage.module, nullptr);
  check(code, "make the pipeline");
}

void Renderer::makeReadBack() {
  auto info = structOf<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = VkDeviceSize(4) * width() * side;
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  check(vkCreateBuffer(engine.device, &info, nullptr, &readBack), "make a buffer");
  VkMemoryRequirements needed;
  vkGetBufferMemoryRequirements(engine.device, readBack, &needed);
  readBackMemory = engine.allocate(needed, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  check(vkBindBufferMemory(engine.device, readBack, readBackMemory, 0), "bind memory to the buffer");
}

void Renderer::record(VkCommandBuffer commands, uint32_t panel, const qdrt_vulkan_buffer &places,
                      uint32_t points) const {
  VkClearValue ground = {};
  ground.color = {{0.05f, 0.06f, 0.1f, 1}};
  auto begin = structOf<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
  begin.renderPass = pass;
  begin.framebuffer = frame;
  begin.renderArea.extent = {side, side};
  begin.clearValueCount = 1;
  begin.pClearValues = &ground;
  vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  const auto buffer = static_cast<VkBuffer>(places.buffer);
  vkCmdBindVertexBuffers(commands, 0, 1, &buffer, &places.offset);
  vkCmdDraw(commands, points, 1, 0, 0);
  vkCmdEndRenderPass(commands);
  VkBufferImageCopy copied = {};
  copied.bufferOffset = VkDeviceSize(4) * panel * side;
  copied.bufferRowLength = width();
  copied.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copied.imageExtent = {side, side, 1};
  vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, readBack, 1, &copied);
  auto forHost = structOf<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  forHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  forHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &forHost, 0, nullptr,
                       0, nullptr);
}

qdrt::VulkanPoint Renderer::draw(uint32_t panel, const qdrt_vulkan_buffer &places, uint32_t points,
                                 const qdrt::VulkanPoint &ready) {
  auto ofCommands = structOf<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  ofCommands.commandPool = pool;
  ofCommands.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(engine.device, &ofCommands, &commands), "make a command buffer");
  auto begin = structOf<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  check(vkBeginCommandBuffer(commands, &begin), "record");
  record(commands, panel, places, points);
  check(vkEndCommandBuffer(commands), "record");

  // The semaphore orders what the kernel writes and what the pipeline reads.
  const auto awaited = static_cast<VkSemaphore>(ready.semaphore);
  const VkPipelineStageFlags reader = VK_PIPELINE_STAGE_VERTEX_INPUT_BIT;
  const uint64_t count = panel + 1;
  auto values = structOf<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  values.waitSemaphoreValueCount = values.signalSemaphoreValueCount = 1;
  values.pWaitSemaphoreValues = &ready.value;
  values.pSignalSemaphoreValues = &count;
  auto info = structOf<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.pNext = &values;
  info.waitSemaphoreCount = info.commandBufferCount = info.signalSemaphoreCount = 1;
  info.pWaitSemaphores = &awaited;
  info.pWaitDstStageMask = &reader;
  info.pCommandBuffers = &commands;
  info.pSignalSemaphores = &drawn;
  check(vkQueueSubmit(engine.queue, 1, &info, VK_NULL_HANDLE), "draw");
  return {drawn, count};
}

std::vector<uint8_t> Renderer::picture() {
  const uint64_t all = panels;
  auto info = structOf<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  info.semaphoreCount = 1;
  info.pSemaphores = &drawn;
  info.pValues = &all;
  check(vkWaitSemaphores(engine.device, &info, UINT64_MAX), "wait for the picture");
  void *bytes = nullptr;
  check(vkMapMemory(engine.device, readBackMemory, 0, VK_WHOLE_SIZE, 0, &bytes), "read the picture");
  const auto *first = static_cast<const uint8_t *>(bytes);
  std::vector<uint8_t> pixels(first, first + size_t(4) * width() * side);
  vkUnmapMemory(engine.device, readBackMemory);
  return pixels;
}

bool writePicture(const std::string &path, const std::vector<uint8_t> &pixels, uint32_t width) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = uint32_t(pixels.size() / 4 / width);
  image.format = PNG_FORMAT_RGBA;
  return png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr);
}
