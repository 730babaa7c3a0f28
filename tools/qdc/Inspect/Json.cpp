//===- Json.cpp - A package for a program ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"
#include "Inspect/PackageSummary.h"

using namespace qdc;

std::string qdc::inspectJson(const PackageSummary &package) {
  JsonWriter json;
  json.beginObject();
  json.key("file");
  json.value(package.path);
  json.key("bytes");
  json.value(package.bytes);
  json.key("manifest_bytes");
  json.value(package.manifestText.size());
  json.key("data_bytes");
  json.value(package.dataBytes);
  json.key("image_bytes");
  json.beginArray();
  for (uint64_t bytes : package.imageBytes)
    json.value(bytes);
  json.endArray();
  json.endObject();
  // The manifest goes in as stored, which is what its digest and schema are about.
  std::string text = json.take();
  text.pop_back();
  return text + ",\"manifest\":" + package.manifestText + "}\n";
}
