//===- AtomicLoads.h - Atomics that leave memory as it is -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's dialect has no OpAtomicLoad, so that the lowering loads by a fold that
// changes nothing, which on a device is a write all the same:
//
//     %old = OpAtomicOr %type %pointer %scope %semantics %zero
// becomes
//     %old = OpAtomicLoad %type %pointer %scope %semantics
//
// A kernel's own fold of 0 becomes a load too, which gives the same: no atomic of a
// kernel orders others.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_VULKAN_ATOMICLOADS_H
#define QDC_TARGET_VULKAN_ATOMICLOADS_H

#include <cstdint>
#include <vector>

namespace qdc {

/// Makes loads of the OpAtomicOr with a constant of 0. `words` are a module that the serialiser wrote.
void restoreAtomicLoads(std::vector<uint32_t> &words);

} // namespace qdc

#endif // QDC_TARGET_VULKAN_ATOMICLOADS_H
