//===- FaultPackage.h - The package of the fault tests ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_FAULTS_FAULTPACKAGE_H
#define QDC_TEST_FAULTS_FAULTPACKAGE_H

#include "qdc/Support/Bytes.h"

inline constexpr int64_t kAssertionSite = 2;

/// A package with globals of every kind ("counter", "ones", "table", and "shared", which is external) and kernels:
///   add_index(out: i64[?])       adds i + 1 to out[i]; long ranges are shared by threads
///   count(n, one, zero: i64) -> i64   prints n lines, adds 1 to "counter" and to a word, in a loop of two iterations,
///                                and gives the word: 2; its workspace has 256 + 8 n bytes; there is code for n = 3
///   fail_from(limit, site: i64)  an assertion that fails from iteration `limit` of 10 on; its site is kAssertionSite
///   outside(by: i64)             adds to "shared"
qdc::ByteVector makeFaultPackage();

/// A package with the kernel tally(bins, values: i64[?]): counts values in bins, on copies for each thread where there
/// are many.
qdc::ByteVector makeTallyPackage();

/// A package with the kernel sized(n, m: i64) -> i64, which stores m in a temporary of n by n elements, whose extents
/// tasks leave in words, and gives what is there.
qdc::ByteVector makeSizedPackage();

/// A package with add_index alone.
qdc::ByteVector makeSmallPackage();

#endif // QDC_TEST_FAULTS_FAULTPACKAGE_H
