// A thread an element; sums as one writes them with some thought: a thread adds up what is a grid apart, a warp by
// shuffles, and its first thread by an atomic to the total.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawStreams.h"

#include "Streams.h"
#include "cuda/RawDevice.h"

#include <cuda_fp16.h>

namespace {

constexpr int threads = 256;

template <typename T>
__global__ void copy(const T *__restrict__ x, T *__restrict__ y, int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * threads + threadIdx.x;
  if (i < n)
    y[i] = x[i];
}

template <typename T>
__global__ void stencil(const T *__restrict__ x, T *__restrict__ y, int rows, int side) {
  const int j = int(blockIdx.x * threads + threadIdx.x) + 1, i = int(blockIdx.y) + 1;
  if (j >= side - 1)
    return;
  const int64_t at = int64_t(i) * side + j;
  y[at] = T(x[at - side] + x[at + side] + x[at - 1] + x[at + 1] - T(4) * x[at]);
}

/// What a sum of T is kept in.
template <typename T>
struct Total {
  using Type = std::conditional_t<std::is_integral_v<T>, int, std::conditional_t<sizeof(T) == 8, double, float>>;
};

template <typename T>
__global__ void sum(const T *__restrict__ x, typename Total<T>::Type *total, int64_t n) {
  using Type = typename Total<T>::Type;
  Type mine = 0;
  for (int64_t i = int64_t(blockIdx.x) * threads + threadIdx.x; i < n; i += int64_t(gridDim.x) * threads)
    mine += Type(x[i]);
  for (int distance = 16; distance > 0; distance /= 2)
    mine += __shfl_down_sync(0xffffffff, mine, distance);
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, mine);
}

/// T is how the device sees the elements, Bits how Streams.h does.
template <typename T, typename Bits>
class StreamCase : public Case {
public:
  void finish() final { stream.synchronize(); }

protected:
  using State = inputs::Stream<Bits>;
  static constexpr bool isHalf = std::is_same_v<T, __half>;

  static Bits number(int value) { return isHalf ? Bits(inputs::halfBits(value)) : Bits(value); }
  static double value(Bits element) { return isHalf ? inputs::halfValue(uint16_t(element)) : double(element); }
  const T *elements() const { return reinterpret_cast<const T *>(static_cast<const Bits *>(x)); }

  raw::Stream stream;
  raw::ArrayOf<Bits> x{State(number).x};
};

template <typename T, typename Bits>
class Copy : public StreamCase<T, Bits> {
public:
  void call() override {
    const int64_t n = inputs::Stream<Bits>::n;
    copy<T><<<unsigned((n + threads - 1) / threads), threads, 0, this->stream>>>(this->elements(), result(), n);
  }
  std::vector<double> values() const override { return inputs::sample(y.read(), this->value); }

protected:
  T *result() { return reinterpret_cast<T *>(static_cast<Bits *>(y)); }

  raw::ArrayOf<Bits> y{size_t(inputs::Stream<Bits>::n)};
};

template <typename T, typename Bits>
class Stencil final : public Copy<T, Bits> {
public:
  void call() override {
    const int side = int(inputs::Stream<Bits>::side), rows = int(inputs::Stream<Bits>::rows);
    stencil<T><<<dim3(unsigned((side - 2 + threads - 1) / threads), unsigned(rows - 2)), threads, 0, this->stream>>>(
        this->elements(), this->result(), rows, side);
  }
};

template <typename T, typename Bits>
class Sum final : public StreamCase<T, Bits> {
public:
  void call() override {
    raw::check(cudaMemsetAsync(total, 0, sizeof(Type), this->stream));
    sum<T><<<blocks, threads, 0, this->stream>>>(this->elements(), total, inputs::Stream<Bits>::n);
  }
  std::vector<double> values() const override {
    const Type found = total.read().front();
    // An integer wraps as its type does.
    const double number = std::is_integral_v<T> ? double(T(found)) : double(found);
    return {number, number};
  }

private:
  using Type = typename Total<T>::Type;
  static int blocksAtOnce() {
    cudaDeviceProp properties;
    raw::check(cudaGetDeviceProperties(&properties, 0));
    return properties.multiProcessorCount * (properties.maxThreadsPerMultiProcessor / threads);
  }

  const int blocks = blocksAtOnce();
  raw::ArrayOf<Type> total{1};
};

template <typename T, typename Bits>
void add(std::vector<NamedCase> &cases, const std::string &suffix) {
  cases.push_back({"cuda-copy-" + suffix, [] { return std::make_unique<Copy<T, Bits>>(); }});
  cases.push_back({"cuda-reduce-" + suffix, [] { return std::make_unique<Sum<T, Bits>>(); }});
  cases.push_back({"cuda-atomic-" + suffix, [] { return std::make_unique<Sum<T, Bits>>(); }});
  cases.push_back({"cuda-stencil-" + suffix, [] { return std::make_unique<Stencil<T, Bits>>(); }});
}

} // namespace

std::vector<NamedCase> streamCases() {
  std::vector<NamedCase> cases;
  add<int8_t, int8_t>(cases, "i8");
  add<int16_t, int16_t>(cases, "i16");
  add<__half, uint16_t>(cases, "f16");
  add<int32_t, int32_t>(cases, "i32");
  add<float, float>(cases, "f32");
  add<double, double>(cases, "f64");
  return cases;
}
