//===- Commands.h - Commands on their way to a queue ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_COMMANDS_H
#define QDRT_VULKAN_COMMANDS_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Vulkan/Timeline.h"

#include <deque>
#include <span>
#include <vector>

namespace qdrt::loader::vulkan {

/// All that commands write before it is there for all that they read and write after it: tasks, copies and fills.
void addBarrier(const DeviceFunctions &driver, VkCommandBuffer to);
/// The same, and for the sizes of indirect dispatches after it.
void addDispatchBarrier(const DeviceFunctions &driver, VkCommandBuffer to);
/// The same for what the host reads and writes once it knows that the commands are done: the last of a command buffer.
void addHostBarrier(const DeviceFunctions &driver, VkCommandBuffer to);

/// On a queue of the caller's (Context::isAdopted): all that was done there before it, by whatever commands of
/// anybody's, comes before all that is done after it. The first and the last of a command buffer; elsewhere nothing.
void addCallerBarrier(const Context &context, VkCommandBuffer to);

/// Commands that are recorded once and submitted often.
struct RecordedCommands {
  VkCommandBuffer buffer = VK_NULL_HANDLE; // NULL: they are to be recorded
  uint64_t submission = 0; // the last that they were part of
};

/// Records commands, each after all before it, and submits them to a queue. Submissions are numbered from 1 on. Used by
/// one thread at a time.
class Commands {
public:
  static qdc::Result<std::unique_ptr<Commands>> create(const std::shared_ptr<Context> &context, Queue &queue);
  /// Nothing that was submitted is under way.
  ~Commands();
  Commands(const Commands &) = delete;
  Commands &operator=(const Commands &) = delete;

  const std::shared_ptr<Timeline> &timeline() const { return progress; }
  /// Where the next command is recorded, which comes after all earlier ones. It stays open until submit().
  qdc::Result<VkCommandBuffer> next();
  /// The next submission begins once the other timeline has reached that value, which somebody submitted.
  void waitFor(std::shared_ptr<Timeline> other, uint64_t value);
  /// The same for a semaphore of the caller's, who keeps it until then.
  void waitFor(VkSemaphore other, uint64_t value);
  /// Gives up what was recorded since the last submission.
  void drop();
  /// Submits what was recorded, and after it a command buffer that is complete; nothing, where there is neither. After
  /// a failure neither was, and what was recorded is dropped; last() stays as it was.
  qdc::Status submit(VkCommandBuffer complete = VK_NULL_HANDLE);
  /// Submits what was recorded, and also what only waits: last() comes after all up to here.
  qdc::Status submitAll();
  /// Submits what was recorded, if anything. A semaphore of the caller's reaches the value after all up to here.
  qdc::Status signal(VkSemaphore other, uint64_t value);
  /// The number of the last submission; 0: there was none. From any thread.
  uint64_t last() const { return submitted.load(std::memory_order_relaxed); }
  /// Waits for a submission that was made.
  qdc::Status wait(uint64_t number, const char *attempted) const { return progress->wait(number, attempted); }

  /// Records what `add` adds to a command buffer, which may be submitted again while it is under way. It is ordered as
  /// next() has it with what is before and after it, but for a barrier ahead of its first command, which `add` adds.
  template <typename Add>
  qdc::Status record(RecordedCommands &made, const char *attempted, Add add) {
    qdc::Result<VkCommandBuffer> buffer = allocate();
    if (!buffer)
      return buffer.error();
    qdc::Status done = begin(*buffer, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT, attempted);
    if (!done)
      return done;
    add(*buffer);
    if (VkResult code = end(*buffer); code != VK_SUCCESS) {
      free(*buffer);
      return context->failed(code, attempted);
    }
    made = {*buffer, 0};
    return done;
  }
  /// Submits what was recorded by next(), and after it these commands; a failure is as that of the other submit().
  qdc::Status submit(RecordedCommands &commands);
  /// Gives a command buffer of record() back; it is not under way.
  void free(VkCommandBuffer buffer);
  /// The same once it is not, if it was recorded.
  void finish(const RecordedCommands &commands);

private:
  struct Submission {
    VkCommandBuffer buffer; // that was recorded for it; NULL: none was
    uint64_t number;
    std::vector<std::shared_ptr<Timeline>> waitedFor = {};
  };

  Commands(std::shared_ptr<Timeline> progress, Queue &queue);
  qdc::Result<VkCommandBuffer> allocate();
  /// After a failure the buffer is given back.
  qdc::Status begin(VkCommandBuffer buffer, VkCommandBufferUsageFlags usage, const char *attempted);
  VkResult end(VkCommandBuffer buffer);
  qdc::Result<VkCommandBuffer> takeBuffer();
  void collect();
  qdc::Status limitUnderWay() const;
  qdc::Status submitOpen(VkCommandBuffer complete);
  VkResult submit(std::span<const VkCommandBuffer> buffers);

  const std::shared_ptr<Timeline> progress;
  const std::shared_ptr<Context> &context;
  Queue &queue;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer open = VK_NULL_HANDLE; // being recorded
  std::deque<Submission> underWay; // in order, with some that are done
  std::vector<VkCommandBuffer> spare; // for the next recordings
  // What the next submission waits for.
  std::vector<std::shared_ptr<Timeline>> waitedFor;
  std::vector<VkSemaphore> semaphores;
  std::vector<uint64_t> values;
  SemaphorePoint signalled; // that it brings about, beside its own; nothing, of a NULL semaphore
  std::atomic<uint64_t> submitted = 0;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_COMMANDS_H
