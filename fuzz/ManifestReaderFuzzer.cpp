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
#include "Require.h"

#include "qdc/Package/ManifestOutline.h"
#include "qdc/Package/ManifestReader.h"
#include "qdc/Package/ManifestWriter.h"

using namespace qdc;

/// Every kernel with the code of every image of its variant; true if all are taken.
static bool readKernels(const ManifestOutline &outline) {
  bool areTaken = true;
  for (size_t m = 0; m < outline.modules.size(); ++m)
    for (size_t k = 0; k < outline.modules[m].kernels.size(); ++k)
      for (size_t i = 0; i < outline.modules[m].images.size(); ++i) {
        const KernelOutline &kernel = outline.modules[m].kernels[k];
        if (!kernel.isSpecialized && kernel.variant == outline.head.modules[m].images[i].variant) {
          Result<std::vector<KernelWithCode>> read = readKernel(outline, m, k, i);
          require(read.ok() || read.error().message.starts_with("manifest: "), "a refused kernel has a message");
          areTaken &= read.ok();
        }
      }
  return areTaken;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<Manifest> manifest = readManifest({reinterpret_cast<const char *>(data), size});
  Result<ManifestOutline> outline = readOutline({reinterpret_cast<const char *>(data), size});
  require(outline.ok() || !manifest, "what the reader takes has an outline");
  const bool areTaken = outline.ok() && readKernels(*outline);
  require(areTaken || !manifest, "what the reader takes at once, it takes kernel by kernel");
  if (!manifest) {
    require(manifest.error().message.starts_with("manifest: "), "the message of a refused manifest says what it is of");
    require(manifest.error().code == ErrorCode::invalidPackage || manifest.error().code == ErrorCode::incompatible,
            "a refused manifest is invalid or incompatible");
    return 0;
  }
  std::string text = writeManifest(*manifest);
  Result<Manifest> again = readManifest(text);
  require(again.ok(), "what the reader took, it takes again from the writer");
  require(writeManifest(*again) == text, "a manifest that is written and read is the same");
  return 0;
}
