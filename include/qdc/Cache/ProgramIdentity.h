//===- ProgramIdentity.h - Which program this is ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_PROGRAMIDENTITY_H
#define QDC_CACHE_PROGRAMIDENTITY_H

#include "qdc/Support/Result.h"

#include <string>

namespace qdc {

/// What tells this program from every other build of it: "build-id " and the digits of the note that the linker made of
/// its bytes, which costs nothing to read; of a program without that note "sha256 " and the digest of its file, which
/// takes as long as reading it. Shared libraries do not count. Fails with ErrorCode::inputOutput where there is no note
/// and the file cannot be read: where the file system proc is not mounted.
Result<std::string> programIdentity();

} // namespace qdc

#endif // QDC_CACHE_PROGRAMIDENTITY_H
