//===- Package.cpp - Phase package ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Driver/Manifest/ManifestImages.h"
#include "qdc/Package/PackageReader.h"
#include "qdc/Package/PackageWriter.h"
#include "qdc/Support/Sha256.h"
#include "qdc/Support/Version.h"

using namespace qdc;

bool qdc::runPackagePhase(Compilation &compilation) {
  Manifest manifest;
  manifest.producer = "qdc " + std::string(kVersion);
  Module &module = manifest.modules.emplace_back(compilation.draft.module);
  module.sourceDigest = sha256Hex(compilation.source.bytes);
  module.optionsDigest = optionsDigest(compilation.options.package);
  const ManifestImages images(compilation.draft);
  ModuleContents contents{{}, compilation.draft.data};
  for (const TargetCompilation &target : compilation.targets) {
    Result<Image> image = images.describe(target.image, target.variant);
    if (!image)
      return compilation.fail(image.error());
    module.images.push_back(std::move(*image));
    contents.images.push_back({asBytes(target.image.bytes), target.image.triple, target.image.architecture});
  }
  Result<ByteVector> package = writePackage(std::move(manifest), {std::move(contents)});
  if (!package)
    return compilation.fail(package.error());
  if (Status taken = verifyPackage(*package); !taken)
    return compilation.fail({ErrorCode::internal, "the loader would refuse the package: " + taken.error().message});
  compilation.package = std::move(*package);
  return true;
}
