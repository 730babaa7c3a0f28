//===- Program.h - A kernel's graph as numbered steps -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch does, from the clearing of its error record to the copies of
// what it leaves. A program is made once, when its package is loaded; executors
// run it: HostExecutor.h a step at a time, TaskGraph.h a stretch at a time, and
// a capture all of it. Each is a file of its own, and none restates the order.
//
// Control goes from a step to the next one, but where its kind says otherwise.
// Steps without control that follow each other are a stretch: a device can be
// given them at once. Inside a stretch, dependencies order them; a stretch as a
// whole comes after what was run before it.
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
  clearErrors, // zeros to the error record
  runTask,
  readErrors,  // the error record to the host
  readPrints,  // the print buffer's header to the host
  readResults, // the kernel's results to the host
  // Control, which the node of the graph describes.
  beginDoWhile, // finds the maximum of iterations
  endDoWhile,   // counts an iteration; to `target` while the flag is set
  beginWhileDo,
  testWhileDo, // to `target` when the condition word is 0
  endWhileDo,  // counts an iteration; to `target`
  beginRepeat, // finds the bounds; to `target` where there is no iteration
  endRepeat,   // counts an iteration; to `target` while there are more
  beginBranch, // to `target` when the condition word is 0
  beginElse,   // where the first body ends: to `target`
  endBranch,
};

/// True for kinds that are part of no stretch.
inline bool isControl(StepKind kind) { return kind >= StepKind::beginDoWhile; }

struct Step {
  StepKind kind = StepKind::runTask;
  uint32_t stretch = 0;               // without control: of the program
  uint32_t task = 0;                  // runTask: of the kernel
  std::vector<uint32_t> dependencies; // without control: earlier steps of the stretch, ascending
  uint32_t target = 0;                // control whose kind says so
  uint32_t loop = 0;                  // control of a loop: of the program
  uint32_t depth = 0;                 // control of a loop: the number of loops around it
  const qdc::Node *node = nullptr;    // control
};

/// The steps [begin, end), none of which is control.
struct Stretch {
  uint32_t begin = 0, end = 0;
  uint32_t tasks = 0;
  uint64_t sourceLoops = 0; // that these tasks stand for
};

struct Program {
  std::vector<Step> steps;
  std::vector<Stretch> stretches; // in the order of the steps
  std::vector<uint32_t> loops;    // sites, in the order of the graph
  uint32_t depth = 0;             // of loops inside each other, at most
  uint32_t nodes = 0;             // of the manifest's graph
  uint32_t ending = 0; // the first of the steps that copy what the launch leaves; all of these end the program
  bool hasControl = false; // false: the steps are one stretch, or none
  uint64_t digest = 0; // of the kernel's name and all that its steps are; the same in every process
};

/// The program of a kernel of a verified manifest, which outlives it. `slots` are those of each of its tasks: two tasks
/// are ordered, if need be through others, where they share an array, two arrays marked may_alias, or a global that one
/// of them writes, and where both have slots in the same region of the workspace, of the error record or of the print
/// buffer.
Program planProgram(const qdc::Kernel &kernel, std::span<const std::span<const qdc::SlotSource>> slots);

} // namespace qdrt::loader

#endif // QDRT_PROGRAM_PROGRAM_H
