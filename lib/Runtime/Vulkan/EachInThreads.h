//===- EachInThreads.h - Work of the host in several threads ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_EACHINTHREADS_H
#define QDRT_VULKAN_EACHINTHREADS_H

#include <cstddef>
#include <functional>

namespace qdrt::loader::vulkan {

/// Calls work(0) to work(count - 1), each once, in `threads` threads at most, of which the calling one is the first;
/// fewer where the system has no more to give. All have ended when it returns. What a call throws is thrown here, that
/// of the smallest number.
void eachInThreads(size_t count, size_t threads, const std::function<void(size_t)> &work);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_EACHINTHREADS_H
