//===- Error.cpp - Failures at the C boundary -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"

#include <string>

using namespace qdrt::loader;

namespace {
struct LastError {
  std::string text;
  const char *current = "";
};
} // namespace

static LastError &lastError() {
  static thread_local LastError error;
  return error;
}

qdrt_status qdrt::loader::statusOf(qdc::ErrorCode code) {
  switch (code) {
  case qdc::ErrorCode::invalidArgument:
    return QDRT_INVALID_ARGUMENT;
  case qdc::ErrorCode::invalidPackage:
    return QDRT_INVALID_PACKAGE;
  case qdc::ErrorCode::incompatible:
    return QDRT_INCOMPATIBLE;
  case qdc::ErrorCode::notFound:
    return QDRT_NOT_FOUND;
  case qdc::ErrorCode::outOfMemory:
    return QDRT_OUT_OF_MEMORY;
  case qdc::ErrorCode::inputOutput:
    return QDRT_IO_ERROR;
  case qdc::ErrorCode::noDevice:
    return QDRT_NO_DEVICE;
  case qdc::ErrorCode::deviceLost:
    return QDRT_DEVICE_LOST;
  case qdc::ErrorCode::unsupported:
  case qdc::ErrorCode::toolMissing:
    return QDRT_UNSUPPORTED;
  case qdc::ErrorCode::internal:
    break;
  }
  return QDRT_INTERNAL;
}

qdc::Error qdrt::loader::within(std::string place, const qdc::Error &error) {
  return {error.code, std::move(place) + ": " + error.message};
}

std::string qdrt::loader::ofKernel(std::string_view kind, std::string_view kernel) {
  return std::string(kind) + " of kernel '" + std::string(kernel) + "'";
}

std::string qdrt::loader::partOfKernel(std::string_view kind, std::string_view name, std::string_view kernel) {
  return ofKernel(std::string(kind) + " '" + std::string(name) + "'", kernel);
}

qdrt_status qdrt::loader::fail(qdrt_status status, std::string_view message) noexcept {
  LastError &error = lastError();
  try {
    error.text.assign(message);
    error.current = error.text.c_str();
  } catch (...) {
    error.current = "out of host memory, also for the message";
  }
  return status;
}

qdrt_status qdrt::loader::fail(const qdc::Error &error) noexcept { return fail(statusOf(error.code), error.message); }

qdrt_status qdrt::loader::failNull(const char *function, const char *name) noexcept {
  return guard([&] {
    return fail(QDRT_INVALID_ARGUMENT, std::string(function) + ": parameter '" + name + "' must not be NULL");
  });
}

const char *qdrt::loader::lastErrorMessage() noexcept { return lastError().current; }
