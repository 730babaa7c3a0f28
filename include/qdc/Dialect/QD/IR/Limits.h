//===- Limits.h - How large kernels may be ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes recurse with the nesting of their input, and helpers are copied to
// every place of their calls: without limits a small file could exhaust the
// stack or the memory.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_LIMITS_H
#define QDC_DIALECT_QD_IR_LIMITS_H

#include <cstdint>

namespace qdc::qd {

/// Of brackets in a source; of operations within each other, counted through
/// calls.
inline constexpr unsigned kMaximumNesting = 1000;

/// Of loops within each other, counted through calls: LLVM takes time that grows with the square of their number and
/// more.
inline constexpr unsigned kMaximumLoopNesting = 256;

/// Of operations in all kernels of a module together, and in each helper, after
/// the helpers that they call are inlined.
inline constexpr uint64_t kMaximumOperations = 2'000'000;

/// Of the bytes of all memref.alloca in a kernel, after helpers are inlined, and
/// of the counts of adstacks: they lie on the stack of whatever thread runs an
/// iteration.
inline constexpr int64_t kMaximumLocalBytes = 256 * 1024;

/// Of what counts the entries of an adstack.
inline constexpr int64_t kAdstackCountBytes = 8;

/// Of the clones of a kernel that `qd.specialize` asks for, and thus of the
/// values that one argument lists. More are a mistake: each one is compiled for
/// every target.
inline constexpr uint64_t kMaximumSpecializedClones = 64;

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_LIMITS_H
