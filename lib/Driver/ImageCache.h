//===- ImageCache.h - Images that were made before --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_IMAGECACHE_H
#define QDC_LIB_DRIVER_IMAGECACHE_H

#include "qdc/Support/Bytes.h"
#include "qdc/Target/Target.h"

#include <optional>
#include <string>
#include <vector>

namespace qdc {

/// An image with what tools printed while it was made.
struct CachedImage {
  CompiledImage image;
  std::vector<std::string> toolOutput;
};

ByteVector writeCachedImage(CachedImage cached);
/// Nothing, if the bytes are not what writeCachedImage of this build of qdc made.
std::optional<CachedImage> readCachedImage(ByteSpan bytes);

/// Where a compile finds images of the same source and options, and leaves those that it makes. One thread at a time
/// uses it.
class ImageCache {
public:
  virtual ~ImageCache() = default;

  /// The image for a target, and the kernels of a variant (empty: the plain ones); nothing: it is to be made.
  virtual std::optional<CachedImage> find(const std::string &target, const std::string &variant) = 0;
  /// Leaves an image that was made.
  virtual void keep(const std::string &target, const std::string &variant, CachedImage image) = 0;
};

} // namespace qdc

#endif // QDC_LIB_DRIVER_IMAGECACHE_H
