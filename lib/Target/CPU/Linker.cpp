//===- Linker.cpp - From objects to a shared object -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Linker.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace qdc {

namespace {

/// A file in memory, for a reader that wants a path.
class MemoryFile {
public:
  static Result<MemoryFile> create(std::string_view bytes) {
    MemoryFile file(memfd_create("qdc-object", MFD_CLOEXEC));
    if (file.descriptor < 0)
      return Error{ErrorCode::inputOutput, std::string("cannot create a file in memory: ") + std::strerror(errno)};
    while (!bytes.empty()) {
      ssize_t written = ::write(file.descriptor, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return Error{ErrorCode::inputOutput, std::string("cannot write a file in memory: ") + std::strerror(errno)};
      bytes.remove_prefix(written);
    }
    return file;
  }
  MemoryFile(MemoryFile &&other) : descriptor(std::exchange(other.descriptor, -1)) {}
  ~MemoryFile() {
    if (descriptor >= 0)
      ::close(descriptor);
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor); }

private:
  explicit MemoryFile(int descriptor) : descriptor(descriptor) {}
  int descriptor;
};

/// A file name of our own that is gone with this object, or with the program.
class TemporaryFile {
public:
  static Result<TemporaryFile> create() {
    llvm::SmallString<128> path;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("qdc-image", "so", path))
      return Error{ErrorCode::inputOutput, "cannot create a temporary file: " + error.message()};
    llvm::sys::RemoveFileOnSignal(path);
    return TemporaryFile(path.str().str());
  }
  TemporaryFile(TemporaryFile &&other) : name(std::exchange(other.name, {})) {}
  ~TemporaryFile() {
    if (name.empty())
      return;
    llvm::sys::fs::remove(name);
    llvm::sys::DontRemoveFileOnSignal(name);
  }

  const std::string &path() const { return name; }

private:
  explicit TemporaryFile(std::string name) : name(std::move(name)) {}
  std::string name;
};

/// Says what lld found, by symbol where one is undefined.
Error linkError(llvm::StringRef messages) {
  constexpr llvm::StringLiteral marker = "undefined symbol: ";
  if (size_t at = messages.find(marker); at != llvm::StringRef::npos) {
    llvm::StringRef symbol = messages.substr(at + marker.size()).split('\n').first.trim();
    return {ErrorCode::internal, "generated code uses '" + symbol.str() + "', which no part of an image defines"};
  }
  return {ErrorCode::internal, "the linker refused generated code: " + messages.trim().str()};
}

/// lld keeps its state in globals.
bool runLinker(llvm::ArrayRef<const char *> arguments, std::string &messages) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  llvm::raw_string_ostream stream(messages);
  bool linked = lld::elf::link(arguments, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return linked;
}

} // namespace

Result<std::string> linkSharedObject(const std::vector<std::string_view> &objects, const LinkOptions &options) {
  Result<TemporaryFile> output = TemporaryFile::create();
  if (!output)
    return output.error();
  std::vector<MemoryFile> inputs;
  std::vector<std::string> inputPaths;
  for (std::string_view object : objects) {
    Result<MemoryFile> input = MemoryFile::create(object);
    if (!input)
      return input.error();
    inputs.push_back(*std::move(input));
    inputPaths.push_back(inputs.back().path());
  }

  // --threads=1: an image is small, and starting threads costs more than they save.
  std::vector<const char *> arguments = {"ld.lld",
                                         "-shared",
                                         "--gc-sections",
                                         "-z",
                                         "defs",
                                         "-z",
                                         "now",
                                         "-z",
                                         "noexecstack",
                                         "-Bsymbolic",
                                         "--build-id=none",
                                         "--hash-style=gnu",
                                         "--threads=1",
                                         options.keepDebugInfo ? "--discard-all" : "--strip-all",
                                         "-o",
                                         output->path().c_str()};
  for (const std::string &path : inputPaths)
    arguments.push_back(path.c_str());
  std::string messages;
  if (!runLinker(arguments, messages))
    return linkError(messages);

  auto image = llvm::MemoryBuffer::getFile(output->path(), /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!image)
    return Error{ErrorCode::inputOutput, "cannot read '" + output->path() + "': " + image.getError().message()};
  return (*image)->getBuffer().str();
}

} // namespace qdc
