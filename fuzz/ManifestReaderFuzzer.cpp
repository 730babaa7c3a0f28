//===- ManifestReaderFuzzer.cpp - Any text as a manifest ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is the manifest's JSON. What is refused has a message that says so;
// what is taken is verified, and writing and reading it again changes nothing.
// Kernel by kernel it is taken too.
//
//===----------------------------------------------------------------------===//
#include "ReadKernels.h"
#include "Require.h"

#include "qdc/Package/ManifestIndex.h"
#include "qdc/Package/ManifestReader.h"
#include "qdc/Package/ManifestWriter.h"

using namespace qdc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string input(reinterpret_cast<const char *>(data), size);
  Result<Manifest> manifest = readManifest(input);
  if (!manifest) {
    require(manifest.error().message.starts_with("manifest: "), "the message of a refused manifest says what it is of");
    require(manifest.error().code == ErrorCode::invalidPackage || manifest.error().code == ErrorCode::incompatible,
            "a refused manifest is invalid or incompatible");
    return 0;
  }
  Result<ManifestOutline> outline = readOutline(input, writeIndex(*manifest, input));
  require(outline.ok(), "what the reader takes has an outline");
  require(readKernels(*outline), "what the reader takes at once, it takes kernel by kernel");
  std::string text = writeManifest(*manifest);
  Result<Manifest> again = readManifest(text);
  require(again.ok(), "what the reader took, it takes again from the writer");
  require(writeManifest(*again) == text, "a manifest that is written and read is the same");
  return 0;
}
