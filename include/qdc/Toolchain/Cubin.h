//===- Cubin.h - What a cubin says about its kernels ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin is an ELF file. NVIDIA does not describe its sections, but CUDA's own
// tools show what is in them: beside the code `.text.KERNEL` lie the sizes of
// `.nv.shared.KERNEL` and `.nv.constant0.KERNEL`, and `.nv.info` has records
// with the registers and the stack of each function. No record tells spills:
// they are the instructions that load and store local memory, where a kernel
// has no arrays of its own.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLCHAIN_CUBIN_H
#define QDC_TOOLCHAIN_CUBIN_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qdc {

/// What one kernel needs of the processor. Sizes are bytes.
struct CubinKernel {
  std::string symbol;
  uint64_t codeBytes = 0;
  uint32_t registers = 0;     // of a thread
  uint32_t stackBytes = 0;    // of a thread, with its calls: local arrays, and what did not fit into registers
  /// The bytes that each instruction of the code, also of the functions it calls, loads from and stores to the stack at
  /// an address that it knows to lie there, added up: the way in which ptxas -v counts spills, which are among them.
  uint64_t localLoadBytes = 0, localStoreBytes = 0;
  uint64_t sharedBytes = 0; // of a block; from sm_90 on with the 1,024 that the system keeps, if the kernel uses any
  uint64_t constantBytes = 0; // its parameters, what the system puts before them, and constants
};

/// The kernels of a cubin in the order of its symbols. Any bytes are right as input; fails with
/// ErrorCode::invalidPackage, saying what is wrong, where they are not a cubin.
Result<std::vector<CubinKernel>> readCubin(ByteSpan bytes);

} // namespace qdc

#endif // QDC_TOOLCHAIN_CUBIN_H
