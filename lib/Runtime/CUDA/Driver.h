//===- Driver.h - The CUDA driver, found at run time ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcuda.so.1 is opened when somebody first asks for it, and never closed: it
// has threads of its own. Whether that went well, and if not why, is decided
// once for the process.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_DRIVER_H
#define QDRT_CUDA_DRIVER_H

#include "Runtime/CUDA/DriverTypes.h"

#include "qdc/Support/Result.h"

#include <string_view>

namespace qdrt::loader::cuda {

/// The functions of DriverFunctions.def; none that is required is NULL.
struct Driver {
#define QDRT_CUDA_FUNCTION(presence, name, symbol, version, parameters) CUresult(*name) parameters = nullptr;
#include "Runtime/CUDA/DriverFunctions.def"

  int version = 0; // 12020 is 12.2
};

/// The oldest driver that has every required function of the list, in the form of Driver::version.
int neededDriverVersion();

/// The initialized driver of this process. noDevice says what is missing: the library, a symbol, a newer version, or
/// the hardware that cuInit did not find.
const qdc::Result<Driver> &driver();

/// "12.2" of 12020.
std::string versionText(int version);

/// What the driver refused (Core/DriverError.h). outOfMemory, noDevice and unsupported where the code says so;
/// inputOutput for the rest.
qdc::Error driverError(const Driver &driver, CUresult code, std::string_view attempted, std::string_view spelling);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_DRIVER_H
