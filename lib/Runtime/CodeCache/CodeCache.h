//===- CodeCache.h - Code that a driver compiled, kept ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For backends whose driver compiles code when it is loaded, which takes longer
// than all else at the start of a program. What the driver made is kept in a
// folder, as the compiler keeps packages (qdc/Cache), and taken from there the
// next time. The folder is the user's alone: what lies there is run. Nothing
// that goes wrong with it stands in the way of a load; it is counted and told.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CODECACHE_CODECACHE_H
#define QDRT_CODECACHE_CODECACHE_H

#include "Runtime/Core/Backend.h"

#include "qdc/Cache/CacheFolder.h"

#include <mutex>
#include <optional>

namespace qdrt::loader {

/// The cache of one device, and what became of the code that was loaded there. Keys are as CacheFolder has them.
/// Thread-safe, once it is open.
class CodeCache {
public:
  /// Takes the folder that the options ask for, or else QDRT_CACHE; where neither names one, the cache only counts, as
  /// one that is not opened. A relative path is one of now, whatever the process's folder is later. invalidArgument
  /// says which of the two it is, and why the folder is refused: it is not private to the user.
  qdc::Status open(const qdrt_device_options &options);

  /// From now on it only counts; the reason is its failure. For who opened it alone.
  void close(const qdc::Error &reason);

  /// Whether anything is kept.
  explicit operator bool() const { return folder.has_value(); }

  /// What was kept for a key, in a cache that keeps; empty: nothing. An entry that is damaged or cannot be read is a
  /// failure, and nothing.
  qdc::ByteVector find(const std::string &key);
  /// Keeps the code for a key, likewise, or notes why that failed.
  void keep(const std::string &key, qdc::ByteSpan code);

  void noteCompiled();
  void noteCached();
  /// Why the cache was of no use this time.
  void noteFailure(const qdc::Error &error);

  /// Until now. `firstFailure` lives as long as this.
  CodeUse use() const;

private:
  std::optional<qdc::CacheFolder> folder;
  mutable std::mutex mutex;
  CodeUse counted;
  std::string firstFailure; // does not change once there is one
};

} // namespace qdrt::loader

#endif // QDRT_CODECACHE_CODECACHE_H
