//===- MemoryFile.h - A file that no folder has -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_MEMORYFILE_H
#define QDC_SUPPORT_MEMORYFILE_H

#include "qdc/Support/FileDescriptor.h"
#include "qdc/Support/Result.h"

#include <string>

namespace qdc {

/// A file in memory with these bytes, for a program that reads and writes files: nothing of it is left when the last
/// process that has it open ends, however it ends. `name` is for whoever lists open files. Fails with
/// ErrorCode::inputOutput.
Result<FileDescriptor> makeMemoryFile(const std::string &name, ByteSpan bytes = {});

} // namespace qdc

#endif // QDC_SUPPORT_MEMORYFILE_H
