//===- Program.h - A kernel's graph as numbered steps -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch does, from its first task to the report of what it leaves. A
// program is made once, when its kernel is read; executors run it:
// HostExecutor.h a step at a time, TaskGraph.h a segment at a time, and a capture
// all of it. Each is a file of its own, and none restates the order.
//
// A region whose size words tell gets it in a step of its own, after the node
// that the manifest names: the host reads the words, so this is control. Or it
// has its size ahead of the launch, and the device looks there whether what the
// words tell fits (SizeSteps). Either step stops the launch where it does not,
// before anything after it has run.
//
// Control goes from a step to the next one, but where its kind says otherwise.
// Steps without control that follow each other are a straight-line segment: a
// device can be given them at once. Inside a segment, dependencies order them; a
// segment as a whole comes after what was run before it.
//
// A loop that an entry point runs by itself is a task of the program, and what
// it holds is no part of the steps. One that a graph decides about is a step of
// its segment, and so is each thing in it, in the body of that step. How each loop
// is run is decided when the program is planned.
//
// Dependencies follow from what the manifest says that tasks read and write.
// But for one first step they are all that orders the steps: on an H200, with
// tasks that started when others had ended, branches were never slower for the
// device than a chain (0.67 to 0.99 of its time for 2 to 4 tasks of 2^12 to 2^24
// elements), and cost the host as much. Each further root of a graph costs the
// host 0.9 microseconds for each launch.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PROGRAM_PROGRAM_H
#define QDRT_PROGRAM_PROGRAM_H

#include "qdc/Package/Manifest.h"

#include <span>

namespace qdrt::loader {

enum class StepKind : uint8_t {
  // Without control.
  runTask,
  clearCounts, // zeros to words that count iterations
  decide,      // a loop or a branch that a graph decides about: the steps in its body run as that says
  checkSizes,  // fails the launch unless the regions whose words the steps so far have written are large enough
  publish,     // hands over what the launch leaves: failure, lines, results; the last of the program
  // Control, which the node of the graph describes.
  beginDoWhile, // finds the maximum of iterations
  endDoWhile,   // counts an iteration; to `target` while the flag is set
  beginWhileDo,
  testWhileDo, // to `target` when the condition word is 0
  endWhileDo,  // counts an iteration; to `target`
  beginRepeat, // finds the bounds; to `target` where there is no iteration
  endRepeat,   // counts an iteration; to `target` while there are more
  readCounts,  // reads how often the loops ran of the task before it, which is one
  beginBranch, // to `target` when the condition word is 0
  beginElse,   // where the first body ends: to `target`
  endBranch,
  sizeRegions, // gives the regions their sizes whose words the steps so far have written
};

/// True for kinds that are part of no segment.
inline bool isControl(StepKind kind) { return kind >= StepKind::beginDoWhile; }

/// No step.
inline constexpr uint32_t kNoStep = UINT32_MAX;

struct Step {
  StepKind kind = StepKind::runTask;
  uint32_t segment = 0;               // without control: of the program
  uint32_t task = 0;                  // runTask: of those that the program was planned with
  std::vector<uint32_t> dependencies; // without control: earlier steps of the segment, in the same body, ascending
  uint32_t parent = kNoStep;          // the `decide` before it in whose body it is
  bool isElse = false;                // in the else body of that
  uint64_t offset = 0, bytes = 0;     // clearCounts, sizeRegions: in region 0 of the workspace
  uint32_t check = 0;                 // checkSizes: of those of the program
  uint32_t target = 0;                // control whose kind says so
  uint32_t loop = 0;                  // control of a loop, decide, readCounts: of the program
  uint32_t depth = 0;                 // control of a loop: the number of loops around it
  const qdc::Node *node = nullptr;    // control but sizeRegions, decide
  uint32_t sizedAfter = 0; // sizeRegions, checkSizes: those whose size names this node, the first by the words at
                           // `offset`
  bool decides = false; // runTask: it ends the iterations of the loop `parent`, and comes after all of its body
};

/// A straight-line segment: the steps [begin, end), none of which is control.
struct Segment {
  uint32_t begin = 0, end = 0;
  uint32_t tasks = 0;       // a loop is one, whatever it holds
  uint64_t sourceLoops = 0; // that these tasks stand for
  bool decides = false;     // has a `decide`, so that it can only be run as a graph
};

/// The host leads the loop.
inline constexpr uint32_t kNoTask = UINT32_MAX;
/// The graph of the loop's segment decides about it.
inline constexpr uint32_t kInGraph = UINT32_MAX - 1;
/// Likewise, and the graph is one that waits until the loop is over (BackendCapabilities::replaysLoops).
inline constexpr uint32_t kReplayed = UINT32_MAX - 2;
/// Whether what runs a loop is the graph of its segment.
inline bool isInGraph(uint32_t task) { return task == kInGraph || task == kReplayed; }

/// A loop of the kernel's graph.
struct ProgramLoop {
  const qdc::Node *node = nullptr;
  uint32_t number = 0;     // of the node
  uint32_t end = 0;        // the number of the loop after those inside of it
  uint32_t task = kNoTask; // that runs it, by itself or with a loop around it; or kInGraph, kReplayed

  /// Whether it leaves the number of its iterations in a word.
  bool isCounted() const { return task != kNoTask && node->countWord; }
};

/// A word by which control decides, and which the host knows where it leads the loops around that control.
struct HostWord {
  uint64_t offset = 0;
  const qdc::SizeExpr *value = nullptr; // NULL: it is the counter of the loop at `depth`
  uint32_t depth = 0;
  uint32_t task = kNoTask; // of the kernel, which writes the word and which the steps lack; it is run where the value
                           // does not fit in 64 bits: on the device it wraps
};

struct Program {
  std::vector<Step> steps;
  std::vector<Segment> segments; // in the order of the steps
  std::vector<ProgramLoop> loops; // in the order of the graph
  std::vector<HostWord> hostWords; // offsets ascend
  std::vector<bool> isSpared;      // for each task of the kernel: a host word names it, so the steps lack it
  uint32_t depth = 0;             // of loops inside each other, at most
  uint32_t nodes = 0;             // of the manifest's graph
  bool hasControl = false; // false: the steps are one segment, or none
  bool sizesRegions = false; // some step does, which is control
  uint32_t lastSizes = 0; // of these steps, where there are any
  uint32_t sizeChecks = 0; // steps that check sizes
  bool decides = false;    // a segment does
  bool replays = false;    // a loop of one is kReplayed, so that the launch waits
  bool publishes = false; // the last step does
  bool readsBack = false; // it hands over results, or what loops counted
  uint64_t digest = 0; // of the kernel's name and all that its steps are; the same in every process

  /// NULL: the host reads that word from the device.
  const HostWord *findHostWord(uint64_t offset) const;
};

/// The number of the node after which a region gets its size; none: ahead of the launch, which is less than any.
inline std::optional<uint32_t> sizedAfter(const qdc::RegionSize &size) {
  return size.source == qdc::SizeSource::word ? std::optional(size.node) : std::nullopt;
}

/// How regions get the sizes that tasks compute.
enum class SizeSteps : uint8_t {
  host,    // by sizeRegions
  checked, // the same where those that they have are too small, for which checkSizes looks
  device,  // ahead of the launch, and checkSizes looks
};

/// What a device can be given as a task: one of the kernel, or a loop with all that it holds.
struct ProgramTask {
  const qdc::Task *description = nullptr;
  std::span<const qdc::SlotSource> slots;
};

/// Whether the device can check the sizes that tasks of the kernel compute: extents that read words are single words,
/// and all `tasks` look at the error record.
bool canCheckSizes(const qdc::Kernel &kernel, std::span<const ProgramTask> tasks);

/// A task that ends the iterations of a loop where a graph decides about that (qdc::CoverageKind::end).
struct LoopEndTask {
  uint32_t node = 0; // of the loop
  uint32_t lastTasks = 0; // so many nodes, in whose place it runs
  uint32_t task = 0; // of those that a program is planned with
};

/// The program of a kernel of a verified manifest, which outlives it. `tasks` are its own, then those of loops.
/// `loopTasks` has the task of each loop that one runs, in the order of the graph, or kInGraph or kReplayed, and
/// kNoTask for others; those inside of such a loop, and what the list lacks, don't count. In a graph, what computes the
/// condition of a whileDo is there twice, ahead of the loop and at the end of its body. Of what is kInGraph `ends` has
/// tasks for the ends of iterations, of which each is the one step of the body that no other one comes after; where
/// there would be no other, the tasks in whose place it stands run themselves.
///
/// Two tasks are ordered, if need be through others, where they share an array, two arrays marked may_alias, or a
/// global or a region of the workspace that one of them writes, and where both have slots of the print buffer or in a
/// region, as that of words, of which they do not tell whether they read it or write it. So are those with slots of the
/// error record, unless neither can fail: with `tasksMayFail` all can, else decisions and loops that one task runs.
///
/// A task that writes known words alone (KnownWord) is no step where the host leads all that reads them, none of which
/// is a size of a region.
///
/// What loops counted that the host does not lead is read with the results, or, in a program with control, after each
/// such loop.
///
/// But for SizeSteps::host the kernel is one of which canCheckSizes() says so. All tasks come after the checks ahead of
/// them.
Program planProgram(const qdc::Kernel &kernel, std::span<const ProgramTask> tasks, bool tasksMayFail,
                    std::span<const uint32_t> loopTasks = {}, std::span<const LoopEndTask> ends = {},
                    SizeSteps sizes = SizeSteps::host);

/// The steps in the body of a program that a loop would be if a graph decided about it: at most `limit`, which stands
/// for more too.
uint64_t countGraphSteps(const qdc::Node &node, uint64_t limit);

} // namespace qdrt::loader

#endif // QDRT_PROGRAM_PROGRAM_H
