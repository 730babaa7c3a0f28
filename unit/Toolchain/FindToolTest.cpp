//===- FindToolTest.cpp - Where another program is ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/FindTool.h"

#include "TemporaryDirectory.h"

#include "catch2/catch.hpp"

#include <filesystem>
#include <fstream>

using namespace qdc;

static std::string makeFile(const std::string &path, bool isRunnable) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << "#!/bin/sh\n";
  auto permissions = isRunnable ? std::filesystem::perms::owner_all : std::filesystem::perms::owner_read;
  std::filesystem::permissions(path, permissions);
  return path;
}

TEST_CASE("a file that is given is the tool, whatever the folders have") {
  TemporaryDirectory folder;
  makeFile(folder / "bin/tool", true);
  std::string given = makeFile(folder / "other", true);
  Result<FoundTool> found = findTool({"tool", {{"--tool-path", ""}, {"TOOL", given}}, {{"PATH", folder / "bin"}}});
  REQUIRE(found);
  CHECK(found->path == given);
  CHECK(found->foundBy == "TOOL");
}

TEST_CASE("a given file that cannot be run is refused, and not replaced by another one") {
  TemporaryDirectory folder;
  makeFile(folder / "bin/tool", true);
  auto message = [&](const std::string &given) {
    Result<FoundTool> found = findTool({"tool", {{"--tool-path", given}}, {{"PATH", folder / "bin"}}});
    REQUIRE(!found);
    CHECK(found.error().code == ErrorCode::toolMissing);
    return found.error().message;
  };
  std::string start = "cannot run '" + folder.path;
  CHECK(message(folder / "none") == start + "/none', which '--tool-path' names as tool: No such file or directory");
  CHECK(message(folder / "bin") == start + "/bin', which '--tool-path' names as tool: Is a directory");
  makeFile(folder / "text", false);
  CHECK(message(folder / "text") == start + "/text', which '--tool-path' names as tool: Permission denied");
}

TEST_CASE("the first folder that has the tool wins; one that is no program is passed over") {
  TemporaryDirectory folder;
  makeFile(folder / "a/tool", false);
  std::filesystem::create_directories(folder / "b/tool");
  makeFile(folder / "c/tool", true);
  makeFile(folder / "d/tool", true);
  Result<FoundTool> found = findTool(
      {"tool", {}, {{"HOME", folder / "a"}, {"PATH", folder / "b"}, {"PATH", folder / "c"}, {"PATH", folder / "d"}}});
  REQUIRE(found);
  CHECK(found->path == folder / "c/tool");
  CHECK(found->foundBy == "PATH");
}

TEST_CASE("a tool that is nowhere is an error that says where it was looked for") {
  Result<FoundTool> found = findTool(
      {"tool", {{"--tool-path", ""}}, {{"HOME", "/a/bin"}, {"PATH", "/b"}, {"PATH", "/c"}, {"/usual", "/usual"}}});
  REQUIRE(!found);
  CHECK(found.error().code == ErrorCode::toolMissing);
  CHECK(found.error().message == "no program 'tool' was found; looked in HOME ('/a/bin'), PATH, /usual");
}

TEST_CASE("a path's folders come in order, without the working directory") {
  auto folders = [](const std::string &value) {
    std::vector<std::string> paths;
    for (const NamedPath &folder : splitPath("PATH", value)) {
      CHECK(folder.name == "PATH");
      paths.push_back(folder.path);
    }
    return paths;
  };
  CHECK(folders("/a:/b/c").size() == 2);
  CHECK(folders("/a:/b/c")[1] == "/b/c");
  CHECK(folders(":/a::") == std::vector<std::string>{"/a"});
  CHECK(folders("").empty());
}
