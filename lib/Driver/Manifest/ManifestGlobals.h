//===- ManifestGlobals.h - Globals and their initial values -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_MANIFEST_MANIFESTGLOBALS_H
#define QDC_LIB_DRIVER_MANIFEST_MANIFESTGLOBALS_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Bytes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <optional>

namespace qdc {

/// The manifest's name of a type; none for a type that no array or scalar has.
std::optional<ElementType> elementTypeOf(mlir::Type type);

/// Describes a global and appends its initial value to `data` where neither
/// `zero` nor `splat` says it. Reports a type or value that a package cannot
/// hold.
mlir::FailureOr<Global> describeGlobal(mlir::memref::GlobalOp op, ByteVector &data);

} // namespace qdc

#endif // QDC_LIB_DRIVER_MANIFEST_MANIFESTGLOBALS_H
