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

} // namespace qdc

#endif // QDC_SUPPORT_FILEBYTES_H
