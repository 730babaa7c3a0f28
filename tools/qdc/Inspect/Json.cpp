//===- Json.cpp - A package for a program ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"
#include "Inspect/PackageSummary.h"
#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

/// What the code of an image says about itself: null for a CPU's.
static Json codeJson(const ImageCode &code) {
  Json json;
  if (code.ptxVersion.empty() && code.kernels.empty())
    return json;
  if (!code.ptxVersion.empty())
    json = {{"ptx_version", code.ptxVersion}, {"ptx_target", code.ptxTarget}};
  Json &entryPoints = json["entry_points"] = Json::array();
  for (const CubinKernel &kernel : code.kernels)
    entryPoints.push_back({{"symbol", kernel.symbol},
                           {"registers", kernel.registers},
                           {"stack_bytes", kernel.stackBytes},
                           {"local_store_bytes", kernel.localStoreBytes},
                           {"local_load_bytes", kernel.localLoadBytes},
                           {"shared_bytes", kernel.sharedBytes},
                           {"constant_bytes", kernel.constantBytes},
                           {"code_bytes", kernel.codeBytes}});
  return json;
}

/// What each kernel needs of workspace: null where it depends on sizes that were not given, or the device decides.
static Json workspacesJson(const Module &module, const GivenSizes &sizes) {
  Json list = Json::array();
  for (const Kernel &kernel : module.kernels) {
    const Result<uint64_t> bytes = sizes.total(kernel);
    list.push_back({{"kernel", kernelLabel(kernel)}, {"bytes", bytes ? Json(*bytes) : Json()}});
  }
  return list;
}

static Json moduleJson(const ModuleSummary &module, const Module &description, const GivenSizes &sizes) {
  Json code = Json::array();
  for (const ImageCode &each : module.imageCode)
    code.push_back(codeJson(each));
  return {{"image_bytes", module.imageBytes},
          {"image_code", std::move(code)},
          {"workspaces", workspacesJson(description, sizes)}};
}

std::string qdc::inspectJson(const PackageSummary &package) {
  Json json = {{"file", package.path}, {"bytes", package.bytes}, {"manifest_bytes", package.manifestText.size()}};
  Json &modules = json["modules"] = Json::array();
  for (size_t number = 0; number < package.modules.size(); ++number)
    modules.push_back(moduleJson(package.modules[number], package.manifest.modules[number], package.sizes));
  // The manifest goes in as stored, which is what its schema is about.
  std::string text = writeJson(json);
  text.pop_back();
  return text + ",\"manifest\":" + printableJson(package.manifestText) + "}\n";
}
