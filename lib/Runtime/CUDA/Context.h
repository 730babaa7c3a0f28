//===- Context.h - A CUDA context and its health ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every call of the driver that needs a context goes through here:
//
//   return context("wait for a stream", [&](const Driver &driver) { return driver.streamSynchronize(stream); });
//
// It makes the context current, turns the driver's code into a qdc::Status, and
// remembers an error that no context survives (a kernel that traps, an illegal
// address): from then on the context is lost, and no call reaches the driver.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_CONTEXT_H
#define QDRT_CUDA_CONTEXT_H

#include "Runtime/CUDA/Driver.h"

#include <atomic>
#include <memory>
#include <string>

namespace qdrt::loader::cuda {

/// A function that calls the driver and gives its code; it is not kept. (Code for each caller would be most of the
/// backend, were this a template's parameter.)
class DriverCall {
public:
  template <typename Call>
  DriverCall(const Call &call)
      : object(&call), function([](const void *object, const Driver &driver) {
          return (*static_cast<const Call *>(object))(driver);
        }) {}
  CUresult operator()(const Driver &driver) const { return function(object, driver); }

private:
  const void *object;
  CUresult (*function)(const void *object, const Driver &driver);
};

class CurrentContext;

/// Shared by everything that was made in the context. Thread-safe.
class Context {
public:
  /// The primary context of a device, which the whole process shares. All who hold it here get the same object. One
  /// that was lost is reset first, which frees all that anybody in the process had in it; a driver that gives none to a
  /// process that lost one (those for CUDA 13.0 do not) is an error, which says that the process must end.
  static qdc::Result<std::shared_ptr<Context>> openPrimary(const Driver &driver, CUdevice device, std::string spelling);
  /// A context that the caller made and keeps alive.
  static std::shared_ptr<Context> adopt(const Driver &driver, CUdevice device, std::string spelling, CUcontext handle);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const Driver &driver() const { return api; }
  CUdevice device() const { return ordinal; }
  CUcontext handle() const { return native; }
  /// "cuda:0".
  const std::string &spelling() const { return name; }
  bool isLost() const { return lostBy.load(std::memory_order_relaxed) != CUDA_SUCCESS; }

  /// Calls `call`, which gives a CUresult, with the context current. The error says "cannot ATTEMPTED on 'cuda:0'".
  /// `outer` is as CurrentContext has it.
  qdc::Status operator()(const char *attempted, DriverCall call, const CurrentContext *outer = nullptr) const;
  /// The same without a word about why it failed: for what is freed.
  bool tryTo(DriverCall call) const;

  /// The error for a code that is no success; notes whether the context is lost, which is deviceLost from then on.
  qdc::Error failed(CUresult code, std::string_view attempted) const;

private:
  friend class CurrentContext;
  Context(const Driver &driver, CUdevice device, std::string spelling, CUcontext handle, bool isPrimary)
      : api(driver), ordinal(device), name(std::move(spelling)), native(handle), isPrimary(isPrimary) {}

  const Driver &api;
  const CUdevice ordinal;
  const std::string name;
  const CUcontext native;
  const bool isPrimary;
  bool isReset = false; // after it was lost; guarded as the list of primary contexts is
  mutable std::atomic<CUresult> lostBy = CUDA_SUCCESS;
};

/// Makes a context current in this thread while it lives. A thread that has another one gets that back; one that has
/// none keeps this one, so that its next call finds it current.
class CurrentContext {
public:
  /// `outer`, if there is one, made the same context current in this thread and still lives: nothing is asked anew.
  explicit CurrentContext(const Context &context, const CurrentContext *outer = nullptr)
      : driver(context.api), result(context.lostBy.load(std::memory_order_relaxed)) {
    if (result == CUDA_SUCCESS && outer)
      result = outer->result;
    else if (result == CUDA_SUCCESS)
      push(context);
  }
  ~CurrentContext() {
    if (isPushed)
      pop();
  }
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;

  /// CUDA_SUCCESS, or why the context can't be used: also because it is lost.
  CUresult code() const { return result; }

private:
  void push(const Context &context);
  void pop();

  const Driver &driver;
  CUresult result;
  bool isPushed = false;
};

/// Lets the calls of this thread through that a capture, which the caller has under way on a stream, would forbid
/// though they have nothing to do with it. Needs a current context.
class OutsideCapture {
public:
  explicit OutsideCapture(const Driver &driver) : driver(driver) {
    (void)driver.threadExchangeStreamCaptureMode(&mode);
  }
  ~OutsideCapture() { (void)driver.threadExchangeStreamCaptureMode(&mode); }
  OutsideCapture(const OutsideCapture &) = delete;
  OutsideCapture &operator=(const OutsideCapture &) = delete;

private:
  const Driver &driver;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_CONTEXT_H
