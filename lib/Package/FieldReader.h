//===- FieldReader.h - A JSON object to a struct ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_FIELDREADER_H
#define QDC_LIB_PACKAGE_FIELDREADER_H

#include "ManifestFields.h"
#include "ManifestPath.h"
#include "qdc/Support/JsonValue.h"

#include <limits>

namespace qdc {

/// Shared by all objects that are read together. After the first failure nothing
/// is read any more.
struct ReadState {
  bool ignoreUnknownKeys = false;
  unsigned graphDepth = 0;
  Status status = {}; // the first failure

  void fail(Status failure) {
    if (status)
      status = std::move(failure);
  }
};

// What does not depend on the type of the member is read out of line, which
// keeps the loader small. After a failure the value does not matter.

/// Fails: the value is not `what`.
void expected(const Json &json, const ManifestPath &where, ReadState &state, std::string_view what);
/// The two's complement bits of an integer in [minimum, maximum].
uint64_t readInteger(const Json &json, const ManifestPath &where, ReadState &state, int64_t minimum, uint64_t maximum);
/// The position of the enumerator's name.
size_t readEnumerator(const Json &json, const ManifestPath &where, ReadState &state, EnumNames known);
uint64_t readBits(const Json &json, const ManifestPath &where, ReadState &state);
SizeExpr readSizeExpr(const Json &json, const ManifestPath &where, ReadState &state);

/// A struct that has mapFields.
template <typename T>
void readStruct(const Json &json, const ManifestPath &where, ReadState &state, T &value);

/// The reading side of mapFields, for one JSON object. Members start with the values that their struct gives them.
class FieldReader {
public:
  FieldReader(const JsonMembers &members, const ManifestPath &path, ReadState &state)
      : members(members), path(path), state(state), isUsed(members.size()) {}

  template <typename T>
  void operator()(std::string_view key, T &value) {
    if (const Json *json = find(key, /*isRequired=*/true))
      read(*json, path.key(key), value);
  }
  template <typename T>
  void operator()(std::string_view key, std::optional<T> &value) {
    if (const Json *json = find(key, /*isRequired=*/false))
      read(*json, path.key(key), value.emplace());
  }
  template <typename T>
  void unlessDefault(std::string_view key, T &value) {
    if (const Json *json = find(key, /*isRequired=*/false))
      read(*json, path.key(key), value);
  }
  void bits(std::string_view key, uint64_t &value) {
    if (const Json *json = find(key, /*isRequired=*/true))
      value = readBits(*json, path.key(key), state);
  }

  /// Call when every field was mapped.
  void finish() {
    for (size_t i = 0; i < members.size() && !state.ignoreUnknownKeys; ++i)
      if (!isUsed[i])
        state.fail(path.key(members[i].first).error("is a key that this version of the format does not have"));
  }

private:
  /// The value of a key, or null: it is not there, or something failed earlier. It fails for a required one.
  const Json *find(std::string_view key, bool isRequired);

  template <typename T>
  void read(const Json &json, const ManifestPath &where, T &value) {
    if constexpr (std::same_as<T, bool>) {
      if (const bool *boolean = asBool(json))
        value = *boolean;
      else
        expected(json, where, state, "true or false");
    } else if constexpr (std::integral<T>) {
      using Limits = std::numeric_limits<T>;
      value = static_cast<T>(readInteger(json, where, state, Limits::min(), Limits::max()));
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(readEnumerator(json, where, state, enumNames(T())));
    } else {
      readStruct(json, where, state, value);
    }
  }

  void read(const Json &json, const ManifestPath &where, std::string &value) {
    if (const std::string *text = asString(json))
      value = *text;
    else
      expected(json, where, state, "a string");
  }
  void read(const Json &json, const ManifestPath &where, SizeExpr &value) { value = readSizeExpr(json, where, state); }

  template <typename T>
  void read(const Json &json, const ManifestPath &where, std::vector<T> &values) {
    const Json::array_t *array = asArray(json);
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

  const JsonMembers &members;
  const ManifestPath &path;
  ReadState &state;
  std::vector<bool> isUsed;
  size_t next = 0;
};

template <typename T>
void readStruct(const Json &json, const ManifestPath &where, ReadState &state, T &value) {
  const JsonMembers *object = asObject(json);
  if (!object)
    return expected(json, where, state, "an object");
  FieldReader fields(*object, where, state);
  mapFields(fields, value);
  fields.finish();
}

} // namespace qdc

#endif // QDC_LIB_PACKAGE_FIELDREADER_H
