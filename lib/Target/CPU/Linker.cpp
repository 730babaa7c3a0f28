//===- Linker.cpp - From objects to a shared object -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Linker.h"

#include "qdc/Support/MemoryFile.h"
#include "qdc/Target/LLVMBackEnds.h"
#include "qdc/Toolchain/Process.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace qdc {

namespace {

/// A path that a program writes to as to a file, and whose bytes a thread collects: nothing of it is left when the
/// process ends, however it ends. A file in memory would not do: lld wants to put files of its own beside a regular
/// one.
class OutputPipe {
public:
  static Result<std::unique_ptr<OutputPipe>> create() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      return Error{ErrorCode::inputOutput, std::string("cannot create a pipe for the linker: ") + std::strerror(errno)};
    return std::unique_ptr<OutputPipe>(new OutputPipe(ends));
  }
  ~OutputPipe() { finish(); }

  Result<std::string> path() const { return writeEnd.path(); }

  /// All that was written, once the writer has closed the path.
  std::string take() {
    finish();
    return std::move(bytes);
  }

private:
  explicit OutputPipe(const int (&ends)[2]) : readEnd(ends[0]), writeEnd(ends[1]), reader([this] { collect(); }) {}

  void finish() {
    writeEnd.close();
    if (reader.joinable())
      reader.join();
  }

  void collect() {
    constexpr size_t kChunk = 64 * 1024; // what a pipe holds
    for (;;) {
      size_t filled = bytes.size();
      bytes.resize(filled + kChunk);
      ssize_t count = ::read(readEnd.get(), bytes.data() + filled, kChunk);
      bool isAgain = count < 0 && errno == EINTR;
      bytes.resize(filled + static_cast<size_t>(std::max<ssize_t>(count, 0)));
      if (count <= 0 && !isAgain)
        return;
    }
  }

  std::string bytes;
  FileDescriptor readEnd;
  FileDescriptor writeEnd;
  std::thread reader;
};

/// Says what lld found, by symbol where one is undefined.
Error linkError(llvm::StringRef messages) {
  constexpr llvm::StringLiteral marker = "undefined symbol: ";
  if (size_t at = messages.find(marker); at != llvm::StringRef::npos) {
    llvm::StringRef symbol = messages.substr(at + marker.size()).split('\n').first.trim();
    return {ErrorCode::internal, "generated code uses '" + symbol.str() + "', which no part of an image defines"};
  }
  return {ErrorCode::internal, "the linker refused generated code: " + inOneLine(messages.trim())};
}

/// lld keeps its state in globals.
bool runLinker(llvm::ArrayRef<const char *> arguments, std::string &messages) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  initializeBackEnds(); // an image without a task is linked before any code is generated
  llvm::raw_string_ostream stream(messages);
  bool linked = lld::elf::link(arguments, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return linked;
}

} // namespace

Result<std::string> linkSharedObject(const std::vector<std::string_view> &objects, const LinkOptions &options) {
  Result<std::unique_ptr<OutputPipe>> output = OutputPipe::create();
  if (!output)
    return output.error();
  Result<std::string> outputPath = (*output)->path();
  if (!outputPath)
    return outputPath.error();
  std::vector<FileDescriptor> inputs;
  std::vector<std::string> inputPaths;
  for (std::string_view object : objects) {
    Result<FileDescriptor> input = makeMemoryFile("qdc-object", asBytes(object));
    if (!input)
      return input.error();
    Result<std::string> path = input->path();
    if (!path)
      return path.error();
    inputs.push_back(*std::move(input));
    inputPaths.push_back(*std::move(path));
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
                                         outputPath->c_str()};
  for (const std::string &path : inputPaths)
    arguments.push_back(path.c_str());
  std::string messages;
  if (!runLinker(arguments, messages))
    return linkError(messages);
  return (*output)->take();
}

} // namespace qdc
