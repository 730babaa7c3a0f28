//===- TemporaryDirectory.h - A folder for one test -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TEMPORARYDIRECTORY_H
#define QDC_UNIT_TEMPORARYDIRECTORY_H

#include <set>
#include <string>

namespace qdc {

/// A new, empty directory that is removed with all it holds.
class TemporaryDirectory {
public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;

  std::string operator/(const std::string &name) const { return path + "/" + name; }
  /// The names of what it holds.
  std::set<std::string> names() const;

  std::string path;
};

} // namespace qdc

#endif // QDC_UNIT_TEMPORARYDIRECTORY_H
