//===- PackageReaderFuzzer.cpp - Any bytes as a package -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a package, read as it is, and read again with the SHA-256 beside
// each entry made right: past the digests lies code that no change of a valid
// package would reach by chance.
//
//===----------------------------------------------------------------------===//
#include "ReadKernels.h"
#include "Require.h"

#include "qdc/Package/Container.h"
#include "qdc/Package/PackageReader.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static bool isInside(ByteSpan part, ByteSpan whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

static void readAndCheck(ByteSpan bytes) {
  Result<Package> package = readPackage(bytes);
  Result<PackageOutline> outline = readPackageOutline(bytes);
  require(outline.ok() || !package, "what is read at once has an outline");
  const bool areTaken = outline.ok() && readKernels(outline->manifest);
  require(areTaken || !package, "what is read at once is taken kernel by kernel");
  if (!package) {
    require(!package.error().message.empty(), "a refused package has a message");
    require(package.error().code == ErrorCode::invalidPackage || package.error().code == ErrorCode::incompatible,
            "a refused package is invalid or incompatible");
    return;
  }
  require(package->modules.size() == package->manifest.modules.size(), "every module of the manifest has bytes");
  for (size_t module = 0; module < package->modules.size(); ++module) {
    const ModuleBytes &part = package->modules[module];
    require(part.images.size() == package->manifest.modules[module].images.size(),
            "every image of the manifest has bytes");
    require(isInside(part.data, bytes), "the data lie inside of the file");
    for (size_t index = 0; index < part.images.size(); ++index) {
      require(isInside(part.images[index], bytes), "an image lies inside of the file");
      (void)verifyImageDigest(*package, module, index);
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ByteSpan bytes = std::as_bytes(std::span(data, size));
  readAndCheck(bytes);
  Result<std::vector<ContainerEntry>> entries = readContainer(bytes);
  if (!entries)
    return 0;
  for (ContainerEntry &entry : *entries)
    for (auto &[key, value] : entry.strings)
      if (key == "qdc.sha256")
        value = sha256Hex(entry.image);
  readAndCheck(writeContainer(*entries));
  return 0;
}
