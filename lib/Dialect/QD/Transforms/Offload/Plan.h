//===- Plan.h - How a kernel is cut into tasks ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data that the steps of qd-offload hand on, in this order:
//
//   classify (Classify.h)       sequences, runs, structures; where values live
//   planTransfers (Transfers.h) words, copies and sizes; which runs are tasks
//   planTemporaries (Temporaries.h) regions of temporaries
//   outline (Outline.h)         one qd.task for each task
//   buildGraph (GraphBuilder.h) the kernel's new body
//
// The kernel itself is only read until buildGraph replaces its body. Each step
// visits each operation a bounded number of times.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_PLAN_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_PLAN_H

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace qdc::qd::offload {

/// A value that a run copies into a word when it ends. The copies of one run
/// happen at once: each reads what was there before any of them.
struct Copy {
  mlir::Value source;
  uint64_t offset = 0;
  /// What needs the copy, for errors.
  mlir::Operation *user = nullptr;
};

/// What a task takes from elsewhere.
struct TaskInputs {
  /// Pure operations of other places that it computes again, in the order of the source.
  std::vector<mlir::Operation *> clones;
  /// Arguments of the kernel, in its order.
  std::vector<mlir::Value> arguments;
  /// Values that it reads from their words, in the order of these.
  std::vector<mlir::Value> words;
};

/// The serial statements between two structures; may be empty.
struct SerialRun {
  /// Statements of the kernel, in order.
  std::vector<mlir::Operation *> ops;
  /// Loops right before this run whose partials it combines first: none or one.
  std::vector<ForOp> reductions;
  std::vector<Copy> copies;
  /// Results of `ops` and `reductions` that have a word.
  std::vector<mlir::Value> written;
  /// True if an operation reads or writes memory or has another effect, so that it has to run here.
  bool hasEffects = false;
  /// Set by planTransfers. A run that is no task has no effects; who needs its values computes them again.
  bool isTask = false;
  /// Set by planTransfers, for tasks.
  TaskInputs inputs;
  /// Where a task without statements is reported.
  mlir::Location location;
  /// Set by outline, for tasks.
  TaskOp task;

  explicit SerialRun(mlir::Location location) : location(location) {}
};

struct Structure;

/// A block at the top level of a kernel or of control that holds structures:
/// runs[0], structures[0], runs[1], ..., runs[n].
struct Sequence {
  std::deque<SerialRun> runs; // pointers to elements stay valid
  std::vector<std::unique_ptr<Structure>> structures;
};

/// A parallel loop, or control that holds one, or a temporary whose size the launch computes: what stands before it
/// has run when it gets its memory.
struct Structure {
  mlir::Operation *op = nullptr;
  /// The regions of control, in order; empty for others.
  std::deque<Sequence> regions;

  // Set by planTransfers.
  /// Parallel loop: iterations of the task. do_while: the maximum. scf.for: the bounds.
  std::optional<SizeExpr> extent, maximum, lower, upper, step;
  /// scf.if, scf.while.
  uint64_t conditionWord = 0;
  /// Parallel loop.
  TaskInputs inputs;
  /// Control that is a loop, and a branch that `needsLoop`: of that loop.
  std::optional<uint64_t> countWord;
  /// scf.if in no other control: the graph has it in a loop of one iteration, so that a device runs it as it does
  /// loops.
  bool needsLoop = false;
  /// Set by outline, for parallel loops.
  TaskOp task;
};

/// Where a value of a sequence is found by a task that needs it.
enum class HomeKind : uint8_t {
  argument, // an argument of the kernel: a parameter of the task
  clone,    // a cheap pure operation, or a temporary: computed, or found, again in the task
  run,      // computed by a run: there itself, elsewhere its word
  word,     // a block argument or result of control: always its word
};

struct Home {
  HomeKind kind = HomeKind::word;
  /// run: which one.
  SerialRun *run = nullptr;
  /// argument, clone: follows from the launch's arguments alone.
  bool isLaunchConstant = false;
  /// clone: operations computed again for it.
  uint32_t cost = 0;
};

/// Work that a task may repeat for a value instead of reading a word.
inline constexpr uint32_t kMaximumCloneCost = 32;

struct Plan {
  KernelOp kernel;
  Sequence body;
  /// Every value that is defined in a sequence, thus outside of parallel loops and of other statements' regions.
  llvm::DenseMap<mlir::Value, Home> homes;
  /// Position of each operation of the sequences in the source.
  llvm::DenseMap<mlir::Operation *, uint32_t> order;
  /// Byte offset of the word of each value that has one, in the order in which they were given.
  llvm::MapVector<mlir::Value, uint64_t> words;
  /// Words of values that follow from the launch's arguments but that the graph has to read; written once, by the
  /// kernel's first run.
  llvm::DenseMap<mlir::Value, uint64_t> constantWords;
  /// Bytes given to words so far; the results of the kernel lie first, and then the counts of its loops.
  uint64_t wordBytes = 0;
  /// How many of them are read back, and where barriers are if there are loops.
  uint64_t readbackBytes = 0;
  std::optional<uint64_t> barrierWords;
  /// For result r of any reduction: bytes of the area of partials that its loops share, one after the other in time.
  /// In a loop of the graph reductions take turns with two areas: while one writes its partials, those of the one
  /// before may still be combined.
  std::array<std::vector<uint64_t>, 2> partialAreas;
  /// The loops that have the second ones.
  llvm::SmallDenseSet<mlir::Operation *> secondPartials;

  /// The extents of each temporary, a memref.alloc, that is a structure; those of others it has itself.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<SizeAttr>> computedExtents;
  /// The region of each temporary.
  llvm::MapVector<mlir::Operation *, uint32_t> temporaries;

  /// Byte offsets of the areas of partials of a reduction, once all words are given.
  std::vector<int64_t> partialOffsets(ForOp loop) const;

  /// Bytes of the workspace, once all words are given.
  uint64_t workspaceBytes() const;

  uint64_t newWord() {
    uint64_t offset = wordBytes;
    wordBytes += QDC_WORD_BYTES;
    return offset;
  }
};

/// True for a type whose values can lie in a word.
bool fitsWord(mlir::Type type);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_PLAN_H
