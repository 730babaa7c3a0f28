//===- AtomicFile.cpp - Write a file whole or not at all ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/AtomicFile.h"

#include "qdc/Support/FileDescriptor.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace qdc;

static Error writeError(const std::string &path, int reason) {
  return {ErrorCode::inputOutput, "cannot write '" + path + "': " + std::generic_category().message(reason)};
}

namespace {

/// A new file beside the target that is removed unless it was renamed.
class TemporaryFile {
public:
  /// Tries names until one is free. Without a descriptor, errno has the reason.
  TemporaryFile(const std::string &target, mode_t mode) {
    size_t slash = target.rfind('/');
    size_t nameStart = slash == std::string::npos ? 0 : slash + 1;
    std::string stem = target.substr(0, nameStart) + "." + target.substr(nameStart) + "." + std::to_string(::getpid());
    constexpr int kAttempts = 10000;
    for (int i = 0; i < kAttempts; ++i) {
      path = stem + "-" + std::to_string(i) + ".tmp";
      file = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
      if (file || errno != EEXIST)
        return;
    }
  }
  ~TemporaryFile() {
    if (isOurs())
      ::unlink(path.c_str());
  }

  bool isOurs() const { return file || isClosed; }

  /// Gives the file its bytes and the target's name. False with errno set.
  bool complete(ByteSpan bytes, std::optional<mode_t> mode, const std::string &target) {
    if (!file.writeAll(bytes) || (mode && ::fchmod(file.get(), *mode) != 0) || ::fsync(file.get()) != 0)
      return false;
    isClosed = true;
    if (!file.close() || ::rename(path.c_str(), target.c_str()) != 0)
      return false;
    isClosed = false; // the name is the target's now
    return true;
  }

private:
  std::string path;
  FileDescriptor file;
  bool isClosed = false; // but still ours to remove
};

} // namespace

/// Without this the new name may be lost if the machine stops. Not every file
/// system can do it; the file itself is whole either way.
static void flushDirectory(const std::string &target) {
  size_t slash = target.rfind('/');
  std::string directory = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  if (FileDescriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); opened)
    ::fsync(opened.get());
}

Status qdc::writeFileAtomically(const std::string &path, ByteSpan bytes) {
  struct stat existing;
  bool exists = ::stat(path.c_str(), &existing) == 0;
  if (!exists && errno != ENOENT)
    return writeError(path, errno);
  if (exists && S_ISDIR(existing.st_mode))
    return writeError(path, EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file || !file.writeAll(bytes) || !file.close())
      return writeError(path, errno);
    return {};
  }

  std::string target = path;
  if (exists) {
    std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    if (!resolved)
      return writeError(path, errno);
    target = resolved.get();
  }
  TemporaryFile temporary(target, 0666);
  if (!temporary.isOurs())
    return writeError(path, errno);
  std::optional<mode_t> mode;
  if (exists)
    mode = existing.st_mode & 07777;
  if (!temporary.complete(bytes, mode, target))
    return writeError(path, errno);
  flushDirectory(target);
  return {};
}
