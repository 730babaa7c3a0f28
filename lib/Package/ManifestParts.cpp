//===- ManifestParts.cpp - Parts of a manifest's text ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ManifestParts.h"

using namespace qdc;

ReadState qdc::readStateOf(const Manifest &manifest) {
  return {.ignoreUnknownKeys = manifest.minor > kManifestMinor, .status = {}};
}

// How many arrays and objects are around an element.
static constexpr unsigned kKernelDepth = 4, kCodeDepth = 6;

template <typename T>
static void readText(std::string_view text, unsigned depth, const ManifestPath &path, ReadState &state, T &value) {
  if (!state.status)
    return;
  Result<JsonValue> json = parseJson(text, kMaximumJsonDepth - depth);
  if (json)
    readStruct(*json, path, state, value);
  else
    state.fail(path.error("is {}", json.error().message));
}

void qdc::readPart(const KernelOutline &outline, const ManifestPath &place, ReadState &state, Kernel &kernel) {
  readText(outline.text, kKernelDepth, place, state, kernel);
}

void qdc::readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, ImageRegion &region) {
  readText(outline.text, kCodeDepth, list.at(outline.place), state, region);
}

void qdc::readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, EntryPoint &entryPoint) {
  readText(outline.text, kCodeDepth, list.at(outline.place), state, entryPoint);
}

void qdc::readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, LoopCode &loop) {
  readText(outline.text, kCodeDepth, list.at(outline.place), state, loop);
}
