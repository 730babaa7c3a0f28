//===- Context.cpp - A CUDA context and its health ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Context.h"

#include "Runtime/Core/Error.h"

#include <map>
#include <mutex>

using namespace qdrt::loader::cuda;

/// Whether every later call in the context gives the same error.
static bool endsContext(CUresult code) {
  switch (code) {
  case CUDA_ERROR_ECC_UNCORRECTABLE:
  case CUDA_ERROR_NVLINK_UNCORRECTABLE:
  case CUDA_ERROR_ILLEGAL_ADDRESS:
  case CUDA_ERROR_LAUNCH_TIMEOUT:
  case CUDA_ERROR_CONTEXT_IS_DESTROYED:
  case CUDA_ERROR_ASSERT:
  case CUDA_ERROR_HARDWARE_STACK_ERROR:
  case CUDA_ERROR_ILLEGAL_INSTRUCTION:
  case CUDA_ERROR_MISALIGNED_ADDRESS:
  case CUDA_ERROR_INVALID_ADDRESS_SPACE:
  case CUDA_ERROR_INVALID_PC:
  case CUDA_ERROR_LAUNCH_FAILED:
    return true;
  default:
    return false;
  }
}

namespace {
/// The primary contexts of the process that are in use here: the driver has one for each device, whoever asks.
struct Primaries {
  struct Entry {
    std::weak_ptr<Context> open;
    bool isLost = false; // nobody holds it any more, and it was not reset since
  };
  std::mutex mutex;
  std::map<CUdevice, Entry> entries;
  std::atomic<bool> anyWasLost = false; // ever, of all contexts that were used here
};
} // namespace

static Primaries &primaries() {
  static Primaries all;
  return all;
}

qdc::Result<std::shared_ptr<Context>> Context::openPrimary(const Driver &driver, CUdevice device,
                                                           std::string spelling) {
  Primaries &all = primaries();
  std::lock_guard lock(all.mutex);
  Primaries::Entry &entry = all.entries[device];
  std::shared_ptr<Context> open = entry.open.lock();
  if (open && !open->isLost())
    return open;
  auto fail = [&](CUresult code, const char *attempted) { return driverError(driver, code, attempted, spelling); };
  // What holds the lost context goes on holding it, and makes no call any more.
  if (open || entry.isLost) {
    if (CUresult code = driver.devicePrimaryCtxReset(device); code != CUDA_SUCCESS)
      return fail(code, "reset the primary context");
    entry.isLost = false;
    if (open)
      open->isReset = true;
  }
  CUcontext handle = nullptr;
  if (CUresult code = driver.devicePrimaryCtxRetain(&handle, device); code != CUDA_SUCCESS) {
    qdc::Error error = fail(code, "use the primary context");
    if (!endsContext(code))
      return error;
    error.code = qdc::ErrorCode::deviceLost;
    if (all.anyWasLost)
      error.message += "; the driver gives no other context to a process that lost one: start the program anew";
    return error;
  }
  std::shared_ptr<Context> made(new Context(driver, device, std::move(spelling), handle, true));
  entry.open = made;
  return made;
}

std::shared_ptr<Context> Context::adopt(const Driver &driver, CUdevice device, std::string spelling, CUcontext handle) {
  return std::shared_ptr<Context>(new Context(driver, device, std::move(spelling), handle, false));
}

Context::~Context() {
  if (!isPrimary)
    return;
  Primaries &all = primaries();
  std::lock_guard lock(all.mutex);
  all.entries[ordinal].isLost |= isLost() && !isReset;
  // A handle that names nothing any more is not left in this thread.
  CUcontext current = nullptr;
  if (api.ctxGetCurrent(&current) == CUDA_SUCCESS && current == native)
    (void)api.ctxSetCurrent(nullptr);
  (void)api.devicePrimaryCtxRelease(ordinal);
}

qdc::Error Context::failed(CUresult code, std::string_view attempted) const {
  if (endsContext(code)) {
    lostBy.store(code, std::memory_order_relaxed);
    primaries().anyWasLost = true;
  }
  qdc::Error error = driverError(api, code, attempted, name);
  if (!isLost())
    return error;
  error.code = qdc::ErrorCode::deviceLost;
  error.message += isPrimary ? "; the context is lost, with all that is in it: open the device again, or start the "
                               "program anew where the driver refuses that"
                             : "; the context is lost, with all that is in it: whoever made it must make another one, "
                               "or start the program anew where the driver refuses that";
  return error;
}

qdc::Status Context::operator()(const char *attempted, DriverCall call, const CurrentContext *outer) const {
  CurrentContext current(*this, outer);
  CUresult code = current.code();
  if (code == CUDA_SUCCESS)
    code = call(api);
  return code == CUDA_SUCCESS ? qdc::Status() : failed(code, attempted);
}

bool Context::tryTo(DriverCall call) const {
  CurrentContext current(*this);
  return current.code() == CUDA_SUCCESS && call(api) == CUDA_SUCCESS;
}

void CurrentContext::push(const Context &context) {
  CUcontext before = nullptr;
  result = driver.ctxGetCurrent(&before);
  if (result != CUDA_SUCCESS || before == context.native)
    return;
  if (!before) {
    result = driver.ctxSetCurrent(context.native);
    return;
  }
  result = driver.ctxPushCurrent(context.native);
  isPushed = result == CUDA_SUCCESS;
}

void CurrentContext::pop() {
  CUcontext popped = nullptr;
  (void)driver.ctxPopCurrent(&popped);
}
