// sum.comp, which two files use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_VULKAN_RAWSUM_H
#define QDC_BENCHMARKS_VULKAN_RAWSUM_H

#include "RawDevice.h"

#include "Shaders/sum.h"

class SumPipeline {
public:
  explicit SumPipeline(const raw::Device &device) : pipeline(device, sumShader, sizeof(Push)) {}
  /// Each of `groups` workgroups writes the sum of what it read of so many vectors of four.
  void add(raw::Commands &commands, const raw::Array &from, uint32_t vectors, const raw::Array &to,
           uint32_t groups) const {
    commands.dispatch(pipeline, Push{from.address, to.address, vectors, 0}, groups);
  }

private:
  struct Push {
    VkDeviceAddress from, to;
    uint32_t count, unused;
  };
  raw::Pipeline pipeline;
};

#endif // QDC_BENCHMARKS_VULKAN_RAWSUM_H
