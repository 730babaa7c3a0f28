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
#ifndef QDRT_ERROR_H
#define QDRT_ERROR_H

#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <new>
#include <stdexcept>
#include <string_view>

namespace qdrt::loader {

qdrt_status statusOf(qdc::ErrorCode code);

/// Keeps `message` for the calling thread's qdrt_last_error() and gives `status`. Where there is no memory for the
/// message, a fixed one is kept.
qdrt_status fail(qdrt_status status, std::string_view message) noexcept;
qdrt_status fail(const qdc::Error &error) noexcept;

/// QDRT_INVALID_ARGUMENT: the parameter `name` of `function` is NULL.
qdrt_status failNull(const char *function, const char *name) noexcept;

/// The calling thread's message; "" before the first failure.
const char *lastErrorMessage() noexcept;

/// Calls `body`, which gives a qdrt_status, and turns exceptions into one.
template <typename Body>
qdrt_status guard(Body &&body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(QDRT_OUT_OF_MEMORY, "out of host memory");
  } catch (const std::length_error &) {
    return fail(QDRT_OUT_OF_MEMORY, "out of host memory: more was asked for than any machine has");
  } catch (...) {
    return fail(QDRT_INTERNAL, "an exception was thrown inside libqdrt or by a print function");
  }
}

/// The same error, with what it happened to ahead of its message.
qdc::Error within(std::string place, const qdc::Error &error);
/// "KIND 'name' of kernel 'kernel'", for messages.
std::string partOfKernel(std::string_view kind, std::string_view name, std::string_view kernel);
/// "KIND of kernel 'kernel'".
std::string ofKernel(std::string_view kind, std::string_view kernel);

inline qdc::Error invalidArgument(std::string message) { return {qdc::ErrorCode::invalidArgument, std::move(message)}; }

} // namespace qdrt::loader

#endif // QDRT_ERROR_H
