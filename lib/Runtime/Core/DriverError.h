//===- DriverError.h - What a driver refused --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_DRIVERERROR_H
#define QDRT_CORE_DRIVERERROR_H

#include "qdc/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace qdrt::loader {

/// The code of a driver, as its own documentation has it.
struct DriverCode {
  const char *interface = ""; // "CUDA"
  int64_t number = 0;
  const char *name = nullptr; // "CUDA_ERROR_OUT_OF_MEMORY"; NULL: the driver has none for it
  qdc::ErrorCode meaning = qdc::ErrorCode::inputOutput;
};

/// "CUDA error 2 (CUDA_ERROR_OUT_OF_MEMORY)".
std::string textOf(const DriverCode &code);

/// "cannot ATTEMPTED on 'SPELLING': CUDA error 2 (CUDA_ERROR_OUT_OF_MEMORY)". Every error of a driver is told so, that
/// its code can be looked up.
qdc::Error driverError(const DriverCode &code, std::string_view attempted, std::string_view spelling);

} // namespace qdrt::loader

#endif // QDRT_CORE_DRIVERERROR_H
