//===- Require.h - What a fuzzer takes for a finding ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_FUZZ_REQUIRE_H
#define QDC_FUZZ_REQUIRE_H

#include <cstdio>
#include <cstdlib>

/// Makes the input a finding, with `what` on standard error, unless `holds`.
inline void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

#endif // QDC_FUZZ_REQUIRE_H
