//===- ManifestImages.h - Images in the manifest ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_MANIFEST_MANIFESTIMAGES_H
#define QDC_DRIVER_MANIFEST_MANIFESTIMAGES_H

#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "qdc/Support/Result.h"
#include "qdc/Target/Target.h"

#include "llvm/ADT/StringMap.h"

namespace qdc {

/// Describes images of a module: their entry points name kernels and tasks by symbol, the manifest by position.
class ManifestImages {
public:
  explicit ManifestImages(const ManifestDraft &draft);

  /// The image of the kernels of `variant`, which is empty for plain code. Fails with ErrorCode::internal where an
  /// entry point names no kernel or task of the draft.
  Result<Image> describe(const CompiledImage &compiled, const std::string &variant) const;

private:
  struct TaskPosition {
    uint32_t kernel = 0;
    uint32_t task = 0; // of the kernel
  };

  Result<EntryPoint> describeEntryPoint(const CompiledEntryPoint &compiled) const;
  Status describeTasks(const CompiledEntryPoint &compiled, EntryPoint &entry) const;

  llvm::StringMap<uint32_t> kernels; // by symbol
  llvm::StringMap<TaskPosition> tasks;
};

} // namespace qdc

#endif // QDC_DRIVER_MANIFEST_MANIFESTIMAGES_H
