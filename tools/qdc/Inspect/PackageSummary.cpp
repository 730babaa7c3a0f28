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
  for (ImageCode &code : package.imageCode) {
    change(code.ptxVersion);
    change(code.ptxTarget);
    for (CubinKernel &kernel : code.kernels)
      change(kernel.symbol);
  }
  if (package.source)
    change(package.source->path);
}
