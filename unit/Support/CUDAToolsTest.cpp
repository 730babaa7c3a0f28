//===- CUDAToolsTest.cpp - The programs of a CUDA toolkit -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/CUDATools.h"

#include "TemporaryDirectory.h"

#include "catch2/catch.hpp"

#include <filesystem>
#include <fstream>

using namespace qdc;

static std::string makeTool(const std::string &path, const std::string &script) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST_CASE("ptxas is looked for by option, QDC_PTXAS, CUDA_HOME and PATH, in this order") {
  TemporaryDirectory folder;
  CUDAToolPlaces places{makeTool(folder / "option", ""), makeTool(folder / "variable", ""), folder / "home",
                        folder / "path"};
  makeTool(folder / "home/bin/ptxas", "");
  makeTool(folder / "path/ptxas", "");
  auto found = [&] {
    Result<FoundTool> tool = findPtxas(places);
    REQUIRE(tool);
    return tool->foundBy + " " + tool->path.substr(folder.path.size());
  };
  CHECK(found() == "--ptxas-path /option");
  places.ptxasOption.clear();
  CHECK(found() == "QDC_PTXAS /variable");
  places.ptxasVariable.clear();
  CHECK(found() == "CUDA_HOME /home/bin/ptxas");
  places.cudaHome = folder / "nothing";
  CHECK(found() == "PATH /path/ptxas");
}

TEST_CASE("a ptxas that cannot be run is an error that says what to install or set") {
  Result<FoundTool> tool = findPtxas({"/nowhere/ptxas", "", "", ""});
  REQUIRE(!tool);
  CHECK(tool.error().code == ErrorCode::toolMissing);
  CHECK(tool.error().message ==
        "cannot run '/nowhere/ptxas', which '--ptxas-path' names as ptxas: No such file or directory; install NVIDIA's "
        "CUDA toolkit, or name its ptxas by '--ptxas-path' or the environment variable QDC_PTXAS");
}

TEST_CASE("nvdisasm is looked for in CUDA_HOME and PATH") {
  TemporaryDirectory folder;
  makeTool(folder / "bin/nvdisasm", "");
  CHECK(findNvdisasm({"", "", folder.path, ""})->foundBy == "CUDA_HOME");
  CHECK(findNvdisasm({"", "", "", folder / "bin"})->foundBy == "PATH");
}

TEST_CASE("libdevice is looked for in CUDA_HOME, then beside ptxas") {
  TemporaryDirectory folder;
  makeTool(folder / "home/nvvm/libdevice/libdevice.10.bc", "");
  makeTool(folder / "tools/bin/ptxas", "");
  makeTool(folder / "tools/nvvm/libdevice/libdevice.10.bc", "");
  CUDAToolPlaces places{"", folder / "tools/bin/ptxas", folder / "home", ""};
  CHECK(*findLibdevice(places) == folder / "home/nvvm/libdevice/libdevice.10.bc");
  places.cudaHome = folder / "nothing";
  CHECK(*findLibdevice(places) == folder / "tools/bin/../nvvm/libdevice/libdevice.10.bc");
}

TEST_CASE("where there is no libdevice, the error says where it was looked for and what to do") {
  TemporaryDirectory folder;
  Result<std::string> none = findLibdevice({"", makeTool(folder / "bin/ptxas", ""), folder / "home", ""});
  if (none) {
    WARN("this machine has libdevice where everybody finds it: " << *none);
    return;
  }
  CHECK(none.error().code == ErrorCode::toolMissing);
  CHECK(none.error().message.starts_with("no file 'libdevice.10.bc' was found; looked in '" + folder.path +
                                         "/home/nvvm/libdevice', '" + folder.path + "/bin/../nvvm/libdevice', '"));
  CHECK(none.error().message.ends_with(
      "; install NVIDIA's CUDA toolkit, or name its folder by the environment variable CUDA_HOME"));
}

TEST_CASE("a tool's version is the number behind its release") {
  TemporaryDirectory folder;
  auto version = [&](const std::string &script) {
    return cudaToolVersion({makeTool(folder / "tool", script), "PATH"});
  };
  CHECK(*version("echo ptxas: NVIDIA; echo 'Cuda compilation tools, release 12.4, V12.4.131'; echo Build x") ==
        "12.4.131");
  for (const char *script : {"echo hello", "exit 1", "echo 'release 12.4, V12.4.131'; exit 1"}) {
    CAPTURE(script);
    Result<std::string> none = version(script);
    REQUIRE(!none);
    CHECK(none.error().code == ErrorCode::toolMissing);
    CHECK(none.error().message == "'" + folder.path + "/tool --version' tells no version of a CUDA toolkit");
  }
  CHECK(cudaToolVersion({"/nowhere/tool", "PATH"}).error().code == ErrorCode::toolMissing);
}
