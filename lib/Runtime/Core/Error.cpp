//===- Error.cpp - Failures at the C boundary -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"

#include <new>
#include <stdexcept>
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

qdc::Status qdrt::loader::within(const qdc::Error &error, qdc::FormatPattern place, qdc::FormatValues values) {
  return qdc::makeError(error.code, "{}: {}", qdc::formatText(place, values), error.message);
}

qdrt_status qdrt::loader::fail(qdrt_status status, qdc::FormatPattern text, qdc::FormatValues values) noexcept {
  LastError &error = lastError();
  try {
    error.text = qdc::formatText(text, values);
    error.current = error.text.c_str();
  } catch (...) {
    error.current = "out of host memory, also for the message";
  }
  return status;
}

qdrt_status qdrt::loader::fail(const qdc::Error &error) noexcept {
  return fail(statusOf(error.code), "{}", error.message);
}

/// Keeps a message that needs no memory.
static qdrt_status failFixed(qdrt_status status, const char *message) noexcept {
  lastError().current = message;
  return status;
}

qdrt_status qdrt::loader::failThrown() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return failFixed(QDRT_OUT_OF_MEMORY, "out of host memory");
  } catch (const std::length_error &) {
    return failFixed(QDRT_OUT_OF_MEMORY, "out of host memory: more was asked for than any machine has");
  } catch (...) {
    return failFixed(QDRT_INTERNAL, "an exception was thrown inside libqdrt or by a print function");
  }
}

qdrt_status qdrt::loader::failNull(const char *function, const char *name) noexcept {
  return fail(QDRT_INVALID_ARGUMENT, "{}: parameter '{}' must not be NULL", function, name);
}

const char *qdrt::loader::lastErrorMessage() noexcept { return lastError().current; }
