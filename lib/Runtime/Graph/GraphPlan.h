//===- GraphPlan.h - A kernel's tasks as the nodes of a graph ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose graph holds tasks alone becomes nodes that a device runs with
// one submission: the error record is cleared, the tasks run, and what the host
// wants to know is copied to it.
//
// Dependencies follow from what the manifest says that tasks read and write.
// But for one first node they are all that orders the nodes: on an H200, with
// tasks that started when others had ended, branches were never slower for the
// device than a chain (0.67 to 0.99 of its time for 2 to 4 tasks of 2^12 to 2^24
// elements), and cost the host as much. Each further root of a graph costs the
// host 0.9 microseconds for each launch.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPHPLAN_H
#define QDRT_GRAPHPLAN_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader {

struct Scratch;
struct Variant;

/// For each position in a graph of only tasks, the earlier positions that it comes after, ascending.
/// Two tasks are ordered, if need be through others, where they share an array, two arrays marked may_alias, or a
/// global that one of them writes, and where both use the same region of the workspace, the error record or the print
/// buffer.
std::vector<std::vector<uint32_t>> planDependencies(const Variant &variant);

/// The nodes, in an order in which they can run one by one: clear the error record, the tasks in the graph's order,
/// copy error record (to `record`), print buffer's header and results to the host. Parts that the kernel lacks are left
/// out. All nodes come after the first one, and the copies after all tasks. Slots point into the scratch.
std::vector<GraphNode> planNodes(const Scratch &scratch, qd_error_record *record);

/// The copy of the results that ends the nodes of a kernel that has any.
GraphRead readOfResults(const Scratch &scratch);

/// How many planNodes() gives on a stream whose launches have records.
uint32_t countNodes(const Variant &variant);

inline constexpr uint32_t kNoTask = UINT32_MAX;
/// The task of node `index` of planNodes(), or kNoTask.
uint32_t taskOfNode(const Variant &variant, uint32_t index);

} // namespace qdrt::loader

#endif // QDRT_GRAPHPLAN_H
