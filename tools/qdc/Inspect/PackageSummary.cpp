//===- PackageSummary.cpp - What inspect shows ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/PackageSummary.h"

#include "qdc/Package/ManifestTexts.h"
#include "qdc/Package/PackageReader.h"
#include "qdc/Package/Signature.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

static Result<ModuleSummary> summarize(const Package &package, size_t module) {
  ModuleSummary summary;
  for (size_t index = 0; index < package.modules[module].images.size(); ++index) {
    if (Status status = verifyImageDigest(package, module, index); !status)
      return status.error();
    ByteSpan bytes = package.modules[module].images[index];
    Result<ImageCode> code = readImageCode(package.manifest.modules[module].images[index], bytes);
    if (!code)
      return code.error();
    summary.imageBytes.push_back(bytes.size());
    summary.imageCode.push_back(*std::move(code));
  }
  return summary;
}

Result<PackageSummary> qdc::summarizePackage(const std::string &path, ByteSpan bytes) {
  Result<Package> package = readPackage(bytes);
  if (!package)
    return inFile(path, package.error());
  PackageSummary summary;
  for (size_t module = 0; module < package->modules.size(); ++module) {
    Result<ModuleSummary> part = summarize(*package, module);
    if (!part)
      return inFile(path, part.error());
    summary.modules.push_back(*std::move(part));
  }
  summary.path = path;
  summary.bytes = bytes.size();
  summary.manifestText = package->manifestText;
  summary.manifest = std::move(package->manifest);
  return summary;
}

void qdc::makePrintable(PackageSummary &package) {
  auto change = [](std::string &text) { text = printableLine(text); };
  for (Module &module : package.manifest.modules)
    for (Kernel &kernel : module.kernels) {
      kernel.doc = docLine(kernel.doc);
      for (Argument &argument : kernel.arguments)
        argument.doc = docLine(argument.doc);
    }
  forEachText(package.manifest, change);
  change(package.path);
  for (ModuleSummary &module : package.modules)
    for (ImageCode &code : module.imageCode) {
      change(code.ptxVersion);
      change(code.ptxTarget);
      for (CubinKernel &kernel : code.kernels)
        change(kernel.symbol);
    }
  if (package.source)
    change(package.source->path);
}

std::string qdc::moduleTitle(const PackageSummary &package, size_t module) {
  return package.manifest.modules.size() > 1 ? "module " + std::to_string(module) : "";
}
