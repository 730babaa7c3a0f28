//===- FileDescriptor.cpp - Owns an open file -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/FileDescriptor.h"

#include <cerrno>
#include <system_error>
#include <unistd.h>

using namespace qdc;

FileDescriptor::~FileDescriptor() { close(); }

Result<std::string> FileDescriptor::path() const {
  std::string path = formatText("/proc/self/fd/{}", number);
  if (::access(path.c_str(), F_OK) == 0)
    return path;
  return makeError(ErrorCode::inputOutput,
                   "cannot open '{}': {}; files in memory need the file system proc, mounted at '/proc'", path,
                   std::generic_category().message(errno));
}

bool FileDescriptor::close() {
  int closed = std::exchange(number, -1);
  return closed < 0 || ::close(closed) == 0;
}

bool FileDescriptor::writeAll(ByteSpan bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(number, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}
