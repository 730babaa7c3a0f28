//===- ReadKernels.h - A manifest kernel by kernel --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_FUZZ_READKERNELS_H
#define QDC_FUZZ_READKERNELS_H

#include "Require.h"

#include "qdc/Package/ManifestOutline.h"

namespace qdc {

/// Every kernel with the code of every image of its variant; true if all are taken.
inline bool readKernels(const ManifestOutline &outline) {
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

} // namespace qdc

#endif // QDC_FUZZ_READKERNELS_H
