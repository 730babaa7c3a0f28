//===- FindTool.h - Where another program is --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLCHAIN_FINDTOOL_H
#define QDC_TOOLCHAIN_FINDTOOL_H

#include "qdc/Support/Result.h"

#include <string>
#include <vector>

namespace qdc {

/// A path, and where it comes from: "--ptxas-path", "CUDA_HOME", "PATH".
struct NamedPath {
  std::string name;
  std::string path; // empty: not given
};

/// What to look for, in this order.
struct ToolSearch {
  std::string tool;               // the file's name: "ptxas"
  std::vector<NamedPath> files;   // the program itself: the first one that is given is the tool, or there is none
  std::vector<NamedPath> folders; // that may hold it; the first that does wins
};

struct FoundTool {
  std::string path;
  std::string foundBy; // the name of the NamedPath
};

/// Finds a program that may be run. Nothing is started. Fails with ErrorCode::toolMissing: the message says that a
/// given file cannot be run and why, or in which folders the tool was looked for.
Result<FoundTool> findTool(const ToolSearch &search);

/// The folders of a variable such as PATH, each with its name. An empty entry, which shells take for the working
/// directory, is left out: what is found must not depend on where qdc runs.
std::vector<NamedPath> splitPath(const std::string &name, const std::string &value);

} // namespace qdc

#endif // QDC_TOOLCHAIN_FINDTOOL_H
