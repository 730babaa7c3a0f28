//===- Decide.h - What decides about loops and branches ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKE_CUDA_DECIDE_H
#define QDC_TEST_RUNTIME_FAKE_CUDA_DECIDE_H

#include <cstdint>
#include <map>

namespace fake_cuda {

/// By their handles.
using Conditions = std::map<uint64_t, bool>;

/// What the kernel of Runtime/CUDA/Decide.h does with these parameters, from its description alone: Decide.c is
/// compared with it. Gives the conditions that it sets.
Conditions decideBy(const uint64_t *slots);

} // namespace fake_cuda

#endif // QDC_TEST_RUNTIME_FAKE_CUDA_DECIDE_H
