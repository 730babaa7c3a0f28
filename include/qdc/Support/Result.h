//===- Result.h - A value or the reason why there is none -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fallible functions return Result<T>, or Status where there is no value.
// An error is a code, which tells a program what to do, and a message for a
// person: lower-case start, no full stop, names in single quotes, and what
// would have been accepted.
//
//   Result<File> file = openFile(path);
//   if (!file)
//     return file.error();
//   use(*file);
//
// makeError() writes the message (Format.h):
//
//   return makeError(ErrorCode::notFound, "there is no file '{}'", name);
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_RESULT_H
#define QDC_SUPPORT_RESULT_H

#include "qdc/Support/Format.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace qdc {

enum class ErrorCode : uint8_t {
  invalidArgument, // the caller passed something wrong; the message names it
  invalidPackage,  // the bytes are not a valid package
  incompatible,    // valid, but made for another version, target or feature
  notFound,        // a named thing does not exist
  outOfMemory,
  inputOutput,     // the operating system refused; the message has its reason
  toolMissing,     // a tool or target is missing, or a tool is too old or does not work
  noDevice,        // no such device, or its driver is absent
  deviceLost,      // an error ended all that a device held
  unsupported,     // a right request that this version cannot serve
  internal,        // a bug in qdc
};

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
};

/// An error or none, in one word: what succeeds neither makes nor destroys a message, and the code that does is in one
/// place. A copy has a message of its own.
class OptionalError {
public:
  OptionalError() = default;
  [[gnu::cold]] OptionalError(Error &&error);
  [[gnu::cold]] OptionalError(const Error &error);
  OptionalError(const OptionalError &other);
  OptionalError(OptionalError &&other) noexcept : error(std::exchange(other.error, nullptr)) {}
  OptionalError &operator=(OptionalError other) noexcept { return std::swap(error, other.error), *this; }
  ~OptionalError() {
    if (error)
      destroy();
  }

  explicit operator bool() const { return error; }
  const Error &operator*() const { return assert(error), *error; }

private:
  [[gnu::cold]] void destroy() noexcept;

  const Error *error = nullptr;
};

template <typename T>
class Result;

/// A Result without a value; a default one is success.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error &&error) : failure(std::move(error)) {}
  Status(const Error &error) : failure(error) {}

  bool ok() const { return !failure; }
  explicit operator bool() const { return ok(); }
  const Error &error() const { return *failure; }

private:
  template <typename T>
  friend class Result;

  OptionalError failure;
};

template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : storage(std::move(value)) {}
  Result(Error &&error) : failure(std::move(error)) {}
  Result(const Error &error) : failure(error) {}
  /// Of a status that is not ok.
  Result(Status &&status) : failure(std::move(status.failure)) { assert(failure); }

  bool ok() const { return storage.has_value(); }
  explicit operator bool() const { return ok(); }

  T &operator*() & { return assert(ok()), *storage; }
  const T &operator*() const & { return assert(ok()), *storage; }
  T &&operator*() && { return assert(ok()), std::move(*storage); }
  T *operator->() { return assert(ok()), &*storage; }
  const T *operator->() const { return assert(ok()), &*storage; }

  const Error &error() const { return *failure; }

private:
  std::optional<T> storage;
  OptionalError failure;
};

[[gnu::cold]] Status makeError(ErrorCode code, FormatPattern text, FormatValues values);

/// A failure, for a Status or a Result, with the message formatText(text, args...).
template <typename... Args>
Status makeError(ErrorCode code, FormatString<Args...> text, const Args &...args) {
  return makeError(code, text, {args...});
}

} // namespace qdc

#endif // QDC_SUPPORT_RESULT_H
