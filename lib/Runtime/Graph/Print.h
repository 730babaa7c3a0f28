//===- Print.h - What kernels printed ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_PRINT_H
#define QDRT_GRAPH_PRINT_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader {

class Device;

/// Words that a print buffer holds after its header; an instance that can print has 512 KiB of them.
inline constexpr uint32_t kPrintWords = 64 * 1024;
inline constexpr uint64_t kPrintBytes = sizeof(qd_print_buffer) + uint64_t{kPrintWords} * 8;

/// Makes zeroed memory of kPrintBytes a print buffer.
qdc::Status initializePrintBuffer(BackendStream &stream, const MemoryReference &buffer);

/// Empties the buffer without printing.
qdc::Status discardPrints(BackendStream &stream, const MemoryReference &buffer);

/// Hands every line in the buffer to the device's print function and empties it. Gives the number of records that did
/// not fit. A record that the sites do not describe is invalidPackage.
qdc::Result<uint64_t> flushPrintBuffer(const qdc::Module &module, Device &device, BackendStream &stream,
                                       const MemoryReference &buffer);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_PRINT_H
