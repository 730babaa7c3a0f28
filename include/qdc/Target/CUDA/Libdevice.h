//===- Libdevice.h - NVIDIA's library of math functions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libdevice.10.bc of a CUDA toolkit, for --math-library=libdevice: the functions
// that nvcc's programs call, as LLVM bitcode. It is not part of qdc, so packages
// depend on the toolkit's version; the manifest names it by its digest.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_LIBDEVICE_H
#define QDC_TARGET_CUDA_LIBDEVICE_H

#include "qdc/Support/Result.h"
#include "qdc/Toolchain/CUDATools.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// If `module` declares functions of libdevice (`__nv_sinf`), links their bodies, internal ones, and gives the
/// library's name for the manifest: "libdevice.10 sha256:0123456789ab". Else gives "" and looks for no file. Fails with
/// ErrorCode::toolMissing, saying what to install or set, where there is no libdevice, and with inputOutput, naming the
/// file, where it cannot be read or lacks a function; `module` is then unusable.
Result<std::string> linkLibdevice(llvm::Module &module, const CUDAToolPlaces &places);

} // namespace qdc

#endif // QDC_TARGET_CUDA_LIBDEVICE_H
