//===- StatusWatch.h - Holds statuses against those listed ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests that link QdcStatusWatch include a header ahead of everything else that
// makes each function of the loader with a status a macro, which calls this after
// the function. test/docs/status_lists.py makes it of the comments in include/qdrt.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_STATUSWATCH_H
#define QDC_TEST_RUNTIME_STATUSWATCH_H

#include "qdrt/qdrt.h"

#include <cstdio>
#include <cstdlib>

/// Gives `status`, which `function` returned. Ends the program, with a line on standard error, if `listed` lacks the
/// bit of that number. Any thread.
inline qdrt_status watchStatus(const char *function, uint32_t listed, qdrt_status status) {
  if (status >= 0 && status < 32 && (listed >> status & 1) != 0)
    return status;
  std::fprintf(stderr, "%s returned %s, which its comment does not list: %s\n", function, qdrt_status_name(status),
               qdrt_last_error());
  std::abort();
}

#endif // QDC_TEST_RUNTIME_STATUSWATCH_H
