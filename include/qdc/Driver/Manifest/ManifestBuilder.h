//===- ManifestBuilder.h - The manifest of a module -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says in a package's terms what a module holds: everything in its part of the
// manifest but its digests of source and options and its images, which the
// driver adds.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_MANIFEST_MANIFESTBUILDER_H
#define QDC_DRIVER_MANIFEST_MANIFESTBUILDER_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Package/Manifest.h"
#include "qdc/Support/Bytes.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qdc {

struct ManifestDraft {
  Module module;
  /// The module's data entry: initial values of globals, each at a multiple of
  /// its element's size.
  ByteVector data;
  /// For each kernel of the module its symbol, and the symbols of its tasks, in their order
  /// there: entry points are found by them.
  std::vector<std::string> kernelSymbols;
  std::vector<std::vector<std::string>> taskSymbols;
};

/// Describes a module after qd-offload and qd-number-sites. Kernels, tasks,
/// globals and sites have the order of the module, so that positions equal
/// those in slots and site numbers. A kernel with the attribute `specialized`
/// is listed under the name of the general one, a checked variant under that of the plain one. Reports what a manifest
/// cannot hold at the operation it belongs to.
mlir::FailureOr<ManifestDraft> buildManifest(mlir::ModuleOp module);

/// The place that a location names: of a call that was inlined, the callee's.
/// Without a file the location is unknown (line 0).
SourceLocation sourceLocation(mlir::Location location);

} // namespace qdc

#endif // QDC_DRIVER_MANIFEST_MANIFESTBUILDER_H
