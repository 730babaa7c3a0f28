//===- ManifestWriter.cpp - Manifest to JSON ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestWriter.h"

#include "ManifestFields.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/Json.h"

using namespace qdc;

namespace {

/// The writing side of mapFields.
class FieldWriter {
public:
  explicit FieldWriter(JsonWriter &json) : json(json) {}

  template <typename T>
  void operator()(std::string_view key, const T &value) {
    json.key(key);
    write(value);
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

private:
  template <typename T>
  static bool isDefault(const T &value) {
    if constexpr (requires { value.empty(); })
      return value.empty();
    else
      return value == T();
  }

  template <typename T>
  void write(const T &value) {
    if constexpr (std::integral<T>) {
      json.value(value);
    } else if constexpr (std::is_enum_v<T>) {
      json.value(enumName(value));
    } else {
      json.beginObject();
      mapFields(*this, value);
      json.endObject();
    }
  }
  void write(const std::string &value) { json.value(value); }
  void write(const SizeExpr &value) { json.value(value.str()); }
  template <typename T>
  void write(const std::vector<T> &values) {
    json.beginArray();
    for (const T &value : values)
      write(value);
    json.endArray();
  }

  JsonWriter &json;
};

} // namespace

std::string qdc::writeManifest(const Manifest &manifest, unsigned indent) {
  JsonWriter json(indent);
  FieldWriter fields(json);
  json.beginObject();
  fields("version", ManifestVersion{manifest.major, manifest.minor});
  mapFields(fields, manifest);
  json.endObject();
  return json.take();
}
