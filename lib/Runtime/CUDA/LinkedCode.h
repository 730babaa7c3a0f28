//===- LinkedCode.h - PTX to machine code, by the driver --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver that is given PTX compiles it and keeps the machine code to itself.
// Its linker, which compiles with the same compiler, hands it over.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_LINKEDCODE_H
#define QDRT_CUDA_LINKEDCODE_H

#include "Runtime/CUDA/Context.h"
#include "Runtime/CUDA/Features.h"

#include "qdc/Support/Bytes.h"

namespace qdrt::loader::cuda {

/// The file that the driver was loaded from: its path without links, its size and the time of its change, which tell
/// builds of one version apart; empty where the system does not say.
std::string driverFile(const Driver &driver);

/// The key of a cache for what linkCode() makes: the digest of all that it depends on, which are the PTX, the device's
/// compute capability, the driver's version, and its file as driverFile() has it.
std::string linkedCodeKey(const DeviceFeatures &device, const std::string &driverFile, qdc::ByteSpan text);

/// Machine code, an ELF file, for the context's device of PTX that ends in a zero. The error has what the driver's
/// compiler says.
qdc::Result<qdc::ByteVector> linkCode(const Context &context, qdc::ByteSpan text);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_LINKEDCODE_H
