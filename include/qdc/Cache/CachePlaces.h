//===- CachePlaces.h - The places of a compile's cache ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEPLACES_H
#define QDC_CACHE_CACHEPLACES_H

#include "qdc/Cache/CacheFolder.h"
#include "qdc/Cache/CacheServer.h"

#include <memory>
#include <optional>

namespace qdc {

/// A folder, a server, both or none. With both, the folder is asked first, and given what the server has.
struct CachePlaces {
  std::optional<CacheFolder> folder;
  std::unique_ptr<CacheServer> server;

  bool areThere() const { return folder || server; }
  /// Whether any of them is given entries still.
  bool takesEntries() const { return folder || (server && server->takesEntries()); }
};

} // namespace qdc

#endif // QDC_CACHE_CACHEPLACES_H
