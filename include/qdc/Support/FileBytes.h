//===- FileBytes.h - Read a whole file --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_FILEBYTES_H
#define QDC_SUPPORT_FILEBYTES_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <string>

namespace qdc {

/// All bytes of a file or pipe. They are read, not mapped: what was verified
/// cannot change afterwards, and a file cut short by somebody else is an error
/// and not a signal. The error names the path and has the system's reason; its
/// code is notFound where nothing has that name, else inputOutput.
Result<ByteVector> readFileBytes(const std::string &path);

/// The same, with `called` for the path in the error: "the response file 'a'".
Result<ByteVector> readFileBytes(const std::string &path, const std::string &called);

/// The bytes that are left in a file or pipe that is open as descriptor `file`,
/// with the same errors.
Result<ByteVector> readOpenFile(int file, const std::string &called);

} // namespace qdc

#endif // QDC_SUPPORT_FILEBYTES_H
