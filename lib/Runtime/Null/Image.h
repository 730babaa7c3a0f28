//===- Image.h - Code that does nothing -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_NULL_IMAGE_H
#define QDRT_NULL_IMAGE_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::null {

/// What a driver needs to launch a kernel: its own handle, and of the description the launch shape.
struct Entry final : BackendEntry {};

/// Bytes that nobody looks at. A driver checks them as far as its own loader believes them, and finds symbols.
class Image final : public BackendImage {
public:
  qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) override {
    return std::unique_ptr<BackendEntry>(std::make_unique<Entry>());
  }
};

} // namespace qdrt::loader::null

#endif // QDRT_NULL_IMAGE_H
