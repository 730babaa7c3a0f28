//===- PrivatePath.h - Files that are one user's alone ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_PRIVATEPATH_H
#define QDC_CACHE_PRIVATEPATH_H

#include "qdc/Support/Result.h"

#include <string>
#include <sys/stat.h>

namespace qdc {

/// Whether nobody but the user that this process acts for (and root) can change a file or a folder, links followed, or
/// nothing has that name. Fails with ErrorCode::invalidArgument, naming the path, where it belongs to somebody else or
/// where its group or others may write it; with inputOutput where the system does not tell.
Status checkPrivate(const std::string &path);

/// The same of what has this status, and is called `path` in the error. Of a file that is open, nobody can put another
/// in its place between this and reading it.
Status checkPrivate(const struct stat &status, const std::string &path);

} // namespace qdc

#endif // QDC_CACHE_PRIVATEPATH_H
