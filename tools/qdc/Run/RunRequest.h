//===- RunRequest.h - The command line of qdc run ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_RUNREQUEST_H
#define QDC_TOOLS_RUN_RUNREQUEST_H

#include "CommandLine/ExitCode.h"
#include "Run/LaunchRequest.h"

#include <string>
#include <vector>

namespace qdc {

/// --save NAME=FILE.npy
struct SaveRequest {
  std::string name;
  std::string file;
};

/// What a command line of qdc run asks for.
struct RunRequest : LaunchRequest {
  std::vector<SaveRequest> saves;
  std::vector<std::string> prints;
  uint64_t repeat = 1;
  std::string loops; // how loops are run; empty: the loader's choice
  bool isJson = false;
};

/// Launches the kernel and prints and saves what was asked for. What is wrong with the words alone is not in a request;
/// that names and values fit the kernel is found here.
ExitCode runRun(const RunRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_RUN_RUNREQUEST_H
