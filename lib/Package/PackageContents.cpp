//===- PackageContents.cpp - What a package was written from --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageContents.h"

#include "PackageKeys.h"
#include "qdc/Package/Container.h"

#include <cassert>

using namespace qdc;

static std::string textOf(const ContainerEntry &entry, std::string_view key) {
  const std::string *value = entry.find(key);
  return value ? *value : std::string();
}

std::vector<ModuleContents> qdc::contentsOf(const Package &package, ByteSpan bytes) {
  Result<std::vector<ContainerEntry>> entries = readContainer(bytes);
  assert(entries && "the package was read from these bytes");
  // Images stand in the order of the modules and their lists, with data between them.
  std::vector<const ContainerEntry *> images;
  for (const ContainerEntry &entry : *entries)
    if (textOf(entry, kKindKey) == kImageKind)
      images.push_back(&entry);
  std::vector<ModuleContents> contents;
  size_t number = 0;
  for (const ModuleBytes &module : package.modules) {
    ModuleContents &part = contents.emplace_back();
    part.data = module.data;
    for (ByteSpan image : module.images) {
      const ContainerEntry &entry = *images[number++];
      part.images.push_back({image, textOf(entry, kTripleKey), textOf(entry, kArchitectureKey)});
    }
  }
  return contents;
}
