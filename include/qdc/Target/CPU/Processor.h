//===- Processor.h - A processor as LLVM knows it ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_PROCESSOR_H
#define QDC_TARGET_CPU_PROCESSOR_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// What code is generated for. `name` decides scheduling and costs alone. `features` is the complete list of what code
/// may use, whatever a processor of that name usually has: machines, above all virtual ones, may hide features.
struct Processor {
  std::string name;                  // as LLVM's -mtune spells it
  std::vector<std::string> features; // as LLVM spells them, sorted, without '+'; each with all that it needs

  bool has(std::string_view feature) const;
};

/// The processor of a machine that shows the features `shown`, as LLVM spells them, in any order. It has these and what
/// every x86-64 processor has, less those that need one that is not shown: where AVX is hidden, there is no FMA either.
Processor processorWith(std::string_view name, std::span<const std::string> shown);

/// What LLVM says that a processor of a name has: of a micro-architecture level, "x86-64" (every x86-64 processor) to
/// "x86-64-v4", or of another name that -mcpu takes.
Processor processorOfLevel(std::string_view level);

/// The processor that this program runs on, with what the operating system lets programs use of it.
Processor hostProcessor();

/// The features of `code` that `machine` lacks, sorted.
std::vector<std::string> missingFeatures(const Processor &code, const Processor &machine);

} // namespace qdc

#endif // QDC_TARGET_CPU_PROCESSOR_H
