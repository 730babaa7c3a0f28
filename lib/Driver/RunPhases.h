//===- RunPhases.h - A compile, phase by phase ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_RUNPHASES_H
#define QDC_LIB_DRIVER_RUNPHASES_H

#include "Compilation.h"
#include "qdc/Driver/Phases.h"

namespace qdc {

/// Called after each phase that succeeded, with its number and how long it took. An error ends the compile.
using AfterPhase = std::function<Status(size_t number, double seconds)>;

/// Makes the targets and runs the phases, until the last one or the one named `stopAfter`. Fails as compilePackage
/// does.
Status runPhases(Compilation &compilation, const std::string &stopAfter, const AfterPhase &afterPhase);

/// As compilePackage, with images that come from `images` and go there; null: all are made.
Result<ByteVector> compileWithImages(const KernelSource &source, const CompileOptions &options,
                                     CompileListener &listener, ImageCache *images);

} // namespace qdc

#endif // QDC_LIB_DRIVER_RUNPHASES_H
