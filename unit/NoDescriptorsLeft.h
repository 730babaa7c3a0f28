//===- NoDescriptorsLeft.h - A process that opens nothing -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_SUPPORT_NODESCRIPTORSLEFT_H
#define QDC_UNIT_SUPPORT_NODESCRIPTORSLEFT_H

#include <catch2/catch.hpp>
#include <sys/resource.h>

namespace qdc::test {

/// As long as it lives, the system refuses this process every new file descriptor.
class NoDescriptorsLeft {
public:
  NoDescriptorsLeft() {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    rlimit none = before;
    none.rlim_cur = 0;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  }
  ~NoDescriptorsLeft() { ::setrlimit(RLIMIT_NOFILE, &before); }
  NoDescriptorsLeft(const NoDescriptorsLeft &) = delete;
  NoDescriptorsLeft &operator=(const NoDescriptorsLeft &) = delete;

private:
  rlimit before = {};
};

} // namespace qdc::test

#endif // QDC_UNIT_SUPPORT_NODESCRIPTORSLEFT_H
