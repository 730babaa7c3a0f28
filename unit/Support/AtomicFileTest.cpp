//===- AtomicFileTest.cpp - Tests of AtomicFile.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/AtomicFile.h"

#include "TemporaryDirectory.h"
#include "qdc/Support/FileBytes.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qdc;

namespace {

std::string contents(const std::string &path) {
  Result<ByteVector> bytes = readFileBytes(path);
  return bytes ? std::string(asText(*bytes)) : bytes.error().message;
}

std::string errorOf(const Status &status) { return status ? "no error" : status.error().message; }

/// Runs `body` in a process of its own, since it changes what the process may
/// do; true if it returned true.
template <typename Body>
bool inChild(Body body) {
  pid_t child = ::fork();
  if (child == 0)
    ::_exit(body() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

TEST_CASE("a file is created and replaced, and nothing else is left") {
  TemporaryDirectory directory;
  std::string path = directory / "a.fatbin";
  CHECK(writeFileAtomically(path, asBytes("first")).ok());
  CHECK(contents(path) == "first");
  CHECK(writeFileAtomically(path, asBytes("")).ok());
  CHECK(contents(path) == "");
  CHECK(directory.names() == std::set<std::string>{"a.fatbin"});
}

TEST_CASE("a new file has the umask's permissions and a replaced one keeps its own") {
  TemporaryDirectory directory;
  std::string path = directory / "a";
  auto mode = [&] {
    struct stat status = {};
    ::stat(path.c_str(), &status);
    return status.st_mode & 07777;
  };
  mode_t old = ::umask(027);
  Status created = writeFileAtomically(path, asBytes("x"));
  ::umask(old);
  CHECK(created.ok());
  CHECK(mode() == 0640);
  ::chmod(path.c_str(), 0604);
  CHECK(writeFileAtomically(path, asBytes("y")).ok());
  CHECK(mode() == 0604);
}

TEST_CASE("a link is followed, not replaced") {
  TemporaryDirectory directory;
  CHECK(writeFileAtomically(directory / "real", asBytes("old")).ok());
  std::filesystem::create_symlink("real", directory / "link");
  CHECK(writeFileAtomically(directory / "link", asBytes("new")).ok());
  CHECK(std::filesystem::is_symlink(directory / "link"));
  CHECK(contents(directory / "real") == "new");
}

TEST_CASE("a file that replaces what has its name follows no link, waits for no pipe and keeps no permissions") {
  TemporaryDirectory directory;
  const std::string path = directory / "a", other = directory / "other";
  CHECK(writeFileAtomically(other, asBytes("old")).ok());
  auto check = [&] {
    CHECK(replaceFileAtomically(path, asBytes("new"), 0600).ok());
    CHECK(contents(path) == "new");
    struct stat status = {};
    CHECK(::lstat(path.c_str(), &status) == 0);
    CHECK(status.st_mode == (S_IFREG | 0600));
  };
  check();
  ::chmod(path.c_str(), 0666);
  check();
  for (const char *target : {other.c_str(), "nowhere"}) {
    std::filesystem::remove(path);
    std::filesystem::create_symlink(target, path);
    check();
  }
  std::filesystem::remove(path);
  CHECK(::mkfifo(path.c_str(), 0600) == 0);
  check();
  CHECK(contents(other) == "old");
  CHECK(directory.names() == std::set<std::string>{"a", "other"});
  const mode_t old = ::umask(077);
  CHECK(replaceFileAtomically(path, asBytes("new"), 0666).ok());
  ::umask(old);
  struct stat status = {};
  CHECK((::stat(path.c_str(), &status) == 0 && (status.st_mode & 0777) == 0600));
  CHECK(errorOf(replaceFileAtomically(directory.path, asBytes("x"), 0600)) ==
        "cannot write '" + directory.path + "': Is a directory");
}

TEST_CASE("a device is written to, not replaced") {
  CHECK(writeFileAtomically("/dev/null", asBytes("x")).ok());
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(errorOf(writeFileAtomically("/dev/full", asBytes("x"))) == "cannot write '/dev/full': No space left on device");
}

TEST_CASE("the system's reason is in the error") {
  TemporaryDirectory directory;
  CHECK(errorOf(writeFileAtomically(directory.path, asBytes("x"))) ==
        "cannot write '" + directory.path + "': Is a directory");
  CHECK(errorOf(writeFileAtomically(directory / "no/a", asBytes("x"))) ==
        "cannot write '" + directory.path + "/no/a': No such file or directory");
  CHECK(writeFileAtomically(directory / "file", asBytes("x")).ok());
  Status status = writeFileAtomically(directory / "file/a", asBytes("x"));
  CHECK(errorOf(status) == "cannot write '" + directory.path + "/file/a': Not a directory");
  CHECK(status.error().code == ErrorCode::inputOutput);
}

TEST_CASE("what cannot be written is told beforehand, in the words of the write") {
  TemporaryDirectory directory;
  CHECK(checkFileIsWritable(directory / "a").ok());
  CHECK(checkFileIsWritable("/dev/null").ok());
  CHECK(directory.names().empty());
  CHECK(errorOf(checkFileIsWritable(directory / "absent/a")) ==
        "cannot write '" + directory.path + "/absent/a': No such file or directory");
  CHECK(errorOf(checkFileIsWritable(directory.path)) == "cannot write '" + directory.path + "': Is a directory");
}

TEST_CASE("a directory without permission is an error") {
  TemporaryDirectory directory;
  ::chmod(directory.path.c_str(), 0555);
  CHECK(inChild([&] {
    if (::geteuid() == 0 && ::seteuid(65534) != 0)
      return false;
    std::string expected = "cannot write '" + directory.path + "/a': Permission denied";
    return errorOf(writeFileAtomically(directory / "a", asBytes("x"))) == expected &&
           errorOf(checkFileIsWritable(directory / "a")) == expected;
  }));
  ::chmod(directory.path.c_str(), 0755);
}

TEST_CASE("a write that fails midway leaves the old file and no temporary one") {
  TemporaryDirectory directory;
  std::string path = directory / "a";
  CHECK(writeFileAtomically(path, asBytes("old")).ok());
  CHECK(inChild([&] {
    // The system refuses the bytes past this size, as it does on a full disk.
    struct rlimit limit = {1000, 1000};
    ::signal(SIGXFSZ, SIG_IGN);
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0)
      return false;
    return errorOf(writeFileAtomically(path, ByteVector(5000))) == "cannot write '" + path + "': File too large";
  }));
  CHECK(contents(path) == "old");
  CHECK(directory.names() == std::set<std::string>{"a"});
}

TEST_CASE("a process killed while it writes leaves the old file whole") {
  TemporaryDirectory directory;
  std::string path = directory / "a";
  CHECK(writeFileAtomically(path, asBytes("old")).ok());
  CHECK_FALSE(inChild([&] {
    // Without a handler SIGXFSZ kills the process in the middle of the write.
    struct rlimit limit = {1000, 1000};
    struct rlimit noCore = {0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
    ::signal(SIGXFSZ, SIG_DFL);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return writeFileAtomically(path, ByteVector(5000)).ok();
  }));
  CHECK(contents(path) == "old");
}
