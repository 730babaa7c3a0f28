//===- FileBytes.cpp - A whole file in memory ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/FileBytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace qdrt::loader;

namespace {
struct File {
  explicit File(const char *path) : descriptor(open(path, O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor >= 0)
      close(descriptor);
  }
  int descriptor;
};
} // namespace

static qdc::Error cannotRead(const char *path) {
  return {errno == ENOENT ? qdc::ErrorCode::notFound : qdc::ErrorCode::inputOutput,
          "cannot read '" + std::string(path) + "': " + std::strerror(errno)};
}

qdc::Result<std::vector<std::byte>> qdrt::loader::readFile(const char *path) {
  File file(path);
  struct stat status;
  if (file.descriptor < 0 || fstat(file.descriptor, &status) != 0)
    return cannotRead(path);
  std::vector<std::byte> bytes;
  size_t used = 0;
  // A pipe has no size, so the end is where read() says.
  size_t next = S_ISREG(status.st_mode) ? static_cast<size_t>(status.st_size) + 1 : 65536;
  for (;;) {
    if (used == bytes.size())
      bytes.resize(used + next);
    ssize_t count = read(file.descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return cannotRead(path);
    if (count == 0)
      break;
    used += static_cast<size_t>(count);
    next = 65536 + used;
  }
  bytes.resize(used);
  return bytes;
}
