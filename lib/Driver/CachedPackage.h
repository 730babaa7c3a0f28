//===- CachedPackage.h - A package with what was said about it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_CACHEDPACKAGE_H
#define QDC_LIB_DRIVER_CACHEDPACKAGE_H

#include "qdc/Driver/CompilePackage.h"

#include <mutex>
#include <optional>
#include <variant>
#include <vector>

namespace qdc {

/// What a compile gave, as data.
struct CachedPackage {
  /// A diagnostic, or what a tool printed, in the order in which they came. A diagnostic about the source has no name
  /// of a file but `sourceMark`, since another compile may call the source by another name.
  std::vector<std::variant<Diagnostic, std::string>> said;
  ByteVector package;
};

/// No file has this name.
inline constexpr std::string_view sourceMark{"\0source", 7};

ByteVector writeCachedPackage(CachedPackage cached);
/// Nothing, if the bytes are not what writeCachedPackage of this build of qdc made.
std::optional<CachedPackage> readCachedPackage(ByteSpan bytes);

/// Tells `listener` what was said, of a source with this name.
void replay(const CachedPackage &cached, const std::string &sourceName, CompileListener &listener);

/// Passes everything on, and keeps what replay() needs.
class RecordingListener final : public CompileListener {
public:
  RecordingListener(CompileListener &listener, std::string sourceName)
      : listener(listener), sourceName(std::move(sourceName)) {}

  void report(const Diagnostic &diagnostic) override;
  void showToolOutput(const std::string &text) override;
  void beginPhase(const char *name) override { listener.beginPhase(name); }
  void finishImage() override { listener.finishImage(); }
  void log(const std::string &line) override { listener.log(line); }

  /// What came until now, with the package. To be called once, after the compile.
  CachedPackage take(ByteVector package) { return {std::move(said), std::move(package)}; }

private:
  CompileListener &listener;
  std::string sourceName;
  std::mutex recording;
  std::vector<std::variant<Diagnostic, std::string>> said;
};

} // namespace qdc

#endif // QDC_LIB_DRIVER_CACHEDPACKAGE_H
