//===- PackageSummary.cpp - What inspect shows ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/PackageSummary.h"

#include "qdc/Package/ManifestTexts.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

void qdc::makePrintable(PackageSummary &package) {
  auto change = [](std::string &text) { text = printableLine(text); };
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
