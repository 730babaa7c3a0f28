//===- CUDATools.cpp - The programs of a CUDA toolkit ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/CUDATools.h"

#include "qdc/Support/Process.h"

#include <unistd.h>

using namespace qdc;

/// Where NVIDIA's installer, Debian's package and Arch's put a toolkit.
static constexpr const char *usualFolders[] = {"/usr/local/cuda/bin", "/opt/cuda/bin",
                                               "/usr/lib/nvidia-cuda-toolkit/bin"};

static constexpr const char *usualLibdeviceFolders[] = {"/usr/local/cuda/nvvm/libdevice", "/opt/cuda/nvvm/libdevice",
                                                        "/usr/lib/nvidia-cuda-toolkit/libdevice"};

static std::vector<NamedPath> toolkitFolders(const CUDAToolPlaces &places) {
  std::vector<NamedPath> folders;
  if (!places.cudaHome.empty())
    folders.push_back({"CUDA_HOME", places.cudaHome + "/bin"});
  for (NamedPath &folder : splitPath("PATH", places.path))
    folders.push_back(std::move(folder));
  for (const char *folder : usualFolders)
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

Result<std::string> qdc::findLibdevice(const CUDAToolPlaces &places) {
  constexpr const char *kFile = "libdevice.10.bc";
  std::string looked;
  auto holds = [&](const std::string &folder) {
    looked += (looked.empty() ? "'" : ", '") + folder + "'";
    return ::access((folder + "/" + kFile).c_str(), R_OK) == 0;
  };
  std::vector<std::string> folders;
  if (!places.cudaHome.empty())
    folders.push_back(places.cudaHome + "/nvvm/libdevice");
  if (Result<FoundTool> ptxas = findPtxas(places))
    folders.push_back(ptxas->path.substr(0, ptxas->path.rfind('/') + 1) + "../nvvm/libdevice");
  for (const char *folder : usualLibdeviceFolders)
    folders.push_back(folder);
  for (const std::string &folder : folders)
    if (holds(folder))
      return folder + "/" + kFile;
  return Error{ErrorCode::toolMissing, "no file '" + std::string(kFile) + "' was found; looked in " + looked +
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
