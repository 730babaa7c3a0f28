//===- LinkedCode.cpp - PTX to machine code, by the driver ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/LinkedCode.h"

#include "Runtime/CUDA/CompilerLog.h"

#include "qdc/Support/Sha256.h"

#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/stat.h>

using namespace qdrt::loader::cuda;

std::string qdrt::loader::cuda::driverFile(const Driver &driver) {
  Dl_info library;
  struct stat status;
  if (dladdr(reinterpret_cast<void *>(driver.linkCreate), &library) == 0 || stat(library.dli_fname, &status) != 0)
    return {};
  char path[PATH_MAX];
  return qdc::formatText("{} {} {}.{}", realpath(library.dli_fname, path) ? path : library.dli_fname,
                         static_cast<int64_t>(status.st_size), static_cast<int64_t>(status.st_mtim.tv_sec),
                         static_cast<int64_t>(status.st_mtim.tv_nsec));
}

std::string qdrt::loader::cuda::linkedCodeKey(const DeviceFeatures &device, const std::string &driverFile,
                                              qdc::ByteSpan text) {
  return qdc::sha256Hex(
      qdc::asBytes(qdc::formatText("qdrt code of PTX 1\ndriver {} {}\ncapability {}.{}\n{}", device.driverVersion,
                                   driverFile, device.major, device.minor, qdc::sha256Hex(text))));
}

qdc::Result<qdc::ByteVector> qdrt::loader::cuda::linkCode(const Context &context, qdc::ByteSpan text) {
  CompilerLog log;
  qdc::ByteVector code;
  qdc::Status linked = context("compile PTX to machine code", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    CUlinkState link = nullptr;
    CUresult result = driver.linkCreate(CompilerLog::optionCount, log.options(), log.values(), &link);
    if (result != CUDA_SUCCESS)
      return result;
    void *made = nullptr; // the link's
    size_t bytes = 0;
    // The driver only reads what it is given.
    result = driver.linkAddData(link, CU_JIT_INPUT_PTX, const_cast<std::byte *>(text.data()), text.size(), "code", 0,
                                nullptr, nullptr);
    if (result == CUDA_SUCCESS)
      result = driver.linkComplete(link, &made, &bytes);
    if (result == CUDA_SUCCESS)
      code.assign(static_cast<const std::byte *>(made), static_cast<const std::byte *>(made) + bytes);
    (void)driver.linkDestroy(link);
    return result;
  });
  return linked ? qdc::Result<qdc::ByteVector>(std::move(code)) : log.addedTo(linked.error());
}
