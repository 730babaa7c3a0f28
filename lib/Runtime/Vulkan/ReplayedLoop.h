//===- ReplayedLoop.h - A loop that is run in batches -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands can't repeat, so several iterations are recorded one after the other,
// as a batch. Each launch in them is an indirect dispatch, whose size lies in
// memory: what its task wants while its block (ReplayPlan.h) proceeds, else 0.
// The last launch of a block is the kernel of Proceed.h, which makes another
// block the one that proceeds. When a batch is done the host looks whether the
// loop is over, and if not submits the next one, which has twice the iterations.
// Each size is recorded once, and submitted again in later launches.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_REPLAYEDLOOP_H
#define QDRT_VULKAN_REPLAYEDLOOP_H

#include "Runtime/DeviceCode/Proceed.h"
#include "Runtime/Vulkan/GraphMemory.h"
#include "Runtime/Vulkan/Image.h"
#include "Runtime/Vulkan/ReplayPlan.h"

#include <array>

namespace qdrt::loader::vulkan {

/// A launch of a batch, as it is recorded.
struct ReplayLaunch {
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkDeviceAddress slots = 0;
  BufferPlace size; // of the dispatch
  bool hasBarrier = false; // ahead of it; the first of a block has one that orders sizes too
};

/// Records iterations of blocks, which are numbered in `order`. A block is its launches, the last of which decides.
void recordBatch(const DeviceFunctions &driver, VkPipelineLayout layout, VkCommandBuffer to,
                 std::span<const std::vector<ReplayLaunch>> blocks, std::span<const uint32_t> order,
                 uint32_t iterations);

/// The slots of the kernel of Proceed.h.
using ProceedSlots = std::array<qd_slot, QDRT_PROCEED_SLOTS>;

/// A loop of a graph. It is used as that is.
class ReplayedLoop {
public:
  /// The decision `loop` among the nodes of a graph. Takes room in `memory`, which outlives it.
  ReplayedLoop(Commands &work, const Context &context, std::span<const GraphNode> nodes, uint32_t loop,
               GraphMemory &memory);
  /// Waits for what it submitted.
  ~ReplayedLoop();
  ReplayedLoop(const ReplayedLoop &) = delete;
  ReplayedLoop &operator=(const ReplayedLoop &) = delete;

  /// Once `memory` has its address: what does not depend on arguments. `firstSlots` has the number of the first slot of
  /// each node that is a task.
  qdc::Status prepare(BackendDevice &device, const Entry &decider, std::span<const GraphNode> nodes,
                      std::span<const uint32_t> firstSlots);
  /// Sets what a decision is, the loop itself or one that it holds.
  void setDecision(uint32_t node, const GraphDecision &description);
  /// The workgroups of a task in it.
  void setGroups(uint32_t node, uint32_t groups);
  /// The slots of what begins the loop, by a launch of the kernel of Proceed.h ahead of run().
  ProceedSlots slotsOfBegin(const GraphDecision &description) const;

  /// Runs it until it is over. Waits for batches, but where the number of iterations is known ahead and small.
  qdc::Status run();

private:
  /// Adds what depends on the blocks and the loop's state to the slots of what decides after block `from`.
  void addTargets(uint32_t from, const ReplayBlock &ending, ProceedSlots &slots) const;
  VkDeviceAddress addressOfBlock(uint32_t block) const;
  void prepareBlock(uint32_t index, const Entry &decider, std::span<const GraphNode> nodes,
                    std::span<const uint32_t> firstSlots);
  qdc::Status record(RecordedCommands &batch, uint32_t iterations);
  /// Submits 2^size iterations.
  qdc::Status submit(uint32_t size);
  qdc::Status waitUntilDone(bool &isOver);
  qdc::Status runKnown(uint64_t iterations);

  Commands &work;
  const Context &context;
  GraphMemory &memory;
  const uint32_t loop;
  const ReplayPlan plan;
  // Words of `memory`.
  std::vector<uint32_t> dispatches; // of each block, the first of its launches
  std::vector<uint32_t> states; // of each node of the loop, from `loop` on: of those that are decisions
  uint32_t conditions = 0; // of all blocks
  uint32_t deciders = 0; // their slots
  std::vector<uint32_t> blockOfTask; // of each node from `loop` on
  HostMemory over; // the block that stands for the end
  std::vector<std::vector<ReplayLaunch>> launches; // of each block
  std::vector<RecordedCommands> batches; // of 1, 2, 4 ... iterations
  std::optional<uint64_t> known; // its iterations, each of which is recorded whole
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_REPLAYEDLOOP_H
