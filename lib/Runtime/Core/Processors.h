//===- Processors.h - How many threads run at once --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_PROCESSORS_H
#define QDRT_CORE_PROCESSORS_H

#include <cstdint>

namespace qdrt::loader {

/// Processors that this process may run on, 1 or more.
uint32_t usableProcessors();

} // namespace qdrt::loader

#endif // QDRT_CORE_PROCESSORS_H
