// Serves the cases of `./dev bench grad` that have adstacks, as CUDA written by hand.
// usage: bench-grad-raw
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "cuda/RawDevice.h"
#include "server/Server.h"

#include <cstdio>

namespace {

constexpr int threads = 256;

/// Entry k of thread i is heap[k * n + i], so that what a warp pushes is contiguous. Nothing is checked.
__global__ void pushAndPop(const float *__restrict__ x, int64_t depth, float *__restrict__ heap, float *__restrict__ y,
                           int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float *top = heap + i, v = x[i];
  for (int64_t k = 0; k < depth; ++k, top += n) {
    *top = v;
    v = v * 0.75f + 0.75f;
  }
  for (int64_t k = 0; k < depth; ++k) {
    top -= n;
    v = v * 0.75f + *top;
  }
  y[i] = v;
}

class Adstack final : public Case {
public:
  explicit Adstack(int64_t depth) : depth(depth), heap(depth * state.n) {}
  void call() override {
    pushAndPop<<<int((state.n + threads - 1) / threads), threads, 0, stream>>>(x, depth, heap, y, state.n);
    raw::check(cudaGetLastError());
  }
  void finish() override { stream.synchronize(); }
  std::vector<double> values() const override { return inputs::sample(y.read()); }

private:
  const int64_t depth;
  const inputs::Adstack state;
  raw::Stream stream;
  raw::Array x{state.x}, y{size_t(state.n)}, heap;
};

} // namespace

int main() {
  try {
    cudaDeviceProp properties;
    raw::check(cudaGetDeviceProperties(&properties, 0));
    std::vector<NamedCase> cases;
    for (int64_t depth : inputs::Adstack::depths)
      cases.push_back({"cuda-adstack-" + std::to_string(depth), [depth] { return std::make_unique<Adstack>(depth); }});
    return serve(std::string("CUDA by hand, nvcc ") + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                     std::to_string(__CUDACC_VER_MINOR__) + " -O3, " + properties.name,
                 cases);
  } catch (const std::exception &failure) {
    return std::fprintf(stderr, "bench-grad-raw: %s\n", failure.what()), 1;
  }
}
