//===- CompiledModule.h - Tasks as text, run ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module of tasks (what `qd-offload` and `qd-number-sites` leave) for
// a CPU, loads the image and calls its entry points, without the loader. Tests
// write only the task's body:
//
//   CompiledModule module = CompiledModule::compile(
//       taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, ...)", "qd.for ..."));
//   module.run(CompiledModule::Arguments().array(data, {n}), 0, n);
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_COMPILEDMODULE_H
#define QDC_UNIT_TARGET_COMPILEDMODULE_H

#include "qdc/ABI/KernelABI.h"
#include "qdc/Target/Families/TargetFamilies.h"
#include "qdc/Target/Target.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace qdc {

/// A loaded image.
class CompiledModule {
public:
  /// Compiles `source`. An error is thrown as std::runtime_error, which fails the test with its message.
  static CompiledModule compile(const std::string &source, const ImageOptions &options = {},
                                const std::string &target = "cpu:native");
  CompiledModule(CompiledModule &&) = default;
  ~CompiledModule();

  const CompiledImage &image() const { return compiled; }
  qd_cpu_entry entry(const std::string &symbol) const;

  /// What the slots of entry points are filled from: the kernel's arguments in their order, and what a launch adds.
  struct Arguments {
    std::vector<qd_slot> arrays;            // addresses; of scalars the values
    std::vector<std::vector<int64_t>> dims; // none of scalars
    std::vector<void *> globals;
    void *workspace = nullptr;
    qd_error_record *errorRecord = nullptr;
    qd_print_buffer *printBuffer = nullptr;
    uint64_t seed = 0, launchOrdinal = 0;

    Arguments &array(void *data, std::vector<int64_t> shape);
    template <typename T>
    Arguments &scalar(T value) {
      qd_slot slot = 0;
      std::memcpy(&slot, &value, sizeof(value));
      arrays.push_back(slot);
      dims.emplace_back();
      return *this;
    }
  };
  /// Runs [begin, end) of the entry point of a task.
  void run(const Arguments &arguments, int64_t begin, int64_t end, const std::string &task = "t.0") const;
  /// Runs [0, extent) of `t.0`, at most `chunk` iterations at a time.
  void runInChunks(const Arguments &arguments, int64_t extent, int64_t chunk) const;

private:
  CompiledModule() = default;

  CompiledImage compiled;
  struct Unload {
    void operator()(void *library) const;
  };
  std::unique_ptr<void, Unload> library;
};

/// The families of targets where no variable of the environment is set.
TargetFamilies plainFamilies();

/// Whether this machine runs code for a target such as "cpu:x86-64-v3".
bool runsHere(const std::string &target);

/// Gives one of them an option, by its usage (FamilyOption). If none has it, std::runtime_error is thrown.
void giveOption(const TargetFamilies &families, const std::string &usage, const std::vector<std::string> &values);

/// The image of `source`, which need not be one of this machine. An error is thrown as std::runtime_error.
CompiledImage compileImage(const std::string &source, const ImageOptions &options, const std::string &target,
                           const TargetFamilies &families = plainFamilies());

/// The text of the grid that `source`, tasks, becomes for subgroups of `subgroupWidth` threads: a
/// source for compileImage. An error is thrown as std::runtime_error.
std::string spreadOverGrid(const std::string &source, unsigned subgroupWidth);

/// The text of a module with the kernel `t` and the task `t.0`: `parameters` as in a qd.task, with parentheses; further
/// symbols in `symbols`. `partials` is "" or "partials [...]".
std::string taskModule(const std::string &parameters, const std::string &body, const std::string &symbols = "",
                       const std::string &partials = "");

} // namespace qdc

#endif // QDC_UNIT_TARGET_COMPILEDMODULE_H
