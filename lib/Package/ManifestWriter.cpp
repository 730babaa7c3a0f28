//===- ManifestWriter.cpp - Manifest to JSON ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestWriter.h"

#include "ManifestFields.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/JsonValue.h"

using namespace qdc;

namespace {

template <typename T>
Json fieldsOf(const T &value);

template <typename T>
Json jsonOf(const T &value) {
  if constexpr (std::integral<T>)
    return value;
  else if constexpr (std::is_enum_v<T>)
    return enumName(value);
  else
    return fieldsOf(value);
}
Json jsonOf(const std::string &value) { return value; }
Json jsonOf(const SizeExpr &value) { return value.str(); }
template <typename T>
Json jsonOf(const std::vector<T> &values) {
  Json array = Json::array();
  for (const T &value : values)
    array.push_back(jsonOf(value));
  return array;
}

/// The writing side of mapFields, which has each key once.
class FieldWriter {
public:
  template <typename T>
  void operator()(std::string_view key, const T &value) {
    object.emplace_back(key, jsonOf(value));
  }
  template <typename T>
  void operator()(std::string_view key, const std::optional<T> &value) {
    if (value)
      (*this)(key, *value);
  }
  template <typename T>
  void unlessDefault(std::string_view key, const T &value) {
    if (!isDefault(value))
      (*this)(key, value);
  }
  void bits(std::string_view key, uint64_t value) {
    std::string text = "0x";
    for (int shift = 60; shift >= 0; shift -= 4)
      if (value >> shift != 0 || shift == 0)
        text += "0123456789abcdef"[value >> shift & 15];
    (*this)(key, text);
  }

  Json::object_t object;

private:
  template <typename T>
  static bool isDefault(const T &value) {
    if constexpr (requires { value.empty(); })
      return value.empty();
    else
      return value == T();
  }
};

template <typename T>
Json fieldsOf(const T &value) {
  FieldWriter fields;
  mapFields(fields, value);
  return std::move(fields.object);
}

} // namespace

std::string qdc::writeManifest(const Manifest &manifest, unsigned indent) {
  FieldWriter fields;
  fields("version", ManifestVersion{manifest.major, manifest.minor});
  mapFields(fields, manifest);
  return writeJson(std::move(fields.object), indent);
}
