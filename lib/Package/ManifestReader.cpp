//===- ManifestReader.cpp - JSON to Manifest ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestReader.h"

#include "ManifestParts.h"
#include "qdc/Package/ManifestVerifier.h"

using namespace qdc;

Result<Manifest> qdc::readManifest(std::string_view text) {
  Result<Json> root = parseJson(text, kMaximumJsonDepth);
  if (!root)
    return ManifestPath().error("{}", root.error().message);
  Manifest manifest;
  if (Status status = readWhole(*root, manifest); !status)
    return status;
  if (Status status = verifyManifest(manifest); !status)
    return status;
  return manifest;
}
