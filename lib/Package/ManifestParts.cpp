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

static Status readVersion(const Json &root, Manifest &manifest) {
  ManifestPath path;
  const Json *object = findMember(root, "version");
  const Json *major = object ? findMember(*object, "major") : nullptr;
  const Json *minor = object ? findMember(*object, "minor") : nullptr;
  const uint64_t *majorNumber = major ? asUint64(*major) : nullptr;
  const uint64_t *minorNumber = minor ? asUint64(*minor) : nullptr;
  if (!majorNumber || !minorNumber || *majorNumber > UINT32_MAX || *minorNumber > UINT32_MAX)
    return path.key("version").error("is not of the form {{\"major\": 2, \"minor\": 0}}");
  if (*majorNumber != kManifestMajor)
    return path.key("version").error(ErrorCode::incompatible,
                                     "is {}.{}; this reader takes version {} with any minor number", *majorNumber,
                                     *minorNumber, kManifestMajor);
  manifest.major = static_cast<uint32_t>(*majorNumber);
  manifest.minor = static_cast<uint32_t>(*minorNumber);
  return {};
}

/// Refuses features by name before anything else is looked at, since they may
/// change what the rest means. This version has none.
static Status checkRequiredFeatures(const Json &root) {
  ManifestPath path;
  const Json *list = findMember(root, "requires");
  const Json::array_t *features = list ? asArray(*list) : nullptr;
  if (!features)
    return path.error("lacks the key 'requires' with an array of feature names");
  if (features->empty())
    return {};
  const std::string *name = asString(features->front());
  if (!name)
    return path.key("requires").error("holds {}, not feature names", kindName(features->front()));
  return path.key("requires")
      .error(ErrorCode::incompatible, "names the feature '{}', which this reader does not have", *name);
}

Status qdc::readWhole(const Json &root, Manifest &manifest) {
  const JsonMembers *members = asObject(root);
  if (!members)
    return ManifestPath().error("the JSON is {}, not an object", kindName(root));
  if (Status status = readVersion(root, manifest); !status)
    return status;
  if (Status status = checkRequiredFeatures(root); !status)
    return status;
  ReadState state = readStateOf(manifest);
  ManifestPath path;
  FieldReader fields(*members, path, state);
  ManifestVersion version;
  fields("version", version);
  mapFields(fields, manifest);
  fields.finish();
  return std::move(state.status);
}

// How many arrays and objects are around an element.
static constexpr unsigned kKernelDepth = 4, kCodeDepth = 6;

template <typename T>
static void readText(std::string_view text, unsigned depth, const ManifestPath &path, ReadState &state, T &value) {
  if (!state.status)
    return;
  Result<Json> json = parseJson(text, kMaximumJsonDepth - depth);
  if (json)
    readStruct(*json, path, state, value);
  else
    state.fail(path.error("is {}", json.error().message));
}

template <typename T>
static void readCode(const CodeOutline &outline, const ManifestPath &list, ReadState &state, T &code) {
  const ManifestPath place = list.at(outline.place);
  readText(outline.text, kCodeDepth, place, state, code);
  if (code.kernel != outline.kernel)
    state.fail(place.key("kernel").error("is {}, but {} in the index", code.kernel, outline.kernel));
}

void qdc::readPart(const KernelOutline &outline, const ManifestPath &place, ReadState &state, Kernel &kernel) {
  readText(outline.text, kKernelDepth, place, state, kernel);
  if (kernel.name != outline.name || variantOf(kernel) != outline.variant ||
      kernel.specializedValues.empty() == outline.isSpecialized)
    state.fail(place.error("differs from the index in its name, its variant or whether it has specialized values"));
}

void qdc::readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, ImageRegion &region) {
  readCode(outline, list, state, region);
}

void qdc::readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, EntryPoint &entryPoint) {
  readCode(outline, list, state, entryPoint);
}

void qdc::readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, LoopCode &loop) {
  readCode(outline, list, state, loop);
}
