//===- PrivatePathTest.cpp - Files that are one user's alone --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/PrivatePath.h"

#include "TemporaryDirectory.h"
#include "qdc/Support/FileDescriptor.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

using namespace qdc;
namespace fs = std::filesystem;

static std::string finding(const std::string &path, ErrorCode code = ErrorCode::invalidArgument) {
  Status status = checkPrivate(path);
  CHECK((status.ok() || status.error().code == code));
  return status ? "" : status.error().message;
}

TEST_CASE("a file or a folder is private as long as nobody else may write it") {
  TemporaryDirectory folder;
  const std::string file = folder / "file", link = folder / "link";
  std::ofstream(file) << "text";
  fs::create_symlink(file, link);
  for (int mode : {0600, 0644, 0755, 0400}) {
    fs::permissions(file, static_cast<fs::perms>(mode));
    CHECK(finding(file) == "");
    CHECK(finding(link) == "");
  }
  for (int mode : {0620, 0602, 0666, 0777}) {
    CAPTURE(mode);
    fs::permissions(file, static_cast<fs::perms>(mode));
    for (const std::string &path : {file, link})
      CHECK(finding(path) ==
            "'" + path + "' can be written by others; only its owner may write it, as after 'chmod go-w'");
  }
  CHECK(finding(folder.path) == "");
}

TEST_CASE("what is open is looked at, whatever has its name now") {
  TemporaryDirectory folder;
  const std::string file = folder / "file";
  std::ofstream(file) << "text";
  fs::permissions(file, fs::perms{0666});
  const FileDescriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  fs::remove(file);
  std::ofstream(file) << "text";
  CHECK(finding(file) == "");
  struct stat status = {};
  REQUIRE(::fstat(open.get(), &status) == 0);
  CHECK(checkPrivate(status, file).error().message ==
        "'" + file + "' can be written by others; only its owner may write it, as after 'chmod go-w'");
}

TEST_CASE("what is not there is nobody's, and what belongs to others is told") {
  TemporaryDirectory folder;
  CHECK(finding(folder / "none") == "");
  CHECK(finding(folder / "none/inside") == "");
  CHECK(finding("/" + std::string(300, 'x'), ErrorCode::inputOutput) ==
        "cannot look at '/" + std::string(300, 'x') + "': File name too long");
  const uid_t user = ::geteuid();
  const std::string path = folder / "other";
  std::ofstream(path) << "text";
  const bool isRoot = user == 0; // who alone gives files away; others look at a file of root
  REQUIRE((!isRoot || ::chown(path.c_str(), 12345, 12345) == 0));
  CHECK(finding(isRoot ? path : "/") == "'" + (isRoot ? path : "/") + "' belongs to user " + (isRoot ? "12345" : "0") +
                                            "; it has to belong to user " + std::to_string(user) + ", who runs this");
}
