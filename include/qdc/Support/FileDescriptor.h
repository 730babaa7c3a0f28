//===- FileDescriptor.h - Owns an open file ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_FILEDESCRIPTOR_H
#define QDC_SUPPORT_FILEDESCRIPTOR_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <string>
#include <utility>

namespace qdc {

/// Closes a file descriptor when it goes out of scope.
class FileDescriptor {
public:
  FileDescriptor() = default;
  /// Takes over `number`; a negative one is none.
  explicit FileDescriptor(int number) : number(number) {}
  FileDescriptor(FileDescriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~FileDescriptor();

  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }
  /// A path by which this process can open the file again, as long as it is open. Fails with ErrorCode::inputOutput
  /// where the file system proc is not mounted.
  Result<std::string> path() const;

  /// Closes now. False, with errno set, if the system reports an error that it
  /// kept back until then.
  bool close();

  /// Writes all bytes, however often the system takes only a part. False with
  /// errno set on failure; some may have been written then.
  bool writeAll(ByteSpan bytes);

private:
  int number = -1;
};

} // namespace qdc

#endif // QDC_SUPPORT_FILEDESCRIPTOR_H
