//===- Commands.cpp - Commands on their way to a queue --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Commands.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static constexpr VkPipelineStageFlags kWork = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
static constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
static constexpr VkAccessFlags kUses = kWrites | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;

static void addBarrierTo(const DeviceFunctions &driver, VkCommandBuffer buffer, VkPipelineStageFlags stages,
                         VkAccessFlags accesses) {
  auto barrier = structOf<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = kWrites;
  barrier.dstAccessMask = accesses;
  driver.cmdPipelineBarrier(buffer, kWork, stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void qdrt::loader::vulkan::addBarrier(const DeviceFunctions &driver, VkCommandBuffer to) {
  addBarrierTo(driver, to, kWork, kUses);
}

void qdrt::loader::vulkan::addDispatchBarrier(const DeviceFunctions &driver, VkCommandBuffer to) {
  // That a size is read before something overwrites it follows from the stages: it is read ahead of the threads.
  addBarrierTo(driver, to, kWork | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, kUses | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
}

void qdrt::loader::vulkan::addHostBarrier(const DeviceFunctions &driver, VkCommandBuffer to) {
  addBarrierTo(driver, to, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
}

void qdrt::loader::vulkan::addCallerBarrier(const Context &context, VkCommandBuffer to) {
  if (!context.isAdopted())
    return;
  auto barrier = structOf<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  context.driver().cmdPipelineBarrier(to, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1,
                                      &barrier, 0, nullptr, 0, nullptr);
}

Commands::Commands(std::shared_ptr<Timeline> timeline, Queue &queue)
    : progress(std::move(timeline)), context(progress->context()), queue(queue) {}

qdc::Result<std::unique_ptr<Commands>> Commands::create(const std::shared_ptr<Context> &context, Queue &queue) {
  qdc::Result<std::shared_ptr<Timeline>> timeline = Timeline::create(context);
  if (!timeline)
    return timeline.error();
  std::unique_ptr<Commands> made(new Commands(std::move(*timeline), queue));
  auto info = structOf<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = context->features().queueFamily;
  if (VkResult code =
          checkMade(context->driver().createCommandPool(context->device(), &info, nullptr, &made->pool), made->pool);
      code != VK_SUCCESS)
    return context->failed(code, "make a pool of command buffers");
  return made;
}

Commands::~Commands() { context->driver().destroyCommandPool(context->device(), pool, nullptr); }

qdc::Result<VkCommandBuffer> Commands::allocate() {
  auto info = structOf<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer made = VK_NULL_HANDLE;
  if (VkResult code = context->driver().allocateCommandBuffers(context->device(), &info, &made); code != VK_SUCCESS)
    return context->failed(code, "allocate a command buffer");
  return made;
}

void Commands::free(VkCommandBuffer buffer) {
  context->driver().freeCommandBuffers(context->device(), pool, 1, &buffer);
}

void Commands::finish(const RecordedCommands &commands) {
  if (!commands.buffer)
    return;
  progress->finish(commands.submission);
  free(commands.buffer);
}

qdc::Status Commands::begin(VkCommandBuffer buffer, VkCommandBufferUsageFlags usage, const char *attempted) {
  auto info = structOf<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  info.flags = usage;
  if (VkResult code = context->driver().beginCommandBuffer(buffer, &info); code != VK_SUCCESS) {
    free(buffer);
    return context->failed(code, attempted);
  }
  addCallerBarrier(*context, buffer);
  return {};
}

VkResult Commands::end(VkCommandBuffer buffer) {
  addHostBarrier(context->driver(), buffer);
  addCallerBarrier(*context, buffer);
  return context->driver().endCommandBuffer(buffer);
}

/// Takes back what submissions that are done used.
void Commands::collect() {
  while (!underWay.empty() && progress->hasReached(underWay.front().number)) {
    if (underWay.front().buffer)
      spare.push_back(underWay.front().buffer);
    underWay.pop_front();
  }
}

/// One that is done, or else a new one.
qdc::Result<VkCommandBuffer> Commands::takeBuffer() {
  if (spare.empty())
    collect();
  if (spare.empty())
    return allocate();
  const VkCommandBuffer taken = spare.back();
  spare.pop_back();
  return taken;
}

void Commands::drop() {
  if (open)
    free(std::exchange(open, VK_NULL_HANDLE));
}

qdc::Result<VkCommandBuffer> Commands::next() {
  if (!open) {
    qdc::Result<VkCommandBuffer> taken = takeBuffer();
    if (!taken)
      return taken;
    if (qdc::Status begun = begin(*taken, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT, "begin a command buffer");
        !begun)
      return begun.error();
    open = *taken;
  }
  // Submissions to a queue overlap too, but for barriers.
  addBarrier(context->driver(), open);
  return open;
}

void Commands::waitFor(VkSemaphore other, uint64_t value) {
  if (const auto known = std::ranges::find(semaphores, other); known != semaphores.end()) {
    uint64_t &highest = values[static_cast<size_t>(known - semaphores.begin())];
    highest = std::max(highest, value);
    return;
  }
  semaphores.push_back(other);
  values.push_back(value);
}

void Commands::waitFor(std::shared_ptr<Timeline> other, uint64_t value) {
  waitFor(other->semaphore(), value);
  if (std::ranges::find(waitedFor, other) == waitedFor.end())
    waitedFor.push_back(std::move(other));
}

VkResult Commands::submit(std::span<const VkCommandBuffer> buffers) {
  const uint64_t number = submitted + 1;
  const VkSemaphore raised[] = {progress->semaphore(), static_cast<VkSemaphore>(signalled.semaphore)};
  const uint64_t raisedTo[] = {number, signalled.value};
  const uint32_t raises = signalled.semaphore ? 2 : 1;
  const std::vector<VkPipelineStageFlags> stages(values.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
  auto numbers = structOf<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  numbers.waitSemaphoreValueCount = static_cast<uint32_t>(values.size());
  numbers.pWaitSemaphoreValues = values.data();
  numbers.signalSemaphoreValueCount = raises;
  numbers.pSignalSemaphoreValues = raisedTo;
  auto info = structOf<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.pNext = &numbers;
  info.waitSemaphoreCount = static_cast<uint32_t>(semaphores.size());
  info.pWaitSemaphores = semaphores.data();
  info.pWaitDstStageMask = stages.data();
  info.commandBufferCount = static_cast<uint32_t>(buffers.size());
  info.pCommandBuffers = buffers.data();
  info.signalSemaphoreCount = raises;
  info.pSignalSemaphores = raised;
  const VkResult code = queue.submit(context->driver(), info);
  if (code == VK_SUCCESS)
    submitted = number;
  return code;
}

/// A host that runs ahead must not fill the driver's memory.
qdc::Status Commands::limitUnderWay() const {
  constexpr uint64_t kMost = 4096, kOften = 1024;
  const uint64_t number = last();
  return number > kMost && number % kOften == 0 ? wait(number - kMost, "wait for earlier work") : qdc::Status();
}

qdc::Status Commands::submit(VkCommandBuffer complete) {
  return open || complete ? submitOpen(complete) : qdc::Status();
}

qdc::Status Commands::submit(RecordedCommands &commands) {
  qdc::Status done = submitOpen(commands.buffer);
  if (done)
    commands.submission = last();
  return done;
}

qdc::Status Commands::submitAll() { return open || !semaphores.empty() ? submitOpen(VK_NULL_HANDLE) : qdc::Status(); }

qdc::Status Commands::signal(VkSemaphore other, uint64_t value) {
  signalled = {other, value};
  qdc::Status submitted = submitOpen(VK_NULL_HANDLE);
  signalled = {};
  return submitted;
}

/// With what is recorded, waited for and signalled, also where that is nothing.
qdc::Status Commands::submitOpen(VkCommandBuffer complete) {
  if (qdc::Status limited = limitUnderWay(); !limited) {
    drop();
    return limited;
  }
  if (!open && !semaphores.empty())
    collect();
  // Before anything is submitted: there may be no memory for it.
  Submission &next = underWay.emplace_back(Submission{open, submitted + 1});
  const VkCommandBuffer recorded = std::exchange(open, VK_NULL_HANDLE);
  VkResult code = VK_SUCCESS;
  if (recorded)
    code = end(recorded);
  VkCommandBuffer buffers[] = {recorded, complete};
  if (code == VK_SUCCESS)
    code = submit(std::span(buffers).subspan(recorded ? 0 : 1, (recorded ? 1 : 0) + (complete ? 1 : 0)));
  if (code != VK_SUCCESS) {
    // What was recorded is gone; the next submission waits for what this one was to wait for.
    underWay.pop_back();
    if (recorded)
      free(recorded);
    return context->failed(code, "submit work");
  }
  next.waitedFor = std::exchange(waitedFor, {});
  semaphores.clear();
  values.clear();
  if (!recorded && next.waitedFor.empty())
    underWay.pop_back();
  return {};
}
