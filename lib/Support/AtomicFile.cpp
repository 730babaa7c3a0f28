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

static Status writeError(const std::string &path, int reason) {
  return makeError(ErrorCode::inputOutput, "cannot write '{}': {}", path, std::generic_category().message(reason));
}

static std::string directoryOf(const std::string &file) {
  size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

namespace {

/// A new file that becomes the target whole, or vanishes. It has no name where the file system can do that, and /proc
/// is there to give it one, so that nothing is left of it however the process ends.
class TemporaryFile {
public:
  /// Without a descriptor, errno has the reason.
  TemporaryFile(const std::string &target, mode_t mode)
      : target(target), file(::open(directoryOf(target).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode)) {
    bool isUnsupported = !file && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL);
    if (isUnsupported || (file && !file.path()))
      takeName(mode);
  }
  ~TemporaryFile() {
    if (!name.empty())
      ::unlink(name.c_str());
  }

  /// Gives the file its bytes and the target's name. False with errno set.
  bool complete(ByteSpan bytes, std::optional<mode_t> mode) {
    if (!file || !file.writeAll(bytes) || (mode && ::fchmod(file.get(), *mode) != 0) || ::fsync(file.get()) != 0)
      return false;
    if (name.empty()) {
      if (linkTo(target.c_str()))
        return true;
      // What has the target's name can only be replaced by what has a name too.
      if (errno != EEXIST || !takeName(std::nullopt))
        return false;
    }
    if (!file.close() || ::rename(name.c_str(), target.c_str()) != 0)
      return false;
    name.clear(); // it is the target's now
    return true;
  }

private:
  bool linkTo(const char *path) const {
    Result<std::string> self = file.path();
    return self && ::linkat(AT_FDCWD, self->c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
  }

  /// Gives the open file a name beside the target, which is then ours to remove; with a mode, it is a new file. False
  /// with errno set.
  bool takeName(std::optional<mode_t> mode) {
    size_t nameStart = target.rfind('/') + 1; // 0 where there is none
    const std::string_view whole = target;
    const std::string stem = formatText("{}.{}.{}", whole.substr(0, nameStart), whole.substr(nameStart), ::getpid());
    constexpr int kAttempts = 10000;
    for (int i = 0; i < kAttempts; ++i) {
      std::string path = formatText("{}-{}.tmp", stem, i);
      if (mode)
        file = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, *mode));
      if (mode ? static_cast<bool>(file) : linkTo(path.c_str())) {
        name = std::move(path);
        return true;
      }
      if (errno != EEXIST)
        return false;
    }
    return false;
  }

  const std::string &target;
  FileDescriptor file;
  std::string name; // of a file that is ours to remove; empty: none
};

/// Where the bytes for a path go.
struct Destination {
  std::string file; // links followed
  std::optional<mode_t> mode = {}; // of the file that is replaced
  bool isWrittenDirectly = false; // no regular file: a pipe, /dev/null
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

/// Without this the new name may be lost if the machine stops. Not every file
/// system can do it; the file itself is whole either way.
static void flushDirectory(const std::string &target) {
  if (FileDescriptor opened(::open(directoryOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); opened)
    ::fsync(opened.get());
}

/// `kept`: the mode of the file that is replaced; nothing: that of a new one.
static Status writeTemporary(const std::string &path, const std::string &target, ByteSpan bytes, mode_t permissions,
                             std::optional<mode_t> kept) {
  TemporaryFile temporary(target, permissions);
  if (!temporary.complete(bytes, kept))
    return writeError(path, errno);
  flushDirectory(target);
  return {};
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
  constexpr mode_t kAsUmaskSays = 0666;
  return writeTemporary(path, destination->file, bytes, kAsUmaskSays, destination->mode);
}

Status qdc::replaceFileAtomically(const std::string &path, ByteSpan bytes, mode_t permissions) {
  return writeTemporary(path, path, bytes, permissions, std::nullopt);
}
