//===- BenchRequest.h - The command line of qdc bench -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_BENCHREQUEST_H
#define QDC_TOOLS_RUN_BENCHREQUEST_H

#include "CommandLine/ExitCode.h"
#include "Run/LaunchRequest.h"

namespace qdc {

/// What a command line of qdc bench asks for.
struct BenchRequest : LaunchRequest {
  uint64_t rounds = 10; // launches that are measured, of each strategy; at least 1
  uint64_t warmUp = 3;  // launches of each strategy before them
  bool isJson = false;
};

/// Measures the kernel with each strategy for its loops and prints what was found. That names and values fit the kernel
/// is found here.
ExitCode runBench(const BenchRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_RUN_BENCHREQUEST_H
