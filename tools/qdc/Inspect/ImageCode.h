//===- ImageCode.h - What an image's code says about itself -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_IMAGECODE_H
#define QDC_TOOLS_INSPECT_IMAGECODE_H

#include "qdc/Package/Manifest.h"
#include "qdc/Toolchain/Cubin.h"

namespace qdc {

struct ImageCode {
  std::string ptxVersion;            // "7.8"; empty if it is not PTX
  std::string ptxTarget;             // "sm_90"
  std::vector<CubinKernel> kernels;  // of a cubin: one for each entry point of the image, in their order
};

/// Whether an image is a cubin, by its target: "cuda:sm_90".
bool isCubin(const Image &image);

/// Looks at the bytes of an image; those of a CPU tell nothing. Fails with ErrorCode::invalidPackage, naming the
/// target, where they are not what the target says, or lack the code of an entry point.
Result<ImageCode> readImageCode(const Image &image, ByteSpan bytes);

/// ", PTX 7.8 for sm_90"; empty if it is not PTX.
std::string ptxLabel(const ImageCode &code);

/// "40 registers, 16 bytes of stack, 24 bytes stored there, 40 bytes loaded from there, 2048 bytes shared, 544 bytes
/// constant, 1280 bytes of code"; of what a kernel has none, nothing is said.
std::string codeLabel(const CubinKernel &kernel);

/// ", 1408 bytes of code": what a way to run a loop adds to a cubin; empty where the code of entry points is not known,
/// or there is none for the loop.
std::string loopCodeLabel(const ImageCode &code, const LoopCode &loop);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_IMAGECODE_H
