// Serves the cases of `./dev bench codegen` as CUDA, written as one writes it without a thought: a thread an element.
// usage: bench-codegen-raw
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "RawStreams.h"
#include "cuda/RawDevice.h"
#include "server/Server.h"

#include <cstdio>

namespace {

using inputs::Machine;

constexpr int threads = 256;
constexpr int blocksOf(int64_t n) { return int((n + threads - 1) / threads); }

__device__ int ofThread() { return int(blockIdx.x * blockDim.x + threadIdx.x); }

/// A case with a stream, which waits for it.
class StreamCase : public Case {
public:
  void finish() final { stream.synchronize(); }

protected:
  raw::Stream stream;
};

__global__ void nbody(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
                      const float *__restrict__ mass, float *ax, float *ay, float *az, float softening, int n) {
  const int i = ofThread();
  if (i >= n)
    return;
  float sx = 0, sy = 0, sz = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    const float factor = mass[j] * (inverse * inverse * inverse);
    sx += factor * dx;
    sy += factor * dy;
    sz += factor * dz;
  }
  ax[i] = sx;
  ay[i] = sy;
  az[i] = sz;
}

class Bodies final : public StreamCase {
public:
  void call() override {
    nbody<<<blocksOf(state.n), threads, 0, stream>>>(x, y, z, mass, ax, ay, az, inputs::Bodies::softening,
                                                     int(state.n));
  }
  std::vector<double> values() const override { return inputs::digest({ax.read(), ay.read(), az.read()}); }

private:
  inputs::Bodies state{Machine::gpu};
  raw::Array x{state.x}, y{state.y}, z{state.z}, mass{state.mass}, ax{state.x.size()}, ay{state.x.size()},
      az{state.x.size()};
};

__device__ float normal(float d) { return 0.5f + 0.5f * erff(d * 0.70710678f); }
__device__ double normal(double d) { return 0.5 + 0.5 * erf(d * 0.70710678118654752); }

template <typename T>
__global__ void blackScholes(const T *__restrict__ price, const T *__restrict__ strike, const T *__restrict__ years,
                             T *call, T *put, T rate, T volatility, int n) {
  const int i = ofThread();
  if (i >= n)
    return;
  const T spread = volatility * sqrt(years[i]);
  const T d1 = (log(price[i] / strike[i]) + (rate + T(0.5) * volatility * volatility) * years[i]) / spread;
  const T present = strike[i] * exp(-rate * years[i]);
  const T value = price[i] * normal(d1) - present * normal(d1 - spread);
  call[i] = value;
  put[i] = value - price[i] + present;
}

template <typename T>
class Options final : public StreamCase {
public:
  void call() override {
    blackScholes<T><<<blocksOf(state.n), threads, 0, stream>>>(
        price, strike, years, calls, puts, inputs::Options<T>::rate, inputs::Options<T>::volatility, int(state.n));
  }
  std::vector<double> values() const override { return inputs::digest({calls.read(), puts.read()}); }

private:
  inputs::Options<T> state{Machine::gpu};
  raw::ArrayOf<T> price{state.price}, strike{state.strike}, years{state.years}, calls{state.price.size()},
      puts{state.price.size()};
};

__global__ void jacobi(const float *__restrict__ u, const float *__restrict__ f, float *v, int side) {
  const int k = ofThread() + 1, j = int(blockIdx.y) + 1, i = int(blockIdx.z) + 1;
  if (k >= side - 1)
    return;
  const int plane = side * side, at = i * plane + j * side + k;
  v[at] = 0.16666667f * (u[at - plane] + u[at + plane] + u[at - side] + u[at + side] + u[at - 1] + u[at + 1] + f[at]);
}

class Box final : public StreamCase {
public:
  void call() override {
    const unsigned inner = unsigned(state.side - 2);
    jacobi<<<dim3(blocksOf(inner), inner, inner), threads, 0, stream>>>(u, f, v, int(state.side));
  }
  std::vector<double> values() const override { return inputs::digest(v.read()); }

private:
  inputs::Box state{Machine::gpu};
  raw::Array u{state.u}, f{state.f}, v{state.u.size()};
};

__global__ void matmul(const float *__restrict__ a, const float *__restrict__ b, float *c, int n) {
  const int j = ofThread(), i = int(blockIdx.y);
  if (j >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

class Matrices final : public StreamCase {
public:
  void call() override {
    matmul<<<dim3(blocksOf(state.n), unsigned(state.n)), threads, 0, stream>>>(a, b, c, int(state.n));
  }
  std::vector<double> values() const override { return inputs::digest(c.read()); }

private:
  inputs::Matrices state{Machine::gpu};
  raw::Array a{state.a}, b{state.b}, c{state.a.size()};
};

__global__ void solve(const float *__restrict__ a, const float *__restrict__ b, float *x, int n) {
  constexpr int size = inputs::Systems::size;
  const int s = ofThread();
  if (s >= n)
    return;
  float m[size][size], r[size];
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j)
      m[i][j] = a[(i * size + j) * n + s];
    r[i] = b[i * n + s];
  }
  for (int k = 0; k < size; ++k) {
    const float inverse = 1 / m[k][k];
    for (int i = k + 1; i < size; ++i) {
      const float factor = m[i][k] * inverse;
      for (int j = k + 1; j < size; ++j)
        m[i][j] -= factor * m[k][j];
      r[i] -= factor * r[k];
    }
  }
  for (int i = size - 1; i >= 0; --i) {
    for (int j = i + 1; j < size; ++j)
      r[i] -= m[i][j] * r[j];
    r[i] /= m[i][i];
    x[i * n + s] = r[i];
  }
}

class Systems final : public StreamCase {
public:
  void call() override { solve<<<blocksOf(state.n), threads, 0, stream>>>(a, b, x, int(state.n)); }
  std::vector<double> values() const override { return inputs::digest(x.read()); }

private:
  inputs::Systems state{Machine::gpu};
  raw::Array a{state.a}, b{state.b}, x{state.b.size()};
};

__global__ void neighbours(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
                           const int *__restrict__ first, float *density, int side, float radius, int n) {
  const int i = ofThread();
  if (i >= n)
    return;
  const float scale = 1 / radius, square = radius * radius;
  const int cx = int(x[i] * scale), cy = int(y[i] * scale), cz = int(z[i] * scale);
  float sum = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy) {
      const int cell = ((cz + dz) * side + cy + dy) * side + cx;
      for (int j = first[cell - 1]; j < first[cell + 2]; ++j) {
        const float ex = x[j] - x[i], ey = y[j] - y[i], ez = z[j] - z[i];
        const float near = fmaxf(square - (ex * ex + ey * ey + ez * ez), 0.0f);
        sum += near * near * near;
      }
    }
  density[i] = sum;
}

class Cells final : public StreamCase {
public:
  void call() override {
    neighbours<<<blocksOf(state.n), threads, 0, stream>>>(x, y, z, first, density, int(state.side), state.radius,
                                                          int(state.n));
  }
  std::vector<double> values() const override { return inputs::digest(density.read()); }

private:
  inputs::Cells state{Machine::gpu};
  raw::Array x{state.x}, y{state.y}, z{state.z};
  raw::ArrayOf<int> first{state.first};
  raw::Array density{state.x.size()};
};

__global__ void fractal(int *steps, float left, float top, float width, int limit, int side) {
  const int j = ofThread(), i = int(blockIdx.y);
  if (j >= side)
    return;
  const float ci = top + float(i) * width, cr = left + float(j) * width;
  float r = 0, m = 0;
  int n = 0;
  while (r * r + m * m < 4 && n < limit) {
    const float next = r * r - m * m + cr;
    m = 2 * (r * m) + ci;
    r = next;
    ++n;
  }
  steps[i * side + j] = n;
}

class Plane final : public StreamCase {
public:
  void call() override {
    fractal<<<dim3(blocksOf(state.side), unsigned(state.side)), threads, 0, stream>>>(
        steps, inputs::Plane::left, inputs::Plane::top, state.width, inputs::Plane::limit, int(state.side));
  }
  std::vector<double> values() const override { return inputs::digest(steps.read()); }

private:
  inputs::Plane state{Machine::gpu};
  raw::ArrayOf<int> steps{size_t(state.side * state.side)};
};

__global__ void spmv(const int *__restrict__ start, const int *__restrict__ column, const double *__restrict__ value,
                     const double *__restrict__ x, double *y, int n) {
  const int i = ofThread();
  if (i >= n)
    return;
  double sum = 0;
  for (int k = start[i]; k < start[i + 1]; ++k)
    sum += value[k] * x[column[k]];
  y[i] = sum;
}

class Sparse final : public StreamCase {
public:
  void call() override {
    spmv<<<blocksOf(state.matrix.rows), threads, 0, stream>>>(start, column, value, x, y, int(state.matrix.rows));
  }
  std::vector<double> values() const override { return inputs::digest(y.read()); }

private:
  inputs::Sparse state{Machine::gpu};
  raw::ArrayOf<int> start{state.matrix.start}, column{state.matrix.column};
  raw::ArrayOf<double> value{state.matrix.value}, x{state.x}, y{state.x.size()};
};

__global__ void sort(const float *__restrict__ x, float *sorted, int n) {
  constexpr int length = inputs::Lists::length;
  const int s = ofThread();
  if (s >= n)
    return;
  float list[length];
  for (int i = 0; i < length; ++i)
    list[i] = x[i * n + s];
  for (int end = length - 1; end > 0; --end)
    for (int i = 0; i < end; ++i)
      if (list[i + 1] < list[i]) {
        const float less = list[i + 1];
        list[i + 1] = list[i];
        list[i] = less;
      }
  for (int i = 0; i < length; ++i)
    sorted[i * n + s] = list[i];
}

class Lists final : public StreamCase {
public:
  void call() override { sort<<<blocksOf(state.n), threads, 0, stream>>>(x, sorted, int(state.n)); }
  std::vector<double> values() const override { return inputs::digest(sorted.read()); }

private:
  inputs::Lists state{Machine::gpu};
  raw::Array x{state.x}, sorted{state.x.size()};
};

__global__ void rows(const float *__restrict__ a, float *sums, int rows, int columns) {
  const int i = ofThread();
  if (i >= rows)
    return;
  float sum = 0;
  for (int j = 0; j < columns; ++j)
    sum += a[i * columns + j] * a[i * columns + j];
  sums[i] = sum;
}

class Rows final : public StreamCase {
public:
  void call() override {
    rows<<<blocksOf(state.rows), threads, 0, stream>>>(a, sums, int(state.rows), int(state.columns));
  }
  std::vector<double> values() const override { return inputs::digest(sums.read()); }

private:
  inputs::Rows state{Machine::gpu};
  raw::Array a{state.a}, sums{size_t(state.rows)};
};

__global__ void upwind(const float *__restrict__ u, const float *__restrict__ v, float *out, float step, float solid,
                       int side) {
  const int j = ofThread(), i = int(blockIdx.y);
  if (j < 1 || j >= side - 1)
    return;
  const int at = i * side + j;
  float next = u[at];
  if (v[at] > solid) {
    const float a = u[at] - u[at - 1], b = u[at + 1] - u[at];
    float slope = 0;
    if (a * b > 0)
      slope = fabsf(a) < fabsf(b) ? a : b;
    next = u[at] - step * v[at] * (v[at] > 0 ? a : b) + 0.1f * slope;
  }
  out[at] = next;
}

class Flow final : public StreamCase {
public:
  void call() override {
    upwind<<<dim3(blocksOf(state.side), unsigned(state.side)), threads, 0, stream>>>(
        u, v, moved, inputs::Flow::step, inputs::Flow::solid, int(state.side));
  }
  std::vector<double> values() const override { return inputs::digest(moved.read()); }

private:
  inputs::Flow state{Machine::gpu};
  raw::Array u{state.u}, v{state.v}, moved{state.u.size()};
};

template <typename Made>
std::unique_ptr<Case> make() {
  return std::make_unique<Made>();
}

} // namespace

int main() {
  try {
    cudaDeviceProp properties;
    raw::check(cudaGetDeviceProperties(&properties, 0));
    std::vector<NamedCase> cases = {{"cuda-nbody", make<Bodies>},
                                    {"cuda-black-scholes-f32", make<Options<float>>},
                                    {"cuda-black-scholes-f64", make<Options<double>>},
                                    {"cuda-jacobi", make<Box>},
                                    {"cuda-matmul", make<Matrices>},
                                    {"cuda-solve", make<Systems>},
                                    {"cuda-neighbours", make<Cells>},
                                    {"cuda-fractal", make<Plane>},
                                    {"cuda-spmv", make<Sparse>},
                                    {"cuda-sort", make<Lists>},
                                    {"cuda-rows", make<Rows>},
                                    {"cuda-upwind", make<Flow>}};
    for (NamedCase &stream : streamCases())
      cases.push_back(std::move(stream));
    return serve(std::string("CUDA, nvcc ") + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                     std::to_string(__CUDACC_VER_MINOR__) + " -O3, " + properties.name,
                 cases);
  } catch (const std::exception &failure) {
    return std::fprintf(stderr, "bench-codegen-raw: %s\n", failure.what()), 1;
  }
}
