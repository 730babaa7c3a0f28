//===- FileDigest.h - The digest of a large file ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_FILEDIGEST_H
#define QDC_CACHE_FILEDIGEST_H

#include "qdc/Cache/CacheFolder.h"
#include "qdc/Support/Result.h"

#include <string>

namespace qdc {

/// The SHA-256 of a file's bytes, 64 lower-case hexadecimal digits. Fails as readFileBytes does, naming the file.
Result<std::string> fileDigest(const std::string &path);

/// The same. The cache remembers it by the file's path, device, inode, size and times of change, so that a tool of 30
/// MB is read once; a file that was changed less than two seconds ago is not remembered, since another change might
/// leave the same times. Where the cache does not let anything be read or kept, the file is read again.
Result<std::string> rememberedDigest(const CacheFolder &cache, const std::string &path);

} // namespace qdc

#endif // QDC_CACHE_FILEDIGEST_H
