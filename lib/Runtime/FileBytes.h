//===- FileBytes.h - A whole file in memory ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_FILEBYTES_H
#define QDRT_FILEBYTES_H

#include "qdc/Support/Result.h"

#include <cstddef>
#include <vector>

namespace qdrt::loader {

/// The bytes of a file or pipe. notFound: there is none; inputOutput: it can't be read, with the system's reason.
qdc::Result<std::vector<std::byte>> readFile(const char *path);

} // namespace qdrt::loader

#endif // QDRT_FILEBYTES_H
