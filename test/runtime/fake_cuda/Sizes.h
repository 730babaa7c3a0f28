//===- Sizes.h - Whether computed sizes fit ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKE_CUDA_SIZES_H
#define QDC_TEST_RUNTIME_FAKE_CUDA_SIZES_H

#include <cstdint>

namespace fake_cuda {

/// What a check does with these slots, from the description in Runtime/Core/SizeCheck.h alone: Sizes.c is compared with
/// it.
void checkSizesBy(const uint64_t *slots);

} // namespace fake_cuda

#endif // QDC_TEST_RUNTIME_FAKE_CUDA_SIZES_H
