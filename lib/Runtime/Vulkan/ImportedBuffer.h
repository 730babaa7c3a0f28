//===- ImportedBuffer.h - A buffer of the caller's --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_IMPORTEDBUFFER_H
#define QDRT_VULKAN_IMPORTEDBUFFER_H

#include "Runtime/Vulkan/Allocator.h"

namespace qdrt::loader::vulkan {

/// A range of a buffer of the caller's as a block without memory of its own. invalidArgument names the member that is
/// not right.
qdc::Result<Block> importBlock(const Context &context, const qdrt_vulkan_buffer &range);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_IMPORTEDBUFFER_H
