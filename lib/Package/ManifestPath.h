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

  ManifestPath key(std::string_view name) const { return ManifestPath(this, name.data(), name.size()); }
  ManifestPath at(size_t index) const { return ManifestPath(this, nullptr, index); }

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
  ManifestPath(const ManifestPath *parent, const char *name, size_t number)
      : parent(parent), name(name), number(number) {}

  const ManifestPath *parent = nullptr;
  const char *name = nullptr; // NULL: an index
  size_t number = 0;          // the bytes of the name, or the index
};

} // namespace qdc

#endif // QDC_LIB_PACKAGE_MANIFESTPATH_H
