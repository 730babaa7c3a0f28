//===- Publish.h - What ends a launch ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKE_CUDA_PUBLISH_H
#define QDC_TEST_RUNTIME_FAKE_CUDA_PUBLISH_H

#include <cstdint>

namespace fake_cuda {

/// What all threads of the kernel of Runtime/DeviceCode/Publish.h do with these parameters, from its description alone:
/// Publish.c is compared with it.
void publishBy(const uint64_t *slots);

} // namespace fake_cuda

#endif // QDC_TEST_RUNTIME_FAKE_CUDA_PUBLISH_H
