//===- CUDAToolsTest.cpp - The programs of a CUDA toolkit -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/CUDATools.h"

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

TEST_CASE("ptxas is looked for by option, QDC_PTXAS, CUDA_HOME, PATH and the usual folders, in this order") {
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
  places.path = folder / "nothing";
  places.usualFolders = {folder / "nothing", folder / "usual"};
  makeTool(folder / "usual/ptxas", "");
  CHECK(found() == folder / "usual" + " /usual/ptxas");
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

TEST_CASE("libdevice is that of the toolkit of ptxas, whichever way ptxas is found") {
  TemporaryDirectory folder;
  for (const char *toolkit : {"option", "variable", "home", "path"}) {
    makeTool(folder / (std::string(toolkit) + "/bin/ptxas"), "");
    makeTool(folder / (std::string(toolkit) + "/nvvm/libdevice/libdevice.10.bc"), "");
  }
  CUDAToolPlaces places{folder / "option/bin/ptxas", folder / "variable/bin/ptxas", folder / "home",
                        folder / "path/bin"};
  auto foundIn = [&](const char *toolkit) {
    return *findLibdevice(places) == folder / (std::string(toolkit) + "/nvvm/libdevice/libdevice.10.bc");
  };
  CHECK(foundIn("option"));
  places.ptxasOption.clear();
  CHECK(foundIn("variable"));
  places.ptxasVariable.clear();
  CHECK(foundIn("home"));
  places.cudaHome = folder / "nothing";
  CHECK(foundIn("path"));
}

TEST_CASE("libdevice is found in Debian's folders, and in the toolkit that a link leads to") {
  TemporaryDirectory folder;
  std::string ptxas = makeTool(folder / "usr/bin/ptxas", "");
  makeTool(folder / "usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc", "");
  CHECK(*findLibdevice({ptxas, "", "", ""}) == folder / "usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
  CHECK(*findLibdevice({makeTool(folder / "usr/lib/nvidia-cuda-toolkit/bin/ptxas", ""), "", "", ""}) ==
        folder / "usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
  std::filesystem::create_directories(folder / "links");
  std::filesystem::create_symlink(ptxas, folder / "links/ptxas");
  CHECK(*findLibdevice({"", folder / "links/ptxas", "", ""}) ==
        folder / "usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
}

TEST_CASE("without a ptxas, libdevice is that of CUDA_HOME, or else of the usual folders") {
  TemporaryDirectory folder;
  makeTool(folder / "home/nvvm/libdevice/libdevice.10.bc", "");
  makeTool(folder / "usual/nvvm/libdevice/libdevice.10.bc", "");
  CUDAToolPlaces places{"", "", folder / "home", "", {folder / "nothing/bin", folder / "usual/bin"}};
  CHECK(*findLibdevice(places) == folder / "home/nvvm/libdevice/libdevice.10.bc");
  places.cudaHome.clear();
  CHECK(*findLibdevice(places) == folder / "usual/nvvm/libdevice/libdevice.10.bc");
}

TEST_CASE("libdevice of another toolkit than that of ptxas is not taken") {
  TemporaryDirectory folder;
  makeTool(folder / "home/bin/ptxas", "");
  makeTool(folder / "home/nvvm/libdevice/libdevice.10.bc", "");
  std::string ptxas = makeTool(folder / "bin/ptxas", "");
  Result<std::string> none = findLibdevice({"", ptxas, folder / "home", ""});
  REQUIRE(!none);
  CHECK(none.error().code == ErrorCode::toolMissing);
  CHECK(none.error().message == "no file 'libdevice.10.bc' was found in the toolkit of '" + ptxas +
                                    "', by QDC_PTXAS; looked in '" + folder.path + "/nvvm/libdevice', '" + folder.path +
                                    "/libdevice', '" + folder.path +
                                    "/lib/nvidia-cuda-toolkit/libdevice'; name the ptxas of a whole CUDA "
                                    "toolkit by '--ptxas-path' or the environment variable QDC_PTXAS");

  CUDAToolPlaces bad{folder / "nothing/ptxas", "", folder / "home", ""};
  CHECK(findLibdevice(bad).error().code == ErrorCode::toolMissing);
  CHECK(findLibdevice(bad).error().message == findPtxas(bad).error().message);
}

TEST_CASE("where there is no toolkit, the error says where libdevice was looked for and what to do") {
  TemporaryDirectory folder;
  Result<std::string> none = findLibdevice({"", "", folder / "home", "", {"/nowhere/bin"}});
  REQUIRE(!none);
  CHECK(none.error().code == ErrorCode::toolMissing);
  CHECK(none.error().message ==
        "no file 'libdevice.10.bc' was found; looked in '" + folder.path + "/home/nvvm/libdevice', '" + folder.path +
            "/home/libdevice', '" + folder.path +
            "/home/lib/nvidia-cuda-toolkit/libdevice', '/nowhere/nvvm/libdevice', '/nowhere/libdevice', "
            "'/nowhere/lib/nvidia-cuda-toolkit/libdevice'; install NVIDIA's CUDA toolkit, or name its folder by the "
            "environment variable CUDA_HOME");
}

TEST_CASE("a tool's version is the number after its release") {
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
