//===- ExplainPackage.h - What a loader does, and why -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loader does with a package on a device: which image it takes, and for
// each kernel whether a launch is one graph and how loops are run, with the
// reasons. The loader's own functions decide; nothing is decided here a second
// time. A device may be described, and need not be there.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_RUNTIME_EXPLAIN_EXPLAINPACKAGE_H
#define QDC_RUNTIME_EXPLAIN_EXPLAINPACKAGE_H

#include "qdc/Package/PackageReader.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qdc {

/// An image of a module.
struct ExplainedImage {
  uint64_t bytes = 0;
  std::string against; // why it is not taken; empty: it is
};

/// A way in which a loop could be run.
struct ExplainedWay {
  LoopStrategy strategy = LoopStrategy::host;
  std::string against;        // why it is not possible; empty: it is
  bool isTakenUnasked = false; // sizes decide whether the loader takes it where nobody asks for a way
  float nanoseconds = 0;      // of an iteration, as the loader estimates; 0: it does not
};

struct ExplainedLoop {
  const Node *node = nullptr; // of the kernel
  std::optional<LoopStrategy> strategy; // by which it is run; none: sizes decide that are not known
  std::string reason;
  std::vector<ExplainedWay> ways; // none for a loop that is run with the one around it
};

/// How large a task is.
struct ExplainedTask {
  std::optional<int64_t> iterations; // none: not known, or the launch computes them
  std::optional<uint64_t> bytes;     // of the arrays that it reads and of those that it writes; none: not known
};

/// Steps of a launch that the device gets without the host in between.
struct ExplainedSegment {
  std::string_view use; // "graph"; "graph_later": from the second time on; "tasks": one by one
  uint32_t tasks = 0, nodes = 0;

  bool operator==(const ExplainedSegment &) const = default;
};

/// Why a launch is not one graph.
struct NoWholeGraphReason {
  std::string_view name; // "device", "never", "loops", "batches", "sizes", "unbound_sizes", "nothing", "once"
  std::string_view text; // to follow "because"
  bool isForFirstLaunch = false; // later ones are one
};

struct ExplainedKernel {
  std::unique_ptr<const KernelWithCode> code; // the kernel, and what the image has for it
  /// Why all launches are refused, and then the rest may lack; empty: none is, as far as the arguments go.
  std::string refusal;
  std::string openGraph; // why it is not known whether a launch is one graph, where sizes decide; empty: it is
  std::optional<NoWholeGraphReason> noGraph; // none: each launch is one graph, or that is not known
  std::optional<std::vector<ExplainedSegment>> segments; // none: sizes decide that are not known
  std::string noCapture;            // why it can't be part of a graph of the caller; empty: it can
  std::vector<SlotKind> changing; // slots that have another value in each launch
  std::vector<ExplainedLoop> loops; // in the order of the graph
  std::vector<ExplainedTask> tasks; // as the kernel's
};

struct ExplainedModule {
  std::vector<ExplainedImage> images; // as the module's
  std::optional<size_t> taken;        // of these
  std::string refusal;                // why none is
  std::vector<ExplainedKernel> kernels; // of the image's variant: code for given scalars, then the general one
};

struct ExplainedDevice {
  std::string spelling;    // "cuda:0"; of a described one with all that the description left open
  std::string name;        // the device's own; empty: it is described
  std::string unavailable; // why it can't be opened; empty: it can, or is described
  std::vector<ExplainedModule> modules; // as the package's; none where it can't be opened

  /// Whether it takes an image of each module.
  bool takesPackage() const;
};

struct ExplainRequest {
  /// A device of this machine ("cuda:0"), or a description ("cuda:sm_90", docs/packages.md); empty: all of this
  /// machine.
  std::string device;
  std::string kernel;  // empty: all
  std::string target;  // the image that is asked for; empty: what QDRT_TARGET asks for
  std::string variant; // the checks that are asked for, as variantOfChecks() gives them; empty: none
  /// The value of a size of a kernel, or an error that says what is not known.
  std::function<Result<int64_t>(const Kernel &, const SizeExpr &)> sizeOf;
};

/// The package outlives the result. QDRT_GRAPH, QDRT_LOOP and QDRT_TARGET count as for a launch. invalidArgument for a
/// device that is unknown, with what would be accepted, and for a variable that is wrong; noDevice for one that is
/// asked for and can't be opened; invalidPackage for what the loader finds when it reads a kernel.
Result<std::vector<ExplainedDevice>> explainPackage(const PackageOutline &package, const ExplainRequest &request);

} // namespace qdc

#endif // QDC_RUNTIME_EXPLAIN_EXPLAINPACKAGE_H
