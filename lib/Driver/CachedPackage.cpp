//===- CachedPackage.cpp - A package with what was said about it ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CachedPackage.h"

#include "Archive.h"

namespace qdc {

template <typename Bytes>
static void archive(Bytes &bytes, Diagnostic &diagnostic) {
  auto &[severity, file, line, column, message, notes, option] = diagnostic;
  archive(bytes, severity, file, line, column, message, notes, option);
}

template <typename Bytes>
static void archive(Bytes &bytes, CachedPackage &cached) {
  auto &[said, package] = cached;
  archive(bytes, said, package);
}

ByteVector writeCachedPackage(CachedPackage cached) { return toArchive(std::move(cached)); }

std::optional<CachedPackage> readCachedPackage(ByteSpan bytes) { return fromArchive<CachedPackage>(bytes); }

/// The diagnostic with another name in the place of one.
static Diagnostic renamed(Diagnostic diagnostic, std::string_view from, std::string_view to) {
  if (diagnostic.file == from)
    diagnostic.file = to;
  for (Diagnostic &note : diagnostic.notes)
    note = renamed(std::move(note), from, to);
  return diagnostic;
}

void replay(const CachedPackage &cached, const std::string &sourceName, CompileListener &listener) {
  for (const auto &each : cached.said)
    if (const auto *diagnostic = std::get_if<Diagnostic>(&each))
      listener.report(renamed(*diagnostic, sourceMark, sourceName));
    else
      listener.showToolOutput(std::get<std::string>(each));
}

void RecordingListener::report(const Diagnostic &diagnostic) {
  listener.report(diagnostic);
  std::lock_guard lock(recording);
  said.emplace_back(renamed(diagnostic, sourceName, sourceMark));
}

void RecordingListener::showToolOutput(const std::string &text) {
  listener.showToolOutput(text);
  std::lock_guard lock(recording);
  said.emplace_back(text);
}

} // namespace qdc
