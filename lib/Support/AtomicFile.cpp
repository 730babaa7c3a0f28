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

namespace {
/// Where the bytes for a path go.
struct Destination {
  std::string file;                 // links followed
  std::optional<mode_t> mode = {};  // of the file that is replaced
  bool isWrittenDirectly = false;   // no regular file: a pipe, /dev/null
};
} // namespace

static Result<Destination> findDestination(const std::string &path) {
  struct stat existing;
  if (::stat(path.c_str(), &existing) != 0)
    return errno == ENOENT ? Result<Destination>(Destination{path}) : writeError(path, errno);
  if (S_ISDIR(existing.st_mode))
    return writeError(path, EISDIR);
  if (!S_ISREG(existing.st_mode))
    return Destination{path, std::nullopt, /*isWrittenDirectly=*/true};
  std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  if (!resolved)
    return writeError(path, errno);
  return Destination{resolved.get(), existing.st_mode & 07777};
}

static std::string directoryOf(const std::string &file) {
  size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

/// Without this the new name may be lost if the machine stops. Not every file
/// system can do it; the file itself is whole either way.
static void flushDirectory(const std::string &target) {
  if (FileDescriptor opened(::open(directoryOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); opened)
    ::fsync(opened.get());
}

Status qdc::checkFileIsWritable(const std::string &path) {
  Result<Destination> destination = findDestination(path);
  if (!destination)
    return destination.error();
  bool isDirect = destination->isWrittenDirectly;
  std::string written = isDirect ? destination->file : directoryOf(destination->file);
  if (::faccessat(AT_FDCWD, written.c_str(), isDirect ? W_OK : W_OK | X_OK, AT_EACCESS) != 0)
    return writeError(path, errno);
  return {};
}

Status qdc::writeFileAtomically(const std::string &path, ByteSpan bytes) {
  Result<Destination> destination = findDestination(path);
  if (!destination)
    return destination.error();
  if (destination->isWrittenDirectly) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file || !file.writeAll(bytes) || !file.close())
      return writeError(path, errno);
    return {};
  }
  TemporaryFile temporary(destination->file, 0666);
  if (!temporary.isOurs() || !temporary.complete(bytes, destination->mode, destination->file))
    return writeError(path, errno);
  flushDirectory(destination->file);
  return {};
}
