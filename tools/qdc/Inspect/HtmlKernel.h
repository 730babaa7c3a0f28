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

/// The id of a kernel's section, "kernel-0", and of a task's article in it,
/// "kernel-0-task-2": positions, because names may hold anything.
std::string kernelId(size_t kernel);
std::string taskId(size_t kernel, size_t task);

/// A kernel's section: arguments, results, the graph, and each task with the
/// lines of its source where `package.source` has them.
std::string kernelSection(const PackageSummary &package, size_t kernel);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_HTMLKERNEL_H
