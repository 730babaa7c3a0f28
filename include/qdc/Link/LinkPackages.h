//===- LinkPackages.h - Several packages as one -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are compiled file by file and target by target, and loaded as one
// package. Nothing is compiled or changed for that: modules are put together,
// and those that are the same code for several targets become one with all of
// their images.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LINK_LINKPACKAGES_H
#define QDC_LINK_LINKPACKAGES_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <span>
#include <string>

namespace qdc {

/// A package in memory, and what messages call it.
struct LinkInput {
  std::string name;
  ByteSpan bytes;
};

/// The package of all kernels of one package or more, in their order:
///  - modules that share a kernel are joined: they come from the same source, and all that they say of it, but for
///    images, is equal, or one has checked variants that the other lacks. Images follow each other in the order of the
///    inputs; one that several have is there once;
///  - others stand one after the other, each with its images, globals and digests;
///  - the producers are those of all, in the order in which they come; a module whose parts have different options says
///    nothing of its options.
/// So linking one package gives its bytes, and linking what was linked gives what linking all at once gives.
///
/// invalidArgument, with what differs, for kernels of one name that are not the same, different images for one target
/// and variant, a public global that two modules have, and modules of which no kind of device could load all. Errors of
/// openPackage for what is no package.
Result<ByteVector> linkPackages(std::span<const LinkInput> inputs);

} // namespace qdc

#endif // QDC_LINK_LINKPACKAGES_H
