//===- ManifestOutline.cpp - The outline of a manifest --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestOutline.h"

#include "FieldReader.h"
#include "ManifestParts.h"
#include "VerifierChecks.h"
#include "qdc/Support/JsonScanner.h"

#include <algorithm>

using namespace qdc;

namespace {

/// Walks the manifest to its kernels. What it meets on the way becomes JSON values, in which lists of kernels and of
/// their code are empty.
class OutlineReader {
public:
  explicit OutlineReader(std::string_view text, std::vector<ModuleOutline> &modules)
      : scanner(text), text(text), modules(modules) {}

  JsonValue readRoot();
  /// Whether all that was parsed is JSON, in the shape of JSON.
  bool isValid() { return scanner.isAtEnd() && !hasInvalidPart; }
  /// What is wrong in kernels and their code. There may be more in the values. Keys that this version does not have are
  /// refused by who reads the kernel: the manifest's version is not known here.
  ReadState state = {.ignoreUnknownKeys = true};

private:
  template <typename ReadMember>
  JsonValue readObject(const ManifestPath &path, ReadMember readMember);
  template <typename ReadElement>
  JsonValue readArray(const ManifestPath &path, ReadElement readElement);
  JsonValue parse(std::string_view part, unsigned depth);
  JsonValue readValue();

  JsonValue readModule(const ManifestPath &path);
  JsonValue readImage(ImageOutline &image, const ManifestPath &path);
  void readKernels(std::vector<KernelOutline> &kernels, const ManifestPath &path);
  void readName(std::string &name, const ManifestPath &path);
  void readKernel(KernelOutline &kernel, const ManifestPath &path);
  void readCode(std::vector<CodeOutline> &list, const ManifestPath &path);
  uint32_t readKernelNumber(const ManifestPath &path);
  template <typename ReadElement>
  void forEachObject(const ManifestPath &path, ReadElement readElement);

  JsonScanner scanner;
  const std::string_view text;
  std::vector<ModuleOutline> &modules;
  bool hasInvalidPart = false;
};

/// null where it is no JSON.
JsonValue OutlineReader::parse(std::string_view part, unsigned depth) {
  Result<JsonValue> json = parseJson(part, kMaximumJsonDepth - depth);
  if (json)
    return *std::move(json);
  hasInvalidPart = true;
  return JsonValue();
}

/// The value that comes next.
JsonValue OutlineReader::readValue() {
  const unsigned depth = scanner.depth();
  return parse(scanner.value(), depth);
}

/// The object that comes next. `readMember` is given each key, and reads the value or is null for one like any other.
template <typename ReadMember>
JsonValue OutlineReader::readObject(const ManifestPath &path, ReadMember readMember) {
  JsonValue::Object members;
  scanner.enter();
  while (scanner.next()) {
    members.push_back({std::string(scanner.key()), JsonValue()});
    const std::string &key = members.back().key;
    const ManifestPath here = path.key(key);
    std::optional<JsonValue> special = readMember(key, here);
    members.back().value = special ? *std::move(special) : readValue();
  }
  hasInvalidPart |= repeatedKey(members).has_value();
  return JsonValue(std::move(members));
}

/// The array that comes next. An element that is no object is a value like any other.
template <typename ReadElement>
JsonValue OutlineReader::readArray(const ManifestPath &path, ReadElement readElement) {
  JsonValue::Array elements;
  scanner.enter();
  while (scanner.next()) {
    const ManifestPath here = path.at(elements.size());
    elements.push_back(scanner.peek() == '{' ? readElement(here) : readValue());
  }
  return JsonValue(std::move(elements));
}

/// The elements of the array that comes next, which must be objects.
template <typename ReadElement>
void OutlineReader::forEachObject(const ManifestPath &path, ReadElement readElement) {
  scanner.enter();
  for (size_t place = 0; scanner.next(); ++place) {
    const ManifestPath here = path.at(place);
    if (scanner.peek() == '{')
      readElement(here, place);
    else
      expected(readValue(), here, state, "an object");
  }
}

JsonValue OutlineReader::readRoot() {
  return readObject(ManifestPath(), [&](std::string_view key, const ManifestPath &path) -> std::optional<JsonValue> {
    if (key != "modules" || scanner.peek() != '[')
      return std::nullopt;
    return readArray(path, [&](const ManifestPath &here) { return readModule(here); });
  });
}

JsonValue OutlineReader::readModule(const ManifestPath &path) {
  ModuleOutline &module = modules.emplace_back();
  return readObject(path, [&](std::string_view key, const ManifestPath &here) -> std::optional<JsonValue> {
    if (scanner.peek() != '[')
      return std::nullopt;
    if (key == "images")
      return readArray(here, [&](const ManifestPath &place) { return readImage(module.images.emplace_back(), place); });
    if (key != "kernels")
      return std::nullopt;
    readKernels(module.kernels, here);
    return JsonValue(JsonValue::Array());
  });
}

JsonValue OutlineReader::readImage(ImageOutline &image, const ManifestPath &path) {
  return readObject(path, [&](std::string_view key, const ManifestPath &here) -> std::optional<JsonValue> {
    std::vector<CodeOutline> *list = key == "regions"       ? &image.regions
                                     : key == "entryPoints" ? &image.entryPoints
                                     : key == "loops"       ? &image.loops
                                                            : nullptr;
    if (!list || scanner.peek() != '[')
      return std::nullopt;
    readCode(*list, here);
    return JsonValue(JsonValue::Array());
  });
}

void OutlineReader::readKernels(std::vector<KernelOutline> &kernels, const ManifestPath &path) {
  forEachObject(path, [&](const ManifestPath &here, size_t) { readKernel(kernels.emplace_back(), here); });
}

void OutlineReader::readName(std::string &name, const ManifestPath &path) {
  std::string decoded;
  const unsigned depth = scanner.depth();
  const std::string_view json = scanner.value();
  if (std::optional<std::string_view> string = decodeString(json, decoded))
    name = *string;
  else
    expected(parse(json, depth), path, state, "a string");
}

void OutlineReader::readKernel(KernelOutline &kernel, const ManifestPath &path) {
  const size_t begin = scanner.position();
  bool hasName = false;
  scanner.enter();
  while (scanner.next()) {
    const std::string_view key = scanner.key();
    const ManifestPath here = path.key(key);
    if (key == "name") {
      hasName = true;
      readName(kernel.name, here);
    } else if (key == "checked") {
      CheckedCode checked;
      readStruct(readValue(), here, state, checked);
      kernel.variant = checked.variant;
    } else if (key == "specializedValues" && scanner.peek() == '[') {
      scanner.enter();
      while (scanner.next()) {
        scanner.value();
        kernel.isSpecialized = true;
      }
    } else {
      scanner.value();
    }
  }
  if (!hasName)
    state.fail(path.error("lacks the key 'name'"));
  kernel.text = text.substr(begin, scanner.position() - begin);
}

void OutlineReader::readCode(std::vector<CodeOutline> &list, const ManifestPath &path) {
  forEachObject(path, [&](const ManifestPath &here, size_t place) {
    const size_t begin = scanner.position();
    const uint32_t kernel = readKernelNumber(here);
    list.push_back({kernel, static_cast<uint32_t>(place), text.substr(begin, scanner.position() - begin)});
  });
  std::ranges::sort(list, {}, [](const CodeOutline &code) { return std::pair(code.kernel, code.place); });
}

/// Of the object that comes next.
uint32_t OutlineReader::readKernelNumber(const ManifestPath &path) {
  std::optional<uint64_t> number;
  scanner.enter();
  while (scanner.next()) {
    if (scanner.key() != "kernel") {
      scanner.value();
      continue;
    }
    const ManifestPath here = path.key("kernel");
    number = readInteger(readValue(), here, state, 0, UINT32_MAX);
  }
  if (!number)
    state.fail(path.error("lacks the key 'kernel'"));
  return static_cast<uint32_t>(number.value_or(0));
}

Status readVersion(const JsonValue &root, Manifest &manifest) {
  ManifestPath path;
  const JsonValue *object = root.find("version");
  const JsonValue *major = object ? object->find("major") : nullptr;
  const JsonValue *minor = object ? object->find("minor") : nullptr;
  std::optional<uint64_t> majorNumber = major ? major->asUint64() : std::nullopt;
  std::optional<uint64_t> minorNumber = minor ? minor->asUint64() : std::nullopt;
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
Status checkRequiredFeatures(const JsonValue &root) {
  ManifestPath path;
  const JsonValue *list = root.find("requires");
  const JsonValue::Array *features = list ? list->asArray() : nullptr;
  if (!features)
    return path.error("lacks the key 'requires' with an array of feature names");
  if (features->empty())
    return {};
  const std::string *name = features->front().asString();
  if (!name)
    return path.key("requires").error("holds {}, not feature names", features->front().kindName());
  return path.key("requires")
      .error(ErrorCode::incompatible, "names the feature '{}', which this reader does not have", *name);
}

} // namespace

/// Why a text that has not the shape of JSON is none, or what it is in place of an object.
static Status shapeError(std::string_view text) {
  Result<JsonValue> json = parseJson(text, kMaximumJsonDepth);
  if (!json)
    return ManifestPath().error("{}", json.error().message);
  if (!json->asObject())
    return ManifestPath().error("the JSON is {}, not an object", json->kindName());
  // Not reached, since the outline takes every object that the parser takes; should the two come to differ, a message
  // is better than a crash.
  return ManifestPath().error("not valid JSON");
}

/// Reads all but the version.
static Status readHead(const JsonValue &root, OutlineReader &reader, Manifest &head) {
  if (Status status = readVersion(root, head); !status)
    return status;
  if (Status status = checkRequiredFeatures(root); !status)
    return status;
  ReadState state = readStateOf(head);
  state.status = std::move(reader.state.status);
  ManifestPath path;
  FieldReader fields(*root.asObject(), path, state);
  ManifestVersion version;
  fields("version", version);
  mapFields(fields, head);
  fields.finish();
  return std::move(state.status);
}

Result<ManifestOutline> qdc::readOutline(std::string json) {
  ManifestOutline outline;
  outline.text = std::make_unique<const std::string>(std::move(json));
  const std::string_view text = *outline.text;
  // A parser takes a zero for the end of its text.
  if (text.find('\0') != std::string_view::npos || JsonScanner(text).peek() != '{')
    return shapeError(text);
  OutlineReader reader(text, outline.modules);
  const JsonValue root = reader.readRoot();
  if (!reader.isValid())
    return shapeError(text);
  if (Status status = readHead(root, reader, outline.head); !status)
    return status;
  VerifierChecks checks;
  if (!verifyHead(checks, outline.head, outline.modules))
    return std::move(checks.status);
  return outline;
}
