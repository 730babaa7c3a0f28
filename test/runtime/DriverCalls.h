//===- DriverCalls.h - What a program asks of the driver itself -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_DRIVERCALLS_H
#define QDC_TEST_RUNTIME_DRIVERCALLS_H

#include <dlfcn.h>

namespace runtime_test {

/// What a function of the driver gives, which is 0 if it succeeds; -1: there is none of that name. The driver's own
/// types of enums and handles are passed as what they are in its ABI, which UBSan takes for calls of other functions.
template <typename... Parameters>
__attribute__((no_sanitize("undefined"))) int callDriver(const char *name, Parameters... parameters) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  auto function = driver ? reinterpret_cast<int (*)(Parameters...)>(dlsym(driver, name)) : nullptr;
  const int code = function ? function(parameters...) : -1;
  if (driver)
    dlclose(driver);
  return code;
}

} // namespace runtime_test

#endif // QDC_TEST_RUNTIME_DRIVERCALLS_H
