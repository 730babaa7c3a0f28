//===- SourceText.h - The lines that a task was made from -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package names the places in its source and the source's digest, but does
// not hold the text. With the file, inspect shows its lines.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_SOURCETEXT_H
#define QDC_TOOLS_INSPECT_SOURCETEXT_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <span>
#include <string>
#include <vector>

namespace qdc {

struct SourceText {
  std::string path; // as given
  std::string digest; // SHA-256, as modules name it
  std::vector<std::string> lines;

  bool isOf(const Module &module) const { return module.sourceDigest == digest; }
};

/// Reads the file. One whose SHA-256 no module names is an error: its
/// lines would be beside the wrong tasks.
Result<SourceText> readSource(const std::string &path, const Manifest &manifest);

/// Numbers of lines, from 1.
struct LineRange {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// Finds the lines of one kernel's tasks, which it is given as long as it lives.
class TaskLines {
public:
  TaskLines(const SourceText &source, const Module &module, const Kernel &kernel);

  /// The lines of each loop of a parallel task up to its closing brace, or of a
  /// run of serial statements up to what the kernel does next. They are found by
  /// braces alone, for showing them to a person. What has no place, or one in
  /// another file than the source, as producers may give, is left out.
  std::vector<LineRange> of(const Task &task) const;

private:
  const SourceText &source;
  const Kernel &kernel;
  std::vector<uint32_t> starts; // of all that the kernel does, ascending
};

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_SOURCETEXT_H
