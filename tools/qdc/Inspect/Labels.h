//===- Labels.h - Parts of a manifest in words ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_LABELS_H
#define QDC_TOOLS_INSPECT_LABELS_H

#include "qdc/Package/Manifest.h"

#include <span>
#include <string>

namespace qdc {

/// "f32[64x?]", or "f32" for a scalar; with what the source says of extents, "f32[n x 2 * m + 1 x ?]". The argument is
/// one of the kernel's.
std::string typeLabel(const Kernel &kernel, const Argument &argument);
std::string typeLabel(const Global &global);
/// What the source says of an extent of an array: "n", "2 * m + 1"; empty: nothing.
std::string_view extentName(const Argument &argument, size_t axis);
/// An extent of an array of the kernel: "n", "64", "n = 64", "dim(x, 0)" where it is that of another array; "?" for
/// any.
std::string extentLabel(const Kernel &kernel, const Argument &argument, size_t axis);
/// A path without its folders.
std::string_view fileName(std::string_view path);
/// "cpu:x86-64-v3", with the variant where there is one.
std::string imageLabel(const Image &image);
/// How a GPU runs an entry point: "blocks of 256 threads, 32 for each iteration, slots in memory".
std::string launchLabel(const LaunchShape &shape);
/// "heat.qir:3"; empty if unknown.
std::string locationLabel(const SourceLocation &location);
/// A size as a person would write it, with the names of the kernel's arguments and
/// of extents that the source names: "dim(u, 0) * (n - 1)", "ceil(n / 8)" for floordiv(n + 7, 8). Inside
/// ceil and floor "/" divides exactly.
std::string sizeLabel(const Kernel &kernel, const SizeExpr &size);
/// "parallel, dim(u, 0) iterations" or "serial".
std::string taskLabel(const Kernel &kernel, const Task &task);
/// The same with other words for the number of iterations.
std::string taskLabel(const Task &task, const std::string &iterations);
/// A loop of the source, and how often a task runs it: a helper may be called twice, and a derivative runs a loop
/// forwards and backwards.
struct FusedLoop {
  const SourceLoop *loop = nullptr;
  size_t times = 1;
};
/// " (2 times)"; empty for one time.
std::string timesLabel(const FusedLoop &fused);
/// The loops of the source that a task runs, if these are several; else none.
std::vector<FusedLoop> fusedLoops(const Kernel &kernel, const Task &task);
/// The same in words: "fuses 'update' heat.qir:3, heat.qir:9"; empty if none.
std::string fusedLoopsLabel(const Kernel &kernel, const Task &task);
/// "none", "read", "write", "read and write".
std::string accessLabel(Access access);
/// "reads u, k; writes v": arrays, globals and regions of the workspace; empty if none.
std::string accessLabel(const Module &module, const Kernel &kernel, const Task &task);
/// A control node's own line: "do while *go, at most limit".
std::string controlLabel(const Module &module, const Kernel &kernel, const Node &node);
/// Where a control node stands in the source; empty if unknown.
std::string controlLocation(const Module &module, const Node &node);
/// "array u", "dim u 0", "workspace 64", "workspace heap 0"; of an entry point of the image.
std::string slotLabel(const Module &module, const Image &image, const EntryPoint &entry, const SlotSource &slot);
/// The tasks that an entry point runs, a task as often as it does.
std::vector<uint32_t> coveredTasks(const Kernel &kernel, const Coverage &covers);
/// What an entry point runs: "update, sum", "all of node 2".
std::string coverageLabel(const Kernel &kernel, const Coverage &covers);
/// What the regions of a kernel have together, "8 * n + 24 bytes", each before it is filled up to whole 64 bytes.
std::string workspaceLabel(const Kernel &kernel);
/// A region without its name: "8 * n bytes"; what is usual is not said.
std::string regionLabel(const Kernel &kernel, const WorkspaceRegion &region);
/// The temporaries that lie in a region of the kernel, and why a derivative keeps them: "f32[n x 3] heat.qir:4, f32[n]
/// heat.qir:9, overwritten at heat.qir:12"; empty if none.
std::string temporariesLabel(const Kernel &kernel, uint32_t region);
/// Why a derivative keeps values: "overwritten at heat.qir:12", "from a local array".
std::string reasonLabel(const KeptValue &kept);
/// What a derivative adds to: "x.grad", "@g.grad" for a global, "a temporary".
std::string shadowLabel(const Module &module, const Kernel &kernel, const Accumulation &accumulation);
/// A way to run a loop: "heat node 0: grid by heat_loop".
std::string loopLabel(const Module &module, const Image &image, const LoopCode &loop);

/// The site of a loop that holds tasks: its place and its name. Null for a task and a branch, which have none,
/// and if the manifest lists no such site.
const Site *loopSite(const Module &module, const Node &node);

/// A list of nodes inside a control node, and what it is called: "before" and
/// "body" of a loop, "then" and "else" of a branch.
struct NodeList {
  const char *name = "";
  std::span<const Node> nodes;
};
/// The lists of a control node that are not empty, in the order in which they
/// run.
std::vector<NodeList> nodeLists(const Node &node);

/// The kernel's name with its specialised values and its variant: "scale[n=8] with bounds".
std::string kernelLabel(const Kernel &kernel);

/// "5 places checked, 3 proven to need none" of a checked variant; empty for plain code.
std::string checksLabel(const Kernel &kernel);

/// "a, b, c".
std::string commaList(std::span<const std::string> words);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_LABELS_H
