//===- ImageChoice.h - Which image a device takes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_IMAGECHOICE_H
#define QDRT_PACKAGE_IMAGECHOICE_H

#include "Runtime/Core/DeviceTraits.h"

#include "qdc/Package/PackageReader.h"

namespace qdrt::loader {

/// An image of the module and why it is not in use.
struct ImageState {
  uint64_t bytes = 0;
  bool chosen = false;
  std::string reason; // empty for the chosen one
};

/// The image that a caller asks for; empty: whatever fits.
struct ImageChoice {
  std::string target;
  std::string variant; // a list of checks, as variantOfChecks() gives it
};

/// What messages call one of the `count` modules of a package: "the package", "module 1 of the package".
std::string moduleName(size_t module, size_t count);

/// What of a module is offered to a device.
struct OfferedImages {
  std::span<const qdc::Image> images;
  std::span<const qdc::ByteSpan> bytes; // of each
  std::string_view name; // of what has them, in messages
};

/// The image of these that a device takes, by its position. Of each, `states` gets the size, and the reason why it is
/// not taken. incompatible: none is; the message has all reasons. `spelling` is the device's, "cuda:0".
qdc::Result<size_t> chooseImage(const OfferedImages &offered, const DeviceTraits &device, std::string_view spelling,
                                const ImageChoice &choice, std::vector<ImageState> &states);

/// invalidPackage where the bytes are not those of the image, incompatible where this loader does not know its kernel
/// ABI.
qdc::Status checkImage(const qdc::Image &image, qdc::ByteSpan bytes);

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_IMAGECHOICE_H
