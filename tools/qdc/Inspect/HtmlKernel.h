//===- HtmlKernel.h - A kernel's part of the page ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_HTMLKERNEL_H
#define QDC_TOOLS_INSPECT_HTMLKERNEL_H

#include "Inspect/PackageSummary.h"

#include <string>

namespace qdc {

/// A module on the page. Kernels and images have numbers among those of all modules.
struct ModulePart {
  const Module &module;
  const ModuleSummary &summary;
  size_t firstKernel = 0;
  size_t firstImage = 0;

  /// The id of a kernel's section, "kernel-0", and of a task's article in it,
  /// "kernel-0-task-2": positions, because names may hold anything.
  std::string kernelId(size_t kernel) const;
  std::string taskId(size_t kernel, size_t task) const;
  std::string imageId(size_t image) const;
};

/// The symbols that run each task of a module.
class EntryPointNames {
public:
  explicit EntryPointNames(const Module &module);

  /// Of a task of a kernel, each once, as markup. The images agree on them as a
  /// rule.
  std::string of(size_t kernel, size_t task) const;

private:
  std::vector<std::vector<std::vector<std::string>>> names; // by kernel and task
};

/// A kernel's section: arguments, results, the graph, and each task with the
/// lines of its source where `source` has them; NULL: there is none.
std::string kernelSection(const ModulePart &part, const SourceText *source, const EntryPointNames &entryPoints,
                          size_t kernel);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_HTMLKERNEL_H
