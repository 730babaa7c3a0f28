//===- EntryPointGroups.h - The entry points of an image, once --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image lists a function for each task that it runs, in each kernel: equal
// tasks share one, and a kernel and its derivative run the same. A person is
// told each function once.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_ENTRYPOINTGROUPS_H
#define QDC_TOOLS_INSPECT_ENTRYPOINTGROUPS_H

#include "qdc/Package/Manifest.h"

#include <cstddef>
#include <string>
#include <vector>

namespace qdc {

/// Uses of one function with the same slots and the same launch.
struct EntryPointUses {
  std::vector<size_t> entries; // of the image, at least one
  std::string slots;           // "array x, dim x 0"; "none"
};

/// An entry point and how it is used: with other slots, or launched in another way, in other uses.
struct EntryPointGroup {
  std::string symbol;
  std::vector<EntryPointUses> uses;
};

/// In the order in which the image has them first.
std::vector<EntryPointGroup> groupEntryPoints(const Module &module, const Image &image);

/// What the uses run, "update, update of heat.grad": of which kernel, where it is not that of the first one.
std::string usesLabel(const Module &module, const Image &image, const EntryPointUses &uses);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_ENTRYPOINTGROUPS_H
