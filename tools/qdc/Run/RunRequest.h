//===- RunRequest.h - The command line of qdc run ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_RUNREQUEST_H
#define QDC_TOOLS_RUN_RUNREQUEST_H

#include "CommandLine/ExitCode.h"
#include "Run/ArgumentText.h"
#include "qdrt/qdrt.h"

#include <string>
#include <vector>

namespace qdc {

/// --save NAME=FILE.npy
struct SaveRequest {
  std::string name;
  std::string file;
};

/// What a command line of qdc run asks for.
struct RunRequest {
  std::string package;
  std::string kernel; // empty: the only one
  std::vector<ArgumentText> arguments;
  std::vector<SaveRequest> saves;
  std::vector<std::string> prints;
  uint64_t repeat = 1;
  std::string device = "cpu";
  std::string target; // empty: the loader's choice
  uint32_t threads = 0;
  std::string loops; // how loops are run; empty: the loader's choice
  qdrt_launch_options launch = {}; // but for `loops`
  bool isJson = false;
};

/// Launches the kernel and prints and saves what was asked for. What is wrong with the words alone is not in a request;
/// that names and values fit the kernel is found here.
ExitCode runRun(const RunRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_RUN_RUNREQUEST_H
