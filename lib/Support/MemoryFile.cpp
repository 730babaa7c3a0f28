//===- MemoryFile.cpp - A file that no folder has -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/MemoryFile.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

using namespace qdc;

Result<FileDescriptor> qdc::makeMemoryFile(const std::string &name, ByteSpan bytes) {
  FileDescriptor file(::memfd_create(name.c_str(), MFD_CLOEXEC));
  if (!file || !file.writeAll(bytes))
    return makeError(ErrorCode::inputOutput, "cannot write a file in memory: {}", std::strerror(errno));
  return file;
}
