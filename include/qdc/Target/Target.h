//===- Target.h - What a package is compiled for ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One interface for every kind of processor. The driver makes a Target of what
// the user spelled (TargetFamily.h), and for each target clones the module that
// the phase `plan graph` left and takes it through two phases:
//
//   lower   the passes of addLoweringPasses
//     qd.task @scale.0 of @scale extent(...) (...) { qd.for ... }
//       ->  functions in the target's dialect (LLVM for the CPU), one of them an entry point for each task
//   emit    emit()
//       ->  the bytes of an image, and what the manifest says about it
//
// What only some kinds of processors need (options, tools) is their family's.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_TARGET_H
#define QDC_TARGET_TARGET_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"
#include "qdc/Target/CodeOptions.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace qdc {

/// How an image is compiled, and what receives its by-products.
struct ImageOptions {
  CodeOptions code;
  /// Larger functions are cut into parts of at most this size (SplitLargeTasks.h); 0: the target's own bounds. Tests
  /// set it.
  unsigned largestFunction = 0;
  /// How many threads `emit` may use, this one among them. They do not change the image.
  unsigned threads = 1;
  /// Receives what lies between module and image (-save-temps): `suffix` is such as "ll" or "o". An error ends the
  /// compilation. Any thread may call it. Empty: it is not kept.
  std::function<Status(std::string_view suffix, std::string_view bytes)> saveTemporary;
  /// Receives what a tool printed although it succeeded. Any thread may call it. Empty: it is dropped.
  std::function<void(const std::string &text)> showToolOutput;
  /// Receives a line on what is done (-v). Any thread may call it. Empty: it is dropped.
  std::function<void(const std::string &line)> log;
};

/// That an entry point runs a whole loop of its kernel's graph, or with the strategy `graph` the end of an iteration.
struct CompiledLoop {
  uint32_t node = 0;
  LoopStrategy strategy = LoopStrategy::host;
  uint32_t lastTasks = 0; // graph: how many of the iteration it runs
};

/// An entry point by the names of the module; the driver turns them into the manifest's indices.
struct CompiledEntryPoint {
  std::string symbol;
  std::string kernel;
  std::vector<std::string> tasks; // symbols, in the order they run; none where it runs a loop
  std::vector<SlotSource> slots;
  Launch launch; // of a GPU's a grid
  std::optional<CompiledLoop> loop = {};
};

/// The code for one target, and what the manifest's Image says about it.
struct CompiledImage {
  std::string target;       // as Target::spelling
  std::string triple;       // as LLVM's tools spell it: "x86_64-unknown-linux-gnu"
  std::string architecture; // likewise: "x86-64-v3"
  std::string bytes;
  std::vector<std::string> features;           // of the processor, as LLVM spells them, sorted
  std::string mathLibrary;                     // name and version; empty: no math function is called
  std::optional<std::string> assembler;        // name and version of the program that made the code; none: qdc did
  std::vector<CompiledEntryPoint> entryPoints; // in the order of the tasks that they stand for
};

/// Something that images are made for. Immutable; any number of threads may use one.
class Target {
public:
  virtual ~Target() = default;

  /// What the user asks for and the manifest records: "cpu:x86-64-v3".
  virtual const std::string &spelling() const = 0;

  /// The phase `lower`. Adds the passes that turn the tasks of a planned module into the target's functions, the entry
  /// points marked with where they came from, so that `emit` can read it back. Passes report errors as diagnostics.
  virtual void addLoweringPasses(mlir::OpPassManager &passes, const ImageOptions &options) const = 0;

  /// The phase `emit`. `module` is what the lowering passes left, and may be changed. Fails with ErrorCode::internal
  /// where the module is not of that form, and with the reason of any tool that fails; it never makes an image by
  /// other means than were asked for.
  virtual Result<CompiledImage> emit(mlir::ModuleOp module, const ImageOptions &options) const = 0;
};

/// Adds what any target's lowering and emission need to a context's registry. To be called before the first pass runs.
void registerTargetInterfaces(mlir::DialectRegistry &registry);

} // namespace qdc

#endif // QDC_TARGET_TARGET_H
