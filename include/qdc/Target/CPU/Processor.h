//===- Processor.h - A processor as LLVM knows it ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_PROCESSOR_H
#define QDC_TARGET_CPU_PROCESSOR_H

#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// What code is generated for. `name` decides scheduling and costs, `features` what instructions there may be.
struct Processor {
  std::string name;                  // as LLVM's -mcpu spells it
  std::vector<std::string> features; // as LLVM spells them, sorted, without '+'

  bool has(std::string_view feature) const;
};

/// The processor of a micro-architecture level, "x86-64-v2" to "x86-64-v4".
Processor processorOfLevel(std::string_view level);

/// The processor that this program runs on.
Processor hostProcessor();

/// The features of `code` that `machine` lacks, sorted; what every x86-64 processor has is never among them.
std::vector<std::string> missingFeatures(const Processor &code, const Processor &machine);

} // namespace qdc

#endif // QDC_TARGET_CPU_PROCESSOR_H
