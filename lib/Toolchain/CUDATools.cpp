//===- CUDATools.cpp - The programs of a CUDA toolkit ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/CUDATools.h"

#include "qdc/Toolchain/Process.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <unistd.h>

using namespace qdc;

/// Where the library is, seen from the folder that holds bin: in a toolkit of NVIDIA, and in Debian's two.
static constexpr const char *libdeviceFolders[] = {"/nvvm/libdevice", "/libdevice",
                                                   "/lib/nvidia-cuda-toolkit/libdevice"};

static constexpr const char *libdeviceFile = "libdevice.10.bc";

/// The one order in which toolkits are looked for.
static std::vector<NamedPath> toolkitFolders(const CUDAToolPlaces &places) {
  std::vector<NamedPath> folders;
  if (!places.cudaHome.empty())
    folders.push_back({"CUDA_HOME", places.cudaHome + "/bin"});
  for (NamedPath &folder : splitPath("PATH", places.path))
    folders.push_back(std::move(folder));
  for (const std::string &folder : places.usualFolders)
    folders.push_back({folder, folder});
  return folders;
}

Result<FoundTool> qdc::findPtxas(const CUDAToolPlaces &places) {
  Result<FoundTool> tool = findTool(
      {"ptxas", {{"--ptxas-path", places.ptxasOption}, {"QDC_PTXAS", places.ptxasVariable}}, toolkitFolders(places)});
  if (tool)
    return tool;
  return Error{tool.error().code, tool.error().message +
                                      "; install NVIDIA's CUDA toolkit, or name its ptxas by '--ptxas-path' or the "
                                      "environment variable QDC_PTXAS"};
}

Result<FoundTool> qdc::findNvdisasm(const CUDAToolPlaces &places) {
  Result<FoundTool> tool = findTool({"nvdisasm", {}, toolkitFolders(places)});
  if (tool)
    return tool;
  return Error{tool.error().code, tool.error().message +
                                      "; install NVIDIA's CUDA toolkit, or name its folder by the environment "
                                      "variable CUDA_HOME"};
}

static std::string folderOf(const std::string &path) { return path.substr(0, path.find_last_of('/')); }

/// The folders of the toolkit that a program belongs to: its own, and that of the file it links to.
static std::vector<std::string> programFolders(const std::string &path) {
  std::vector<std::string> folders = {path.find('/') == std::string::npos ? "." : folderOf(path)};
  std::unique_ptr<char, decltype(&std::free)> target(::realpath(path.c_str(), nullptr), &std::free);
  if (target && folderOf(target.get()) != folders.front())
    folders.push_back(folderOf(target.get()));
  return folders;
}

/// The toolkit whose programs are in that folder.
static std::string toolkitOf(const std::string &programs) {
  return programs.ends_with("/bin") ? folderOf(programs) : programs + "/..";
}

/// The first file that can be read; `looked` becomes the list of folders, for messages.
static std::optional<std::string> libdeviceIn(const std::vector<std::string> &programFolders, std::string &looked) {
  for (const std::string &programs : programFolders)
    for (const char *folder : libdeviceFolders) {
      std::string path = toolkitOf(programs) + folder + "/" + libdeviceFile;
      if (::access(path.c_str(), R_OK) == 0)
        return path;
      looked += (looked.empty() ? "'" : ", '") + toolkitOf(programs) + folder + "'";
    }
  return std::nullopt;
}

Result<std::string> qdc::findLibdevice(const CUDAToolPlaces &places) {
  Result<FoundTool> ptxas = findPtxas(places);
  bool isNamed = !places.ptxasOption.empty() || !places.ptxasVariable.empty();
  if (!ptxas && isNamed)
    return ptxas.error();
  std::vector<std::string> folders;
  if (ptxas)
    folders = programFolders(ptxas->path);
  else
    for (const NamedPath &folder : toolkitFolders({"", "", places.cudaHome, "", places.usualFolders}))
      folders.push_back(folder.path);
  std::string looked;
  if (std::optional<std::string> path = libdeviceIn(folders, looked))
    return *std::move(path);
  std::string message = "no file '" + std::string(libdeviceFile) + "' was found";
  if (ptxas)
    return Error{ErrorCode::toolMissing, message + " in the toolkit of '" + ptxas->path + "', by " + ptxas->foundBy +
                                             "; looked in " + looked +
                                             "; name the ptxas of a whole CUDA toolkit by '--ptxas-path' or the "
                                             "environment variable QDC_PTXAS"};
  return Error{ErrorCode::toolMissing, message + "; looked in " + looked +
                                           "; install NVIDIA's CUDA toolkit, or name its folder by the environment "
                                           "variable CUDA_HOME"};
}

Result<std::string> qdc::cudaToolVersion(const FoundTool &tool) {
  Result<ProcessResult> result = runProcess(tool.path, {"--version"});
  if (!result)
    return Error{ErrorCode::toolMissing, result.error().message};
  // Cuda compilation tools, release 13.0, V13.0.88
  constexpr std::string_view marker = ", V";
  size_t release = result->output.find("release ");
  size_t start = release == std::string::npos ? release : result->output.find(marker, release);
  if (!result->succeeded() || start == std::string::npos)
    return Error{ErrorCode::toolMissing, "'" + tool.path + " --version' tells no version of a CUDA toolkit"};
  start += marker.size();
  size_t end = result->output.find_first_not_of("0123456789.", start);
  return result->output.substr(start, end == std::string::npos ? end : end - start);
}
