//===- KernelMutator.h - Changes that a kernel may survive ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_FUZZ_KERNELMUTATOR_H
#define QDC_FUZZ_KERNELMUTATOR_H

#include <string>
#include <string_view>

namespace qdc {

/// `source` with some words or lines replaced by others of it, moved, doubled or
/// left out, numbers by edge cases, and types by other types: text that gets
/// past the parser more often than one with changed bytes. Equal arguments give
/// equal results.
std::string mutateKernel(std::string_view source, unsigned seed);

} // namespace qdc

#endif // QDC_FUZZ_KERNELMUTATOR_H
