//===- ManifestPath.h - Where in the manifest something is ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_MANIFESTPATH_H
#define QDC_LIB_PACKAGE_MANIFESTPATH_H

#include "qdc/Support/Result.h"

#include <string>
#include <string_view>

namespace qdc {

/// A place such as kernels[0].tasks[2].extent. It is a link to its parent,
/// which must outlive it, so that walking a manifest builds no strings unless
/// there is an error to report.
class ManifestPath {
public:
  /// The manifest itself.
  ManifestPath() = default;

  ManifestPath key(std::string_view name) const { return ManifestPath(this, name, 0); }
  ManifestPath at(size_t index) const { return ManifestPath(this, {}, index); }

  std::string str() const;

  /// "manifest: 'kernels[0].name' ..." or, of the whole, "manifest: ...".
  [[gnu::cold]] Status error(ErrorCode code, FormatPattern what, FormatValues values) const;
  template <typename... Args>
  Status error(ErrorCode code, FormatString<Args...> what, const Args &...args) const {
    return error(code, what, {args...});
  }
  /// The code is ErrorCode::invalidPackage.
  template <typename... Args>
  Status error(FormatString<Args...> what, const Args &...args) const {
    return error(ErrorCode::invalidPackage, what, {args...});
  }

private:
  ManifestPath(const ManifestPath *parent, std::string_view name, size_t index)
      : parent(parent), name(name), index(index) {}

  const ManifestPath *parent = nullptr;
  std::string_view name; // empty: an index
  size_t index = 0;
};

} // namespace qdc

#endif // QDC_LIB_PACKAGE_MANIFESTPATH_H
