//===- LaunchRequest.h - What to launch, and where --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_LAUNCHREQUEST_H
#define QDC_TOOLS_RUN_LAUNCHREQUEST_H

#include "Run/ArgumentText.h"
#include "qdrt/qdrt.h"

#include <string>
#include <vector>

namespace qdc {

/// What the command lines of all verbs that launch kernels ask for.
struct LaunchRequest {
  std::string package;
  std::string kernel; // empty: the only one
  std::vector<ArgumentText> arguments;
  std::string device = "cpu";
  std::string target; // empty: the loader's choice
  std::string variant; // empty: without checks
  uint32_t threads = 0;
  std::string cache; // a folder for what a driver compiles; empty: as QDRT_CACHE says
  qdrt_launch_options launch = {}; // but for `loops`
};

} // namespace qdc

#endif // QDC_TOOLS_RUN_LAUNCHREQUEST_H
