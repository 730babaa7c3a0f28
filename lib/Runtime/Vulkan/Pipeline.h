//===- Pipeline.h - Code that a Vulkan driver compiled ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver compiles SPIR-V to the code of its device when a pipeline is made,
// which takes longer than all else at the start of a program. What it made of an
// entry point is kept as the driver hands it out (a pipeline cache), where the
// device has a folder for that.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_PIPELINE_H
#define QDRT_VULKAN_PIPELINE_H

#include "Runtime/CodeCache/CodeCache.h"
#include "Runtime/Vulkan/Context.h"

namespace qdrt::loader::vulkan {

/// Under which key code is kept: the device, its driver, the module, of which `digest` is the SHA-256, and the symbol.
std::string pipelineKey(const DeviceFeatures &device, const std::string &digest, const std::string &symbol);

/// Makes the pipeline of an entry point of the module, by what was kept where the cache has something; code of another
/// driver, or that this one does not take, is a failure of the cache, and replaced. `key` is read where
/// the cache keeps something. The error names the symbol.
qdc::Result<VkPipeline> makePipeline(const Context &context, VkShaderModule module, const std::string &symbol,
                                     CodeCache &cache, const std::string &key);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_PIPELINE_H
