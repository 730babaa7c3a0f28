//===- OpenPackage.cpp - A package to be written again --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Link/OpenPackage.h"

#include "qdc/Package/PackageContents.h"

using namespace qdc;

Result<OpenPackage> qdc::openPackage(const std::string &name, ByteSpan bytes) {
  // A damaged image would get a new digest, and be believed.
  if (Status status = verifyPackage(bytes); !status)
    return inFile(name, status.error());
  Result<Package> package = readPackage(bytes);
  if (!package)
    return inFile(name, package.error());
  if (package->manifest.minor > kManifestMinor)
    return makeError(ErrorCode::incompatible,
                     "'{}': is of manifest version {}.{}, of which this qdc, which writes {}.{}, does not know all",
                     name, package->manifest.major, package->manifest.minor, kManifestMajor, kManifestMinor);
  std::vector<ModuleContents> contents = contentsOf(*package, bytes);
  return OpenPackage{std::move(package->manifest), std::move(contents)};
}

Result<ByteVector> qdc::closePackage(const OpenPackage &package) {
  Result<ByteVector> bytes = writePackage(package.manifest, package.contents);
  if (bytes)
    if (Status status = verifyPackage(*bytes); !status)
      return Error{ErrorCode::internal, status.error().message};
  return bytes;
}
