// Cooperative kernels: all blocks run at once, so that they may wait for each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_LOOPS_RAWCOOPERATIVE_H
#define QDC_BENCHMARKS_LOOPS_RAWCOOPERATIVE_H

#include "cuda/RawDevice.h"

#include <cooperative_groups.h>

#include <algorithm>

namespace raw {

/// As many blocks as so many elements need, or fewer where the device does not run them all at once.
template <typename Kernel>
int blocksAtOnce(Kernel kernel, int threads, int elements) {
  int perMultiprocessor = 0, multiprocessors = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, kernel, threads, 0));
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  return std::min((elements + threads - 1) / threads, perMultiprocessor * multiprocessors);
}

template <typename... Parameters>
void launchCooperative(void (*kernel)(Parameters...), int blocks, int threads, cudaStream_t stream,
                       Parameters... values) {
  void *arguments[] = {&values...};
  check(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), arguments, 0, stream));
}

} // namespace raw

#endif // QDC_BENCHMARKS_LOOPS_RAWCOOPERATIVE_H
