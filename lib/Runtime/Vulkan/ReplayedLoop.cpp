//===- ReplayedLoop.cpp - A loop that is run in batches -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/ReplayedLoop.h"

#include "Runtime/Vulkan/GraphBarriers.h"
#include "Runtime/Vulkan/Launch.h"

#include <algorithm>
#include <bit>
#include <utility>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

// Launches after the loop is over cost their commands, and a batch without end keeps a stop waiting.
static constexpr uint32_t kMostIterations = 64;
static constexpr size_t kMostLaunches = 2048; // of a batch, unless one iteration has more
// Batches of a loop whose iterations are known, between two looks whether it ended early.
static constexpr uint32_t kMostAhead = 16;

static constexpr uint32_t kWordsOfDispatch = sizeof(qd_vulkan_dispatch) / sizeof(qd_slot);
static constexpr uint32_t kWordsOfCondition = sizeof(qd_vulkan_condition) / sizeof(qd_slot);
static constexpr uint32_t kWordsOfState = sizeof(qd_loop_state) / sizeof(qd_slot);

void qdrt::loader::vulkan::recordBatch(const DeviceFunctions &driver, VkPipelineLayout layout, VkCommandBuffer to,
                                       std::span<const std::vector<ReplayLaunch>> blocks,
                                       std::span<const uint32_t> order, uint32_t iterations) {
  VkPipeline bound = VK_NULL_HANDLE;
  for (uint32_t iteration = 0; iteration < iterations; ++iteration)
    for (uint32_t block : order) {
      addDispatchBarrier(driver, to);
      for (const ReplayLaunch &launch : blocks[block]) {
        if (launch.hasBarrier)
          addBarrier(driver, to);
        if (std::exchange(bound, launch.pipeline) != launch.pipeline)
          driver.cmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, launch.pipeline);
        const qd_vulkan_push push = {launch.slots};
        driver.cmdPushConstants(to, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
        driver.cmdDispatchIndirect(to, launch.size.buffer, launch.size.offset);
      }
    }
}

ReplayedLoop::ReplayedLoop(Commands &work, const Context &context, std::span<const GraphNode> nodes, uint32_t loop,
                           GraphMemory &memory)
    : work(work), context(context), memory(memory), loop(loop), plan(planReplay(nodes, loop)) {
  const uint32_t end = endOf(nodes, loop);
  states.resize(end - loop);
  blockOfTask.resize(end - loop);
  for (uint32_t node = loop; node < end; ++node)
    if (std::holds_alternative<GraphDecision>(nodes[node].work))
      states[node - loop] = memory.add(kWordsOfState);
  conditions = memory.add(plan.blocks.size() * kWordsOfCondition);
  deciders = memory.add(plan.blocks.size() * QDRT_PROCEED_SLOTS);
  size_t launchesOfIteration = 0;
  for (const ReplayBlock &block : plan.blocks) {
    for (uint32_t node = block.begin; node < block.end; ++node)
      blockOfTask[node - loop] = static_cast<uint32_t>(dispatches.size());
    dispatches.push_back(memory.add((block.end - block.begin + 1) * kWordsOfDispatch));
  }
  for (uint32_t block : plan.iteration)
    launchesOfIteration += plan.blocks[block].end - plan.blocks[block].begin + 1;
  const size_t most = std::clamp<size_t>(kMostLaunches / launchesOfIteration, 1, kMostIterations);
  batches.resize(std::bit_width(most));
}

ReplayedLoop::~ReplayedLoop() {
  for (const RecordedCommands &batch : batches)
    work.finish(batch);
}

VkDeviceAddress ReplayedLoop::addressOfBlock(uint32_t block) const {
  return block == kOver ? vulkan::placeOf(over).address : memory.addressOf(conditions + block * kWordsOfCondition);
}

/// What words of the struct hold.
template <typename T>
static std::array<qd_slot, sizeof(T) / sizeof(qd_slot)> wordsOf(const T &value) {
  return std::bit_cast<std::array<qd_slot, sizeof(T) / sizeof(qd_slot)>>(value);
}

void ReplayedLoop::prepareBlock(uint32_t index, const Entry &decider, std::span<const GraphNode> nodes,
                                std::span<const uint32_t> firstSlots) {
  const ReplayBlock &block = plan.blocks[index];
  const std::vector<bool> barriers = barriersOf(nodes, block.begin, block.end);
  const uint32_t tasks = block.end - block.begin, deciding = deciders + index * QDRT_PROCEED_SLOTS;
  auto sizeOf = [&](uint32_t launch) { return dispatches[index] + launch * kWordsOfDispatch; };
  std::vector<ReplayLaunch> &list = launches.emplace_back();
  for (uint32_t task = 0; task < tasks; ++task) {
    const uint32_t node = block.begin + task;
    const Entry &entry = entryOf(std::get<TaskLaunch>(nodes[node].work));
    list.push_back({entry.pipeline, memory.addressOf(firstSlots[node]), memory.placeOf(sizeOf(task)), barriers[task]});
  }
  list.push_back({decider.pipeline, memory.addressOf(deciding), memory.placeOf(sizeOf(tasks)), tasks != 0});
  memory.set(sizeOf(tasks), wordsOf(qd_vulkan_dispatch{{0, 1, 1}, 1}));
  memory.set(conditions + index * kWordsOfCondition,
             wordsOf(qd_vulkan_condition{0, tasks + 1, memory.addressOf(sizeOf(0))}));
  if (block.decision != kJump)
    return;
  ProceedSlots slots = {};
  slots[QDRT_PROCEED_SETTINGS] = QDRT_PROCEED_JUMP;
  addTargets(index, block, slots);
  memory.set(deciding, slots);
}

qdc::Status ReplayedLoop::prepare(BackendDevice &device, const Entry &decider, std::span<const GraphNode> nodes,
                                  std::span<const uint32_t> firstSlots) {
  qdc::Result<HostMemory> made = HostMemory::allocate(device, sizeof(qd_vulkan_condition));
  if (!made)
    return made.error();
  over = std::move(*made);
  for (uint32_t index = 0; index < plan.blocks.size(); ++index)
    prepareBlock(index, decider, nodes, firstSlots);
  return {};
}

void ReplayedLoop::setGroups(uint32_t node, uint32_t groups) {
  const uint32_t block = blockOfTask[node - loop];
  memory.set(dispatches[block] + (node - plan.blocks[block].begin) * kWordsOfDispatch,
             wordsOf(qd_vulkan_dispatch{{0, 1, 1}, groups}));
}

static uint64_t settingsOfKind(const GraphDecision &decision) {
  switch (decision.kind) {
  case qdc::NodeKind::whileDo:
    return QDRT_PROCEED_WHILE_DO;
  case qdc::NodeKind::repeat:
    return QDRT_PROCEED_REPEAT;
  case qdc::NodeKind::branch:
    return QDRT_PROCEED_BRANCH;
  case qdc::NodeKind::task:
  case qdc::NodeKind::doWhile:
    break;
  }
  return QDRT_PROCEED_DO_WHILE | (decision.maximumIsError ? QDRT_PROCEED_FAILS_AT_MAXIMUM : 0);
}

static qd_slot addressOf(const MemoryReference &place) { return place ? placeOf(place).address : 0; }

/// But for addTargets().
static ProceedSlots slotsOfDecision(const GraphDecision &description) {
  uint64_t settings = settingsOfKind(description) | uint64_t{description.conditionBytes} << QDRT_PROCEED_BYTES_SHIFT |
                      uint64_t{description.site} << QDRT_PROCEED_SITE_SHIFT;
  auto number = [&](const GraphNumber &from, uint64_t inMemory) -> qd_slot {
    settings |= from.word ? inMemory : 0;
    return from.word ? addressOf(from.word) : static_cast<qd_slot>(from.value);
  };
  ProceedSlots slots = {};
  slots[QDRT_PROCEED_RECORD] = addressOf(description.record);
  slots[QDRT_PROCEED_CONDITION] = addressOf(description.condition);
  slots[QDRT_PROCEED_LOWER] = number(description.lower, QDRT_PROCEED_LOWER_IN_MEMORY);
  slots[QDRT_PROCEED_UPPER] =
      number(description.kind == qdc::NodeKind::doWhile ? description.maximum : description.upper,
             QDRT_PROCEED_UPPER_IN_MEMORY);
  slots[QDRT_PROCEED_STEP] = number(description.step, QDRT_PROCEED_STEP_IN_MEMORY);
  slots[QDRT_PROCEED_WORD] = addressOf(description.word);
  slots[QDRT_PROCEED_COUNT] = addressOf(description.count);
  slots[QDRT_PROCEED_STOP_WORD] = addressOf(description.stopWord);
  slots[QDRT_PROCEED_MAXIMUM] = static_cast<qd_slot>(description.allowed);
  slots[QDRT_PROCEED_SETTINGS] = settings;
  return slots;
}

void ReplayedLoop::addTargets(uint32_t from, const ReplayBlock &ending, ProceedSlots &slots) const {
  if (ending.isAtEnd)
    slots[QDRT_PROCEED_SETTINGS] |= QDRT_PROCEED_AT_END;
  if (ending.decision != kJump)
    slots[QDRT_PROCEED_STATE] = memory.addressOf(states[ending.decision - loop]);
  slots[QDRT_PROCEED_BLOCK] = addressOfBlock(from);
  slots[QDRT_PROCEED_WHEN_HOLDS] = addressOfBlock(ending.whenHolds);
  slots[QDRT_PROCEED_OTHERWISE] = addressOfBlock(ending.otherwise);
  slots[QDRT_PROCEED_OVER] = addressOfBlock(kOver);
}

ProceedSlots ReplayedLoop::slotsOfBegin(const GraphDecision &description) const {
  ProceedSlots slots = slotsOfDecision(description);
  addTargets(kOver, {.decision = loop, .whenHolds = 0}, slots);
  return slots;
}

void ReplayedLoop::setDecision(uint32_t node, const GraphDecision &description) {
  for (uint32_t index = 0; index < plan.blocks.size(); ++index) {
    if (plan.blocks[index].decision != node)
      continue;
    ProceedSlots slots = slotsOfDecision(description);
    addTargets(index, plan.blocks[index], slots);
    memory.set(deciders + index * QDRT_PROCEED_SLOTS, slots);
  }
  if (node == loop && !plan.hasLoops)
    known = iterationsOf(description);
}

qdc::Status ReplayedLoop::record(RecordedCommands &batch, uint32_t iterations) {
  return work.record(batch, "record iterations of a loop", [&](VkCommandBuffer to) {
    recordBatch(context.driver(), context.pipelineLayout(), to, launches, plan.iteration, iterations);
  });
}

qdc::Status ReplayedLoop::submit(uint32_t size) {
  RecordedCommands &batch = batches[size];
  if (!batch.buffer)
    if (qdc::Status recorded = record(batch, 1u << size); !recorded)
      return recorded;
  return work.submit(batch);
}

qdc::Status ReplayedLoop::waitUntilDone(bool &isOver) {
  qdc::Status waited = work.wait(work.last(), "wait for iterations of a loop");
  const auto *proceeds = reinterpret_cast<const volatile uint32_t *>(hostAddressOf(over));
  isOver = *proceeds != 0;
  return waited;
}

qdc::Status ReplayedLoop::runKnown(uint64_t iterations) {
  bool isOver = false;
  for (uint32_t ahead = 1; iterations != 0 && !isOver; ++ahead) {
    const uint32_t size = std::min<uint32_t>(std::bit_width(iterations), batches.size()) - 1;
    qdc::Status done = submit(size);
    if (done && ahead % kMostAhead == 0)
      done = waitUntilDone(isOver);
    if (!done)
      return done;
    iterations -= uint64_t{1} << size;
  }
  return {};
}

qdc::Status ReplayedLoop::run() {
  if (known)
    return runKnown(*known);
  bool isOver = false;
  for (uint32_t size = 0; !isOver; size += size + 1 < batches.size()) {
    qdc::Status done = submit(size);
    if (done)
      done = waitUntilDone(isOver);
    if (!done)
      return done;
  }
  return {};
}
