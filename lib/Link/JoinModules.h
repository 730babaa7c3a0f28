//===- JoinModules.h - The same code for several targets --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LINK_JOINMODULES_H
#define QDC_LIB_LINK_JOINMODULES_H

#include "qdc/Package/PackageWriter.h"

#include <string>
#include <vector>

namespace qdc {

/// A module of the package that is made.
struct LinkedModule {
  Module module;
  ModuleContents contents;
  std::string input; // the name of the package that it came from first
  std::vector<std::string> imageInputs; // likewise for each image
};

/// Whether they have to be joined: they have a kernel of one name, or no kernels and are equal but for images.
bool isSameModule(const Module &one, const Module &other);

/// Adds the images of `other` to `module`, and its checked variants if it has more. invalidArgument, with what differs,
/// if it is not the same code; then `module` is undefined.
Status joinModules(LinkedModule &module, LinkedModule other);

} // namespace qdc

#endif // QDC_LIB_LINK_JOINMODULES_H
