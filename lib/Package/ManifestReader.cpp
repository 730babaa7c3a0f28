//===- ManifestReader.cpp - JSON to Manifest ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestReader.h"

#include "ManifestFields.h"
#include "ManifestPath.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Package/ManifestVerifier.h"
#include "qdc/Support/Json.h"

#include <charconv>
#include <limits>

using namespace qdc;

namespace {

/// Shared by all objects of one manifest. After the first failure nothing is
/// read any more.
struct ReadState {
  bool ignoreUnknownKeys = false;
  unsigned graphDepth = 0;
  Status status; // the first failure

  void fail(Status failure) {
    if (status)
      status = std::move(failure);
  }
};

std::string listed(std::span<const std::string_view> names) {
  std::string list;
  for (size_t i = 0; i < names.size(); ++i)
    list.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return list;
}

// What does not depend on the type of the member is read out of line, which
// keeps the loader small. After a failure the value does not matter.

void expected(const JsonValue &json, const ManifestPath &where, ReadState &state, std::string_view what) {
  state.fail(where.error("is {}, not {}", json.kindName(), what));
}

/// The two's complement bits of an integer in [minimum, maximum].
uint64_t readInteger(const JsonValue &json, const ManifestPath &where, ReadState &state, int64_t minimum,
                     uint64_t maximum) {
  if (std::optional<uint64_t> number = json.asUint64(); number && *number <= maximum)
    return *number;
  if (std::optional<int64_t> number = json.asInt64(); number && *number < 0 && *number >= minimum)
    return static_cast<uint64_t>(*number);
  state.fail(where.error("is not an integer from {} to {}", minimum, maximum));
  return 0;
}

/// The position of the enumerator's name.
size_t readEnumerator(const JsonValue &json, const ManifestPath &where, ReadState &state, EnumNames known) {
  const std::string *name = json.asString();
  if (!name) {
    expected(json, where, state, formatText("the name of a known {}", known.what));
    return 0;
  }
  for (size_t i = 0; i < known.names.size(); ++i)
    if (known.names[i] == *name)
      return i;
  state.fail(where.error(ErrorCode::incompatible, "is an unknown {}, '{}'; this reader knows {}", known.what, *name,
                         listed(known.names)));
  return 0;
}

uint64_t readBits(const JsonValue &json, const ManifestPath &where, ReadState &state) {
  const std::string *text = json.asString();
  uint64_t value = 0;
  if (text && text->starts_with("0x")) {
    const char *end = text->data() + text->size();
    auto [stop, error] = std::from_chars(text->data() + 2, end, value, 16);
    if (error == std::errc() && stop == end)
      return value;
  }
  state.fail(where.error("is no number of up to 64 bits written like \"0x3f800000\""));
  return 0;
}

SizeExpr readSizeExpr(const JsonValue &json, const ManifestPath &where, ReadState &state) {
  const std::string *text = json.asString();
  if (!text) {
    expected(json, where, state, "a size expression in a string");
    return SizeExpr();
  }
  Result<SizeExpr> parsed = SizeExpr::parse(*text);
  if (parsed)
    return *std::move(parsed);
  state.fail(where.error("is wrong: {}", parsed.error().message));
  return SizeExpr();
}

/// The reading side of mapFields, for one JSON object.
class FieldReader {
public:
  FieldReader(const JsonValue::Object &members, const ManifestPath &path, ReadState &state)
      : members(members), path(path), state(state), isUsed(members.size()) {}

  template <typename T>
  void operator()(std::string_view key, T &value) {
    if (const JsonValue *json = find(key, /*isRequired=*/true))
      read(*json, path.key(key), value);
  }
  template <typename T>
  void operator()(std::string_view key, std::optional<T> &value) {
    if (const JsonValue *json = find(key, /*isRequired=*/false))
      read(*json, path.key(key), value.emplace());
  }
  void bits(std::string_view key, uint64_t &value) {
    if (const JsonValue *json = find(key, /*isRequired=*/true))
      value = readBits(*json, path.key(key), state);
  }

  /// Call when every field was mapped.
  void finish() {
    for (size_t i = 0; i < members.size() && !state.ignoreUnknownKeys; ++i)
      if (!isUsed[i])
        state.fail(path.key(members[i].key).error("is a key that this version of the format does not have"));
  }

private:
  const JsonValue *find(std::string_view key, bool isRequired) {
    if (!state.status)
      return nullptr;
    // Our own writer has the keys in the order in which they are asked for.
    for (size_t tried = 0; tried < members.size(); ++tried) {
      size_t i = (next + tried) % members.size();
      if (members[i].key == key) {
        next = i + 1;
        isUsed[i] = true;
        return &members[i].value;
      }
    }
    if (isRequired)
      state.fail(path.error("lacks the key '{}'", key));
    return nullptr;
  }

  template <typename T>
  void read(const JsonValue &json, const ManifestPath &where, T &value) {
    if constexpr (std::same_as<T, bool>) {
      if (const bool *boolean = json.asBool())
        value = *boolean;
      else
        expected(json, where, state, "true or false");
    } else if constexpr (std::integral<T>) {
      using Limits = std::numeric_limits<T>;
      value = static_cast<T>(readInteger(json, where, state, Limits::min(), Limits::max()));
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(readEnumerator(json, where, state, enumNames(T())));
    } else if (const JsonValue::Object *object = json.asObject()) {
      FieldReader fields(*object, where, state);
      mapFields(fields, value);
      fields.finish();
    } else {
      expected(json, where, state, "an object");
    }
  }

  void read(const JsonValue &json, const ManifestPath &where, std::string &value) {
    if (const std::string *text = json.asString())
      value = *text;
    else
      expected(json, where, state, "a string");
  }
  void read(const JsonValue &json, const ManifestPath &where, SizeExpr &value) {
    value = readSizeExpr(json, where, state);
  }

  template <typename T>
  void read(const JsonValue &json, const ManifestPath &where, std::vector<T> &values) {
    const JsonValue::Array *array = json.asArray();
    if (!array)
      return expected(json, where, state, "an array");
    constexpr bool isGraph = std::same_as<T, Node>;
    if (isGraph && ++state.graphDepth > kMaximumGraphDepth && !array->empty())
      state.fail(where.error("nests deeper than {} levels", kMaximumGraphDepth));
    values.clear();
    // Growing with what was read keeps a wrong file from costing many times its
    // size in memory.
    for (size_t i = 0; i < array->size() && state.status; ++i)
      read((*array)[i], where.at(i), values.emplace_back());
    if (isGraph)
      --state.graphDepth;
  }

  const JsonValue::Object &members;
  const ManifestPath &path;
  ReadState &state;
  std::vector<bool> isUsed;
  size_t next = 0;
};

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

Result<Manifest> qdc::readManifest(std::string_view text) {
  // Every level of the graph takes two levels of JSON.
  Result<JsonValue> root = parseJson(text, 2 * kMaximumGraphDepth + 32);
  if (!root)
    return ManifestPath().error("{}", root.error().message);
  if (!root->asObject())
    return ManifestPath().error("the JSON is {}, not an object", root->kindName());

  Manifest manifest;
  if (Status status = readVersion(*root, manifest); !status)
    return status;
  if (Status status = checkRequiredFeatures(*root); !status)
    return status;

  ReadState state{.ignoreUnknownKeys = manifest.minor > kManifestMinor, .status = {}};
  ManifestPath path;
  FieldReader fields(*root->asObject(), path, state);
  ManifestVersion version;
  fields("version", version);
  mapFields(fields, manifest);
  fields.finish();
  if (!state.status)
    return std::move(state.status);
  if (Status status = verifyManifest(manifest); !status)
    return status;
  return manifest;
}
