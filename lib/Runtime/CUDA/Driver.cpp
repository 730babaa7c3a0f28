//===- Driver.cpp - The CUDA driver, found at run time --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Driver.h"

#include "Runtime/Core/DriverError.h"
#include "Runtime/Core/DriverTable.h"

#include <algorithm>
#include <dlfcn.h>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

static constexpr const char *kLibrary = "libcuda.so.1";

/// What the functions of the list are called, as fillDriverTable() takes them.
static constexpr char kSymbols[] =
#define QDRT_CUDA_FUNCTION(presence, name, symbol, version, parameters) #symbol "\0"
#include "Runtime/CUDA/DriverFunctions.def"
    ;

static constexpr DriverFunction kFunctions[] = {
#define QDRT_CUDA_FUNCTION(presence, name, symbol, version, parameters) {offsetof(Driver, name), Presence::presence},
#include "Runtime/CUDA/DriverFunctions.def"
};

static constexpr int kNeededVersion = std::max({
#define QDRT_CUDA_FUNCTION(presence, name, symbol, version, parameters)                                                \
  Presence::presence == Presence::required ? version : 0,
#include "Runtime/CUDA/DriverFunctions.def"
});

int qdrt::loader::cuda::neededDriverVersion() { return kNeededVersion; }

std::string qdrt::loader::cuda::versionText(int version) {
  return qdc::formatText("{}.{}", version / 1000, version % 1000 / 10);
}

template <typename... Args>
static qdc::Status noDevice(qdc::FormatString<Args...> text, const Args &...args) {
  return qdc::makeError(qdc::ErrorCode::noDevice, text, {args...});
}

static qdc::ErrorCode meaningOf(CUresult code) {
  switch (code) {
  case CUDA_ERROR_OUT_OF_MEMORY:
    return qdc::ErrorCode::outOfMemory;
  case CUDA_ERROR_NO_DEVICE:
  case CUDA_ERROR_INVALID_DEVICE:
    return qdc::ErrorCode::noDevice;
  case CUDA_ERROR_NOT_SUPPORTED:
    return qdc::ErrorCode::unsupported;
  default:
    return qdc::ErrorCode::inputOutput;
  }
}

static DriverCode describe(const Driver &driver, CUresult code) {
  const char *name = nullptr;
  if (driver.getErrorName(code, &name) != CUDA_SUCCESS)
    name = nullptr;
  return {"CUDA", code, name, meaningOf(code)};
}

static qdc::Result<Driver> openDriver() {
  // Never closed: what the driver started runs until the process ends.
  void *library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return noDevice("the NVIDIA driver is not installed: {}", reason ? reason : kLibrary);
  }
  Driver driver;
  const char *missing = fillDriverTable(&driver, kFunctions, kSymbols, dlsym, library);
  if (driver.driverGetVersion)
    (void)driver.driverGetVersion(&driver.version);
  if (driver.version < neededDriverVersion())
    return noDevice("the NVIDIA driver takes CUDA {}; libqdrt needs a driver for {} or newer",
                    versionText(driver.version), versionText(neededDriverVersion()));
  if (missing)
    return noDevice("{} of the NVIDIA driver for CUDA {} lacks '{}'", kLibrary, versionText(driver.version), missing);
  if (CUresult code = driver.init(0); code != CUDA_SUCCESS)
    return noDevice("the NVIDIA driver can't be initialized: {}", textOf(describe(driver, code)));
  return driver;
}

const qdc::Result<Driver> &qdrt::loader::cuda::driver() {
  static const qdc::Result<Driver> opened = openDriver();
  return opened;
}

qdc::Error qdrt::loader::cuda::driverError(const Driver &driver, CUresult code, std::string_view attempted,
                                           std::string_view spelling) {
  return loader::driverError(describe(driver, code), attempted, spelling);
}
