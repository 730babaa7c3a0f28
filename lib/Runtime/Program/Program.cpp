//===- Program.cpp - A kernel's graph as numbered steps -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Program/Program.h"

#include "Runtime/Program/Dependencies.h"
#include "Runtime/Program/FlagUse.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/SizeExpr/SizeExprArguments.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

using namespace qdrt::loader;

namespace {
class Planner {
public:
  Planner(const qdc::Kernel &kernel, std::span<const ProgramTask> tasks, bool tasksMayFail,
          std::span<const uint32_t> loopTasks, std::span<const LoopEndTask> ends, SizeSteps sizes)
      : kernel(kernel), tasks(tasks), tasksMayFail(tasksMayFail), loopTasks(loopTasks), ends(ends), sizes(sizes) {}

  Program run() {
    listNodes(kernel.graph, kNoTask);
    listSizes();
    listKnownWords();
    addTopLevel();
    sortHostWords();
    const bool counts = !program.hasControl && std::ranges::any_of(program.loops, &ProgramLoop::isCounted);
    program.readsBack = !kernel.results.empty() || counts;
    program.publishes = program.readsBack || anySlot(qdc::SlotKind::errorRecord) || anySlot(qdc::SlotKind::printBuffer);
    if (program.publishes)
      addToSegment(StepKind::publish,
                   isInSegment() ? unfollowed(program.segments.back().begin, kNoStep) : std::vector<uint32_t>());
    program.digest = digest();
    return std::move(program);
  }

private:
  uint32_t next() const { return static_cast<uint32_t>(program.steps.size()); }

  bool anySlot(qdc::SlotKind kind) const {
    return std::ranges::any_of(tasks, [&](const ProgramTask &task) {
      return std::ranges::any_of(task.slots, [&](const qdc::SlotSource &slot) { return slot.kind == kind; });
    });
  }

  /// Counts nodes and lists loops; `task` is the one that runs these.
  void listNodes(const std::vector<qdc::Node> &nodes, uint32_t task) {
    for (const qdc::Node &node : nodes) {
      const uint32_t number = program.nodes++;
      if (node.kind == qdc::NodeKind::task)
        continue;
      const size_t loop = program.loops.size();
      const bool isLoop = qdc::isLoop(node.kind);
      uint32_t runsIt = task;
      if (isLoop && task == kNoTask && loop < loopTasks.size())
        runsIt = loopTasks[loop];
      if (isLoop)
        program.loops.push_back({&node, number, 0, runsIt});
      program.hasControl |= runsIt == kNoTask;
      if (runsIt != kNoTask)
        std::ranges::copy(wordsThatDecide(node), std::back_inserter(deviceReads));
      for (const std::vector<qdc::Node> *list : {&node.before, &node.body, &node.elseBody})
        listNodes(*list, runsIt);
      if (isLoop)
        program.loops[loop].end = static_cast<uint32_t>(program.loops.size());
    }
  }

  /// Calls visit(node, size) for the bytes of each region that gets them after a node, and extents in it.
  template <typename Visit>
  void forEachSize(const Visit &visit) const {
    const std::vector<qdc::WorkspaceRegion> &regions = kernel.workspace.regions;
    for (const qdc::WorkspaceRegion &region : regions)
      if (std::optional<uint32_t> node = sizedAfter(region.size))
        visit(*node, region.size.bytes);
    for (const qdc::Temporary &temporary : kernel.temporaries)
      if (std::optional<uint32_t> node = sizedAfter(regions[temporary.region].size))
        for (const qdc::SizeExpr &extent : temporary.extents)
          visit(*node, extent);
  }

  void listSizes() {
    forEachSize([&](uint32_t, const qdc::SizeExpr &size) {
      addWords(size, deviceReads);
      program.sizesRegions = sizes != SizeSteps::device;
    });
    program.hasControl |= program.sizesRegions;
  }

  /// Those that the host knows, and the tasks that it does without: all their words are known, and neither a size nor
  /// anything that a device decides about reads one.
  void listKnownWords() {
    std::ranges::sort(deviceReads);
    std::vector<bool> &isSpared = program.isSpared;
    isSpared.assign(kernel.tasks.size(), false);
    for (const qdc::KnownWord &known : kernel.knownWords)
      if (known.task)
        isSpared[*known.task] = true;
    for (const qdc::KnownWord &known : kernel.knownWords)
      if (known.task && std::ranges::binary_search(deviceReads, known.word))
        isSpared[*known.task] = false;
    for (const qdc::KnownWord &known : kernel.knownWords)
      program.hostWords.push_back(
          {known.word, &known.value, 0, known.task && isSpared[*known.task] ? *known.task : kNoTask});
  }

  /// Ascending. Loops that share a word for their counters do without.
  void sortHostWords() {
    std::vector<HostWord> words = std::exchange(program.hostWords, {});
    std::ranges::sort(words, {}, &HostWord::offset);
    for (size_t at = 0, end = 0; at < words.size(); at = end) {
      while (end < words.size() && words[end].offset == words[at].offset)
        ++end;
      if (end - at == 1)
        program.hostWords.push_back(words[at]);
    }
  }

  bool isInSegment() const { return !program.steps.empty() && !isControl(program.steps.back().kind); }

  /// A step without control. In no body, it comes after the segment's first one at least.
  Step &addToSegment(StepKind kind, std::vector<uint32_t> after, uint32_t parent = kNoStep) {
    const uint32_t at = next();
    if (!isInSegment())
      program.segments.push_back({at, at});
    Segment &segment = program.segments.back();
    segment.end = at + 1;
    if (after.empty() && segment.begin != at && parent == kNoStep)
      after.push_back(segment.begin);
    Step &step = program.steps.emplace_back();
    step.kind = kind;
    step.segment = static_cast<uint32_t>(program.segments.size() - 1);
    step.dependencies = std::move(after);
    step.parent = parent;
    return step;
  }

  DependencyPlanner &dependenciesOfSegment() {
    if (!dependencies)
      dependencies.emplace(kernel);
    return *dependencies;
  }

  /// Loops follow the kernel's own tasks.
  bool mayFail(uint32_t task) const { return tasksMayFail || task >= kernel.tasks.size(); }

  void addTask(uint32_t index) {
    addToSegment(StepKind::runTask, dependenciesOfSegment().add(next(), {&tasks[index], 1}, mayFail(index))).task =
        index;
    ++program.segments.back().tasks;
    program.segments.back().sourceLoops += tasks[index].description->sourceLoops.size();
  }

  /// The steps from `begin` on in that body, or in none, that no other one comes after.
  std::vector<uint32_t> unfollowed(uint32_t begin, uint32_t parent) const {
    std::vector<bool> isFollowed(program.steps.size());
    for (uint32_t at = begin; at < next(); ++at)
      for (uint32_t other : program.steps[at].dependencies)
        isFollowed[other] = true;
    std::vector<uint32_t> last;
    for (uint32_t at = begin; at < next(); ++at)
      if (!isFollowed[at] && program.steps[at].parent == parent)
        last.push_back(at);
    return last;
  }

  uint32_t addControl(StepKind kind, const qdc::Node &node, uint32_t loop = 0) {
    dependencies.reset();
    Step &step = program.steps.emplace_back();
    step.kind = kind;
    step.node = &node;
    step.loop = loop;
    step.depth = depth;
    return next() - 1;
  }

  void addTopLevel() {
    const qdc::NumberedGraph graph(kernel.graph);
    uint32_t number = 0;
    for (const qdc::Node &node : kernel.graph) {
      addNode(node);
      if (sizes != SizeSteps::host)
        addSizeCheck(number);
      if (program.sizesRegions)
        addSizes(number);
      number = graph.nodes[number].end;
    }
  }

  /// The step in which regions get their sizes after a node, if any do. The words lie near each other.
  void addSizes(uint32_t after) {
    Step step;
    std::vector<uint64_t> words;
    bool isNeeded = false;
    forEachSize([&](uint32_t node, const qdc::SizeExpr &size) {
      if (node != after)
        return;
      isNeeded = true;
      addWords(size, words);
    });
    if (!isNeeded)
      return;
    step.kind = StepKind::sizeRegions;
    step.sizedAfter = after;
    if (!words.empty()) {
      const auto [first, last] = std::ranges::minmax(words);
      step.offset = first;
      step.bytes = last - first + QDC_WORD_BYTES;
    }
    dependencies.reset();
    program.lastSizes = next();
    program.steps.push_back(std::move(step));
  }

  /// The step that checks the sizes that regions would get after a node, if any would.
  void addSizeCheck(uint32_t after) {
    bool isNeeded = false;
    forEachSize([&](uint32_t node, const qdc::SizeExpr &) { isNeeded |= node == after; });
    if (!isNeeded)
      return;
    const qdc::Task words; // what it uses are slots
    const ProgramTask check = {&words, ownSlots()};
    Step &step = addToSegment(StepKind::checkSizes, dependenciesOfSegment().add(next(), {&check, 1}, true));
    step.sizedAfter = after;
    step.check = program.sizeChecks++;
  }

  void addNodes(const std::vector<qdc::Node> &nodes) {
    for (const qdc::Node &node : nodes)
      addNode(node);
  }

  void addNode(const qdc::Node &node) {
    switch (node.kind) {
    case qdc::NodeKind::task:
      if (!program.isSpared[node.task])
        addTask(node.task);
      break;
    case qdc::NodeKind::doWhile:
      addLoop(StepKind::beginDoWhile, StepKind::endDoWhile, node);
      break;
    case qdc::NodeKind::whileDo:
      addLoop(StepKind::beginWhileDo, StepKind::endWhileDo, node);
      break;
    case qdc::NodeKind::repeat:
      addLoop(StepKind::beginRepeat, StepKind::endRepeat, node);
      break;
    case qdc::NodeKind::branch:
      addBranch(node);
      break;
    }
  }

  void addLoop(StepKind begins, StepKind ends, const qdc::Node &node) {
    const uint32_t loop = nextLoop++;
    if (program.loops[loop].task != kNoTask)
      return addDeviceLoop(node, loop);
    const uint32_t begin = addControl(begins, node, loop);
    const uint32_t first = next();
    if (node.inductionWord)
      program.hostWords.push_back({*node.inductionWord, nullptr, depth});
    std::optional<uint32_t> leaves; // the step that leaves the loop by its target
    if (node.kind == qdc::NodeKind::repeat)
      leaves = begin;
    ++depth;
    program.depth = std::max(program.depth, depth);
    if (node.kind == qdc::NodeKind::whileDo) {
      addNodes(node.before);
      --depth;
      leaves = addControl(StepKind::testWhileDo, node, loop);
      ++depth;
    }
    addNodes(node.body);
    --depth;
    program.steps[addControl(ends, node, loop)].target = first;
    if (leaves)
      program.steps[*leaves].target = next();
  }

  /// A loop that the host does not lead, with all that it holds.
  void addDeviceLoop(const qdc::Node &node, uint32_t loop) {
    if (isInGraph(program.loops[loop].task))
      addGraphLoop(node, loop);
    else
      addTask(program.loops[loop].task);
    nextLoop = program.loops[loop].end;
    const std::span<const ProgramLoop> held(program.loops.begin() + loop, program.loops.begin() + nextLoop);
    if (program.hasControl && std::ranges::any_of(held, &ProgramLoop::isCounted))
      addControl(StepKind::readCounts, node, loop);
  }

  /// Where steps of a graph are added: a segment, or a body.
  struct Body {
    DependencyPlanner &dependencies;
    uint32_t parent = kNoStep;
    bool isElse = false;
  };

  /// Clears the words in which a loop and those inside of it count: most often one range.
  void addClearCounts(uint32_t loop, Body &segment) {
    uint64_t begin = UINT64_MAX, end = 0, count = 0;
    for (uint32_t held = loop; held < program.loops[loop].end; ++held)
      if (program.loops[held].isCounted()) {
        begin = std::min(begin, *program.loops[held].node->countWord);
        end = std::max(end, *program.loops[held].node->countWord + QDC_WORD_BYTES);
        ++count;
      }
    const qdc::Task words; // what it uses are slots
    const ProgramTask clears = {&words, ownSlots()};
    auto clear = [&](uint64_t offset, uint64_t bytes) {
      Step &step = addToSegment(StepKind::clearCounts, segment.dependencies.add(next(), {&clears, 1}, true));
      step.offset = offset;
      step.bytes = bytes;
    };
    if (count != 0 && end - begin == count * QDC_WORD_BYTES)
      return clear(begin, end - begin);
    for (uint32_t held = loop; held < program.loops[loop].end; ++held)
      if (program.loops[held].isCounted())
        clear(*program.loops[held].node->countWord, QDC_WORD_BYTES);
  }

  /// A loop in no other one that a graph decides about.
  void addGraphLoop(const qdc::Node &node, uint32_t loop) {
    Body segment{dependenciesOfSegment()};
    addClearCounts(loop, segment);
    const size_t first = program.steps.size();
    nextLoop = loop;
    addDecision(node, segment);
    std::vector<bool> isCounted(kernel.sourceLoops.size());
    for (size_t at = first; at < program.steps.size(); ++at)
      if (program.steps[at].kind == StepKind::runTask)
        for (uint32_t sourceLoop : tasks[program.steps[at].task].description->sourceLoops)
          isCounted[sourceLoop] = true;
    ++program.segments.back().tasks;
    program.segments.back().sourceLoops += std::ranges::count(isCounted, true);
    program.segments.back().decides = program.decides = true;
    program.replays |= program.loops[loop].task == kReplayed;
  }

  /// What decisions use of a launch's memory: words, and the error record.
  std::span<const qdc::SlotSource> ownSlots() {
    if (decisionSlots.empty()) {
      decisionSlots.emplace_back().kind = qdc::SlotKind::workspace;
      if (anySlot(qdc::SlotKind::errorRecord))
        decisionSlots.emplace_back().kind = qdc::SlotKind::errorRecord;
    }
    return decisionSlots;
  }

  void addToGraph(std::span<const qdc::Node> nodes, Body &body) {
    for (const qdc::Node &node : nodes) {
      if (node.kind != qdc::NodeKind::task) {
        addDecision(node, body);
        continue;
      }
      Step &step = addToSegment(StepKind::runTask,
                                body.dependencies.add(next(), {&tasks[node.task], 1}, mayFail(node.task)), body.parent);
      step.task = node.task;
      step.isElse = body.isElse;
    }
  }

  /// A branch that there is nothing to decide for.
  static bool holdsNothing(const qdc::Node &node) {
    return node.kind == qdc::NodeKind::branch && std::ranges::all_of(node.body, holdsNothing) &&
           std::ranges::all_of(node.elseBody, holdsNothing);
  }

  /// A loop or a branch with all that it holds.
  void addDecision(const qdc::Node &node, Body &body) {
    if (holdsNothing(node))
      return;
    const uint32_t loop = nextLoop;
    nextLoop += qdc::isLoop(node.kind);
    const uint32_t firstBefore = nextLoop;
    addToGraph(node.before, body);
    qdc::Task flags;
    std::vector<ProgramTask> uses = {{&flags, ownSlots()}};
    collectUses(node, flags, uses);
    const uint32_t at = next();
    Step &step = addToSegment(StepKind::decide, body.dependencies.add(at, uses, true), body.parent);
    step.isElse = body.isElse;
    step.node = &node;
    step.loop = loop;
    DependencyPlanner inBody(kernel), inElse(kernel);
    Body main{inBody, at}, otherwise{inElse, at, /*isElse=*/true};
    const LoopEndTask *end = qdc::isLoop(node.kind) ? endOf(loop) : nullptr;
    std::span<const qdc::Node> held = node.body, before = node.before, last;
    if (end) {
      std::span<const qdc::Node> &ending = node.kind == qdc::NodeKind::whileDo ? before : held;
      last = ending.last(end->lastTasks);
      ending = ending.first(ending.size() - last.size());
    }
    addToGraph(held, main);
    const uint32_t afterBody = std::exchange(nextLoop, firstBefore);
    addToGraph(before, main);
    nextLoop = afterBody;
    addToGraph(node.elseBody, otherwise);
    if (end && next() > at + 1)
      addEnd(end->task, main);
    else
      addToGraph(last, main);
  }

  const LoopEndTask *endOf(uint32_t loop) const {
    if (program.loops[loop].task == kReplayed)
      return nullptr;
    const auto found = std::ranges::find(ends, program.loops[loop].number, &LoopEndTask::node);
    return found == ends.end() ? nullptr : &*found;
  }

  /// After all else of the body, also what it does not depend on. There is something: with a body whose first node
  /// decides, a driver (580.159) read address 0 in cuGraphLaunch when two threads changed and launched graphs of their
  /// own; with any node ahead of that one it did not, and neither with one thread.
  void addEnd(uint32_t task, Body &body) {
    Step &step = addToSegment(StepKind::runTask, unfollowed(body.parent + 1, body.parent), body.parent);
    step.task = task;
    step.decides = true;
  }

  void collectUses(const qdc::Node &node, qdc::Task &flags, std::vector<ProgramTask> &uses) const {
    if (node.kind == qdc::NodeKind::task)
      uses.push_back(tasks[node.task]);
    if (node.kind == qdc::NodeKind::doWhile) {
      const FlagUse flag = useOfFlag(kernel, node.flag);
      (flags.*flag.list).push_back(flag.index);
    }
    for (const std::vector<qdc::Node> *list : {&node.before, &node.body, &node.elseBody})
      for (const qdc::Node &held : *list)
        collectUses(held, flags, uses);
  }

  void addBranch(const qdc::Node &node) {
    const uint32_t begin = addControl(StepKind::beginBranch, node);
    addNodes(node.body);
    uint32_t toEnd = begin;
    if (!node.elseBody.empty()) {
      toEnd = addControl(StepKind::beginElse, node);
      program.steps[begin].target = next();
      addNodes(node.elseBody);
    }
    program.steps[toEnd].target = addControl(StepKind::endBranch, node);
  }

  uint64_t digest() const {
    std::string text = kernel.name;
    auto add = [&](uint64_t value) { text += qdc::formatText(" {}", value); };
    for (const qdc::SpecializedValue &value : kernel.specializedValues) {
      add(value.argument);
      add(value.bits);
    }
    for (const Step &step : program.steps) {
      for (uint64_t value : {uint64_t{static_cast<uint8_t>(step.kind)}, uint64_t{step.task}, uint64_t{step.target},
                             uint64_t{step.loop}, uint64_t{step.depth}, uint64_t{step.parent}, uint64_t{step.isElse},
                             step.offset, step.bytes, uint64_t{step.sizedAfter}})
        add(value);
      if (step.node)
        text += textOf(*step.node);
    }
    for (const qdc::KnownWord &known : kernel.knownWords)
      text += qdc::formatText(" {} {}", known.word, known.value.str());
    const std::string hex = qdc::sha256Hex(std::as_bytes(std::span(text)));
    uint64_t value = 0;
    std::from_chars(hex.data(), hex.data() + 16, value, 16);
    return value;
  }

  /// What a control node decides by.
  static std::string textOf(const qdc::Node &node) {
    std::string text;
    for (const std::optional<qdc::SizeExpr> *each : {&node.maximum, &node.lower, &node.upper, &node.step})
      text += ' ' + (*each ? (*each)->str() : "none");
    for (const std::optional<uint64_t> &word : {node.iterationWord, node.inductionWord})
      text += ' ' + (word ? std::to_string(*word) : "none");
    return qdc::formatText("{} {} {} {} {}", text, node.conditionWord, static_cast<int>(node.flag.kind),
                           node.flag.index, int{node.maximumIsError});
  }

  const qdc::Kernel &kernel;
  std::span<const ProgramTask> tasks;
  const bool tasksMayFail;
  std::span<const uint32_t> loopTasks;
  std::span<const LoopEndTask> ends;
  const SizeSteps sizes;
  std::optional<DependencyPlanner> dependencies; // of the segment at the end
  std::vector<qdc::SlotSource> decisionSlots;
  std::vector<uint64_t> deviceReads; // words by which it decides about what the host does not lead, and those of sizes
  Program program;
  uint32_t depth = 0, nextLoop = 0;
};
} // namespace

Program qdrt::loader::planProgram(const qdc::Kernel &kernel, std::span<const ProgramTask> tasks, bool tasksMayFail,
                                  std::span<const uint32_t> loopTasks, std::span<const LoopEndTask> ends,
                                  SizeSteps sizes) {
  return Planner(kernel, tasks, tasksMayFail, loopTasks, ends, sizes).run();
}

bool qdrt::loader::canCheckSizes(const qdc::Kernel &kernel, std::span<const ProgramTask> tasks) {
  auto looks = [](const ProgramTask &task) {
    return std::ranges::find(task.slots, qdc::SlotKind::errorRecord, &qdc::SlotSource::kind) != task.slots.end();
  };
  auto isChecked = [](const qdc::SizeExpr &extent) {
    return !extent.readsWord() || extent.kind() == qdc::SizeExprKind::word;
  };
  return std::ranges::all_of(tasks, looks) && std::ranges::all_of(kernel.temporaries, [&](const qdc::Temporary &each) {
           return std::ranges::all_of(each.extents, isChecked);
         });
}

const HostWord *Program::findHostWord(uint64_t offset) const {
  auto found = std::ranges::lower_bound(hostWords, offset, {}, &HostWord::offset);
  return found != hostWords.end() && found->offset == offset ? &*found : nullptr;
}

uint64_t qdrt::loader::countGraphSteps(const qdc::Node &node, uint64_t limit) {
  auto count = [&](const std::vector<qdc::Node> &nodes) {
    uint64_t steps = 0;
    for (const qdc::Node &held : nodes)
      steps = std::min(steps + countGraphSteps(held, limit), limit);
    return steps;
  };
  return std::min(1 + 2 * count(node.before) + count(node.body) + count(node.elseBody), limit);
}
