//===- Json.cpp - A package for a program ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"
#include "Inspect/Labels.h"
#include "Inspect/PackageSummary.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

/// What the code of an image says about itself: null for a CPU's.
static void writeCode(JsonWriter &json, const ImageCode &code) {
  if (code.ptxVersion.empty() && code.kernels.empty()) {
    json.null();
    return;
  }
  json.beginObject();
  if (!code.ptxVersion.empty()) {
    json.key("ptx_version");
    json.value(code.ptxVersion);
    json.key("ptx_target");
    json.value(code.ptxTarget);
  }
  json.key("entry_points");
  json.beginArray();
  for (const CubinKernel &kernel : code.kernels) {
    json.beginObject();
    json.key("symbol");
    json.value(kernel.symbol);
    std::pair<const char *, uint64_t> numbers[] = {{"registers", kernel.registers},
                                                   {"stack_bytes", kernel.stackBytes},
                                                   {"local_store_bytes", kernel.localStoreBytes},
                                                   {"local_load_bytes", kernel.localLoadBytes},
                                                   {"shared_bytes", kernel.sharedBytes},
                                                   {"constant_bytes", kernel.constantBytes},
                                                   {"code_bytes", kernel.codeBytes}};
    for (const auto &[name, number] : numbers) {
      json.key(name);
      json.value(number);
    }
    json.endObject();
  }
  json.endArray();
  json.endObject();
}

/// What each kernel needs of workspace: null where it depends on sizes that were not given, or the device decides.
static void writeWorkspaces(JsonWriter &json, const Module &module, const GivenSizes &sizes) {
  json.beginArray();
  for (const Kernel &kernel : module.kernels) {
    json.beginObject();
    json.member("kernel", kernelLabel(kernel));
    json.key("bytes");
    if (Result<uint64_t> bytes = sizes.total(kernel))
      json.value(*bytes);
    else
      json.null();
    json.endObject();
  }
  json.endArray();
}

static void writeModule(JsonWriter &json, const ModuleSummary &module, const Module &description,
                        const GivenSizes &sizes) {
  json.beginObject();
  json.key("image_bytes");
  json.beginArray();
  for (uint64_t bytes : module.imageBytes)
    json.value(bytes);
  json.endArray();
  json.key("image_code");
  json.beginArray();
  for (const ImageCode &code : module.imageCode)
    writeCode(json, code);
  json.endArray();
  json.key("workspaces");
  writeWorkspaces(json, description, sizes);
  json.endObject();
}

std::string qdc::inspectJson(const PackageSummary &package) {
  JsonWriter json;
  json.beginObject();
  json.key("file");
  json.value(package.path);
  json.key("bytes");
  json.value(package.bytes);
  json.key("manifest_bytes");
  json.value(package.manifestText.size());
  json.key("modules");
  json.beginArray();
  for (size_t number = 0; number < package.modules.size(); ++number)
    writeModule(json, package.modules[number], package.manifest.modules[number], package.sizes);
  json.endArray();
  json.endObject();
  // The manifest goes in as stored, which is what its schema is about.
  std::string text = json.take();
  text.pop_back();
  return text + ",\"manifest\":" + printableJson(package.manifestText) + "}\n";
}
