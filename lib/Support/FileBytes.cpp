//===- FileBytes.cpp - Read a whole file ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/FileBytes.h"

#include "qdc/Support/FileDescriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace qdc;

static Status readError(const std::string &called, int reason) {
  return makeError(reason == ENOENT ? ErrorCode::notFound : ErrorCode::inputOutput, "cannot read {}: {}", called,
                   std::generic_category().message(reason));
}

Result<ByteVector> qdc::readFileBytes(const std::string &path) { return readFileBytes(path, formatText("'{}'", path)); }

Result<ByteVector> qdc::readFileBytes(const std::string &path, const std::string &called) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file ? readOpenFile(file.get(), called) : readError(called, errno);
}

Result<ByteVector> qdc::readOpenFile(int file, const std::string &called) {
  struct stat status;
  if (::fstat(file, &status) != 0)
    return readError(called, errno);
  if (S_ISDIR(status.st_mode))
    return readError(called, EISDIR);

  // One byte more than a regular file has shows its end in the same call. A
  // pipe, or a file of /proc, has no size and grows by doubling.
  constexpr size_t kFirstBytes = 64 * 1024;
  ByteVector bytes(status.st_size > 0 ? static_cast<size_t>(status.st_size) + 1 : kFirstBytes);
  size_t filled = 0;
  for (;;) {
    ssize_t count = ::read(file, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return readError(called, errno);
    if (count == 0)
      break;
    filled += static_cast<size_t>(count);
    if (filled == bytes.size())
      bytes.resize(2 * bytes.size());
  }
  bytes.resize(filled);
  return bytes;
}
