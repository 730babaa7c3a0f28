//===- GivenSizes.h - Bytes at some sizes -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The workspace of a kernel has sizes that depend on arguments. Given the extents
// of arrays and the values of scalars, these are numbers of bytes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_GIVENSIZES_H
#define QDC_TOOLS_INSPECT_GIVENSIZES_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace qdc {

class GivenSizes {
public:
  /// Reads words such as "x=64x3", the extents of an array, "n=5", the value of a scalar, and "rows=20", an extent that
  /// the source names so. invalidArgument where one has another form, names no argument of any kernel of the manifest
  /// with that rank, and no extent, has an extent below 0, gives what another one gives, gives an extent of a kernel
  /// another size than an earlier word, or gives an array another extent than the source computes from other ones. A
  /// name may be given for each rank in which kernels have it; a scalar and an extent have one number, as an array of
  /// rank 1.
  static Result<GivenSizes> read(std::span<const std::string> words, const Manifest &manifest);

  /// For the end of a region's label: " = 12000 bytes", or " = ?, since 'y' is not given". Empty where nothing was
  /// given, and for a size that is a constant or that the device decides.
  std::string bytesLabel(const Kernel &kernel, const RegionSize &size) const;

  /// A size of a kernel. An error where one is not given that it is made of, or the device decides: the message is what
  /// "= ?, since" is followed by.
  Result<int64_t> evaluate(const Kernel &kernel, const SizeExpr &size) const;
  /// All regions of a kernel, and those that an image adds for it, each filled up to whole 64 bytes, as the loader
  /// allocates them and counts them (qdrt_workspace_query). Errors are those of evaluate().
  Result<uint64_t> total(const Kernel &kernel, std::span<const ImageRegion> added = {}) const;
  /// The same in words: "12032 bytes", or else workspaceLabel(), and the reason if sizes were given.
  std::string totalLabel(const Kernel &kernel) const;

private:
  std::map<std::pair<std::string, size_t>, std::vector<int64_t>>
      numbers; // by names of arguments and extents, and how many
};

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_GIVENSIZES_H
