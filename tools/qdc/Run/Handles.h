//===- Handles.h - Owners of the loader's handles ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_HANDLES_H
#define QDC_TOOLS_RUN_HANDLES_H

#include "CommandLine/ToolError.h"
#include "qdrt/qdrt.h"

#include <memory>

namespace qdc {

struct CloseDevice {
  void operator()(qdrt_device device) const { qdrt_device_close(device); }
};
struct UnloadPackage {
  void operator()(qdrt_package package) const { qdrt_package_unload(package); }
};
struct FreeBuffer {
  void operator()(qdrt_buffer buffer) const { qdrt_buffer_free(buffer); }
};

using DeviceOwner = std::unique_ptr<qdrt_device_s, CloseDevice>;
using PackageOwner = std::unique_ptr<qdrt_package_s, UnloadPackage>;
using BufferOwner = std::unique_ptr<qdrt_buffer_s, FreeBuffer>;

/// The loader's last error, for a call that gave `status`. QDRT_INVALID_ARGUMENT
/// is an error in the input: qdc checks its own usage first.
inline ToolError loaderError(qdrt_status status) {
  ExitCode code = ExitCode::inputError;
  if (status == QDRT_INVALID_PACKAGE || status == QDRT_INCOMPATIBLE)
    code = ExitCode::badPackage;
  else if (status == QDRT_NO_DEVICE)
    code = ExitCode::noDevice;
  else if (status == QDRT_INTERNAL)
    code = ExitCode::internalError;
  return {code, qdrt_last_error()};
}

/// Nothing, or the loader's error.
inline Failure checkLoader(qdrt_status status) { return status == QDRT_OK ? Failure() : Failure(loaderError(status)); }

} // namespace qdc

#endif // QDC_TOOLS_RUN_HANDLES_H
