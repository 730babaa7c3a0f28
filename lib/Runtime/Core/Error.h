//===- Error.h - Failures at the C boundary ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inside the loader a failure is a qdc::Error; at the C boundary it becomes a
// qdrt_status and the calling thread's message. guard() is the boundary: what
// is thrown inside it (by the standard library, or by a caller's print function,
// which must not) never leaves it.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_ERROR_H
#define QDRT_CORE_ERROR_H

#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

namespace qdrt::loader {

qdrt_status statusOf(qdc::ErrorCode code);

/// Keeps a message for the calling thread's qdrt_last_error() and gives `status`. Where there is no memory for the
/// message, a fixed one is kept.
[[gnu::cold]] qdrt_status fail(qdrt_status status, qdc::FormatPattern text, qdc::FormatValues values) noexcept;
[[gnu::cold]] qdrt_status fail(const qdc::Error &error) noexcept;
template <typename... Args>
qdrt_status fail(qdrt_status status, qdc::FormatString<Args...> text, const Args &...args) noexcept {
  return fail(status, text, {args...});
}

/// The same for the exception that is being handled.
[[gnu::cold]] qdrt_status failThrown() noexcept;

/// QDRT_INVALID_ARGUMENT: the parameter `name` of `function` is NULL.
[[gnu::cold]] qdrt_status failNull(const char *function, const char *name) noexcept;

/// The calling thread's message; "" before the first failure.
const char *lastErrorMessage() noexcept;

/// Calls `body`, which gives a qdrt_status, and turns exceptions into one.
template <typename Body>
qdrt_status guard(Body &&body) noexcept {
  try {
    return body();
  } catch (...) {
    return failThrown();
  }
}

/// The same error, with what it happened to ahead of its message: "PLACE: message".
[[gnu::cold]] qdc::Status within(const qdc::Error &error, qdc::FormatPattern place, qdc::FormatValues values);
template <typename... Args>
qdc::Status within(const qdc::Error &error, qdc::FormatString<Args...> place, const Args &...args) {
  return within(error, place, {args...});
}

template <typename... Args>
qdc::Status invalidArgument(qdc::FormatString<Args...> text, const Args &...args) {
  return qdc::makeError(qdc::ErrorCode::invalidArgument, text, {args...});
}

} // namespace qdrt::loader

#endif // QDRT_CORE_ERROR_H
