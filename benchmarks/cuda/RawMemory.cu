// Kernels that are as fast as memory, by hand: sixteen bytes a load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "RawCases.h"
#include "RawDevice.h"

namespace {

constexpr int threads = 256;
constexpr int64_t n = inputs::largeElements;

__global__ void fillLarge(float *x) {
  int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  x[i] = float(i % 1000) * 0.0009765625f;
}

__global__ void fill(float *x, float value) { x[int64_t(blockIdx.x) * blockDim.x + threadIdx.x] = value; }

__global__ void saxpy(const float4 *__restrict__ x, float4 *__restrict__ y, float a) {
  int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  float4 in = x[i], out = y[i];
  out.x += a * in.x;
  out.y += a * in.y;
  out.z += a * in.z;
  out.w += a * in.w;
  y[i] = out;
}

/// One atomic addition a block.
__global__ void sum(const float4 *__restrict__ x, float *total, int64_t count) {
  float mine = 0;
  for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += int64_t(gridDim.x) * blockDim.x) {
    float4 in = x[i];
    mine += (in.x + in.y) + (in.z + in.w);
  }
  for (int offset = 16; offset > 0; offset /= 2)
    mine += __shfl_down_sync(~0u, mine, offset);
  __shared__ float warps[threads / 32];
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < threads / 32) {
    mine = warps[threadIdx.x];
    for (int offset = threads / 64; offset > 0; offset /= 2)
      mine += __shfl_down_sync((1u << threads / 32) - 1, mine, offset);
    if (threadIdx.x == 0)
      atomicAdd(total, mine);
  }
}

class LargeCase : public Case {
public:
  LargeCase() {
    fillLarge<<<n / threads, threads, 0, stream>>>(x);
    raw::check(cudaGetLastError());
  }
  void finish() final { stream.synchronize(); }

protected:
  raw::Stream stream;
  raw::Array x{n};
};

class Saxpy final : public LargeCase {
public:
  Saxpy() { fill<<<n / threads, threads, 0, stream>>>(y, 0.5f); }
  void call() override {
    saxpy<<<n / 4 / threads, threads, 0, stream>>>(reinterpret_cast<const float4 *>(static_cast<float *>(x)),
                                                   reinterpret_cast<float4 *>(static_cast<float *>(y)),
                                                   inputs::largeFactor);
  }
  std::vector<double> values() const override {
    const std::vector<float> all = y.read();
    return {inputs::sum(all), all.back()};
  }

private:
  raw::Array y{n};
};

class Sum final : public LargeCase {
public:
  Sum() {
    int perMultiprocessor = 0, multiprocessors = 0;
    raw::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, sum, threads, 0));
    raw::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    blocks = perMultiprocessor * multiprocessors;
  }
  void call() override {
    raw::check(cudaMemsetAsync(total, 0, sizeof(float), stream));
    sum<<<blocks, threads, 0, stream>>>(reinterpret_cast<const float4 *>(static_cast<float *>(x)), total, n / 4);
  }
  std::vector<double> values() const override { return {inputs::sum(total.read())}; }

private:
  int blocks = 0;
  raw::Array total{1};
};

} // namespace

std::unique_ptr<Case> makeRawSaxpy() { return std::make_unique<Saxpy>(); }
std::unique_ptr<Case> makeRawSum() { return std::make_unique<Sum>(); }
