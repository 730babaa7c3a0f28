//===- AtomicFile.h - Write a file whole or not at all ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_ATOMICFILE_H
#define QDC_SUPPORT_ATOMICFILE_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <string>
#include <sys/types.h>

namespace qdc {

/// Makes `path` a file with these bytes. At every moment, also when the process
/// is killed or the machine stops, the name has either what it had before or
/// all of the bytes: they are written to a temporary file in the same
/// directory, flushed to the disk and given the name. The temporary file has no
/// name until then, so a killed process leaves nothing behind; only to replace a
/// file it is called .NAME.PID-NUMBER.tmp between two system calls, and on file
/// systems without O_TMPFILE all the time. On failure it is removed.
///
/// A link is followed. What exists and is no regular file (a pipe, /dev/null)
/// is written to directly. A new file has the permissions that the process's
/// umask leaves; one that is replaced keeps its own. The error names the path
/// and has the system's reason; its code is inputOutput. "-" has no meaning
/// here.
Status writeFileAtomically(const std::string &path, ByteSpan bytes);

/// The same, but that `path` itself becomes the new file: a link, a pipe or any
/// file that had the name is replaced, and its permissions are gone. The new
/// ones are `permissions`, as far as the umask leaves them.
Status replaceFileAtomically(const std::string &path, ByteSpan bytes, mode_t permissions);

/// Whether writeFileAtomically could write `path` now, as far as can be told
/// without writing: its folder exists and takes new files, and `path` is no
/// folder. The error is the one that writing would give.
Status checkFileIsWritable(const std::string &path);

} // namespace qdc

#endif // QDC_SUPPORT_ATOMICFILE_H
