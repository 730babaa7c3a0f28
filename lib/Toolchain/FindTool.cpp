//===- FindTool.cpp - Where another program is ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/FindTool.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace qdc;

/// 0 if the file can be run, else the reason as errno has it.
static int whyNotRunnable(const std::string &path) {
  struct stat file = {};
  if (::stat(path.c_str(), &file) != 0)
    return errno;
  if (S_ISDIR(file.st_mode))
    return EISDIR;
  return ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

/// "CUDA_HOME ('/opt/cuda/bin'), PATH, '/usr/local/cuda/bin'": entries of one name that follow each other are named
/// once, and the folder is said where it is the only one.
static std::string listFolders(const std::vector<NamedPath> &folders) {
  std::string text;
  for (size_t i = 0; i < folders.size(); ++i) {
    const std::string &name = folders[i].name;
    if (folders[i].path.empty() || (i > 0 && folders[i - 1].name == name))
      continue;
    bool isOnlyOne = i + 1 == folders.size() || folders[i + 1].name != name;
    text += (text.empty() ? "" : ", ") +
            (isOnlyOne && name != folders[i].path ? name + " ('" + folders[i].path + "')" : name);
  }
  return text;
}

Result<FoundTool> qdc::findTool(const ToolSearch &search) {
  auto given = std::ranges::find_if(search.files, [](const NamedPath &file) { return !file.path.empty(); });
  if (given != search.files.end()) {
    int reason = whyNotRunnable(given->path);
    if (!reason)
      return FoundTool{given->path, given->name};
    return Error{ErrorCode::toolMissing, "cannot run '" + given->path + "', which '" + given->name + "' names as " +
                                             search.tool + ": " + std::strerror(reason)};
  }
  for (const NamedPath &folder : search.folders) {
    std::string path = folder.path + "/" + search.tool;
    if (!folder.path.empty() && whyNotRunnable(path) == 0)
      return FoundTool{path, folder.name};
  }
  return Error{ErrorCode::toolMissing,
               "no program '" + search.tool + "' was found; looked in " + listFolders(search.folders)};
}

std::vector<NamedPath> qdc::splitPath(const std::string &name, const std::string &value) {
  std::vector<NamedPath> folders;
  for (size_t start = 0; start <= value.size();) {
    size_t end = std::min(value.find(':', start), value.size());
    if (end > start)
      folders.push_back({name, value.substr(start, end - start)});
    start = end + 1;
  }
  return folders;
}
