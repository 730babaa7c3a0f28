// Conjugate gradients as in examples/conjugate_gradient, by hand: three kernels an iteration, and a host that reads the
// residual of each. Blocks add up their sums by atomics.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawCooperative.h"

namespace {

constexpr int threads = 256;

/// The sums of an iteration.
struct Sums {
  double pq, rr;
};

struct Vectors {
  const double *b;
  double *x, *r, *p, *q;
  int side, shift; // side = 1 << shift
  int nodes() const { return side * side; }
};

/// Adds the sum over the block to `total`.
__device__ void addBlockSum(double mine, double *total) {
  __shared__ double warps[threads / 32];
  for (int offset = 16; offset > 0; offset /= 2)
    mine += __shfl_down_sync(~0u, mine, offset);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  double sum = 0;
  for (double part : warps)
    sum += part;
  atomicAdd(total, sum);
}

__device__ int first() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int step() { return gridDim.x * blockDim.x; }

__global__ void start(Vectors v, Sums *sums, int nodes) {
  double mine = 0;
  for (int node = first(); node < nodes; node += step()) {
    const double b = v.b[node];
    v.x[node] = 0;
    v.r[node] = b;
    v.p[node] = b;
    mine += b * b;
  }
  addBlockSum(mine, &sums->rr);
}

__global__ void multiply(Vectors v, Sums *sums, int nodes) {
  const double *__restrict__ p = v.p;
  double mine = 0;
  for (int node = first(); node < nodes; node += step()) {
    const int i = node >> v.shift, j = node & (v.side - 1);
    const double here = p[node], north = i > 0 ? p[node - v.side] : 0, south = i + 1 < v.side ? p[node + v.side] : 0,
                 west = j > 0 ? p[node - 1] : 0, east = j + 1 < v.side ? p[node + 1] : 0;
    const double product = 4 * here - north - south - west - east;
    v.q[node] = product;
    mine += here * product;
  }
  addBlockSum(mine, &sums->pq);
}

/// Clears the sums of the next iteration.
__global__ void update(Vectors v, const Sums *before, Sums *sums, Sums *next, int nodes) {
  const double pq = sums->pq, alpha = pq == 0 ? 0 : before->rr / pq;
  if (first() == 0)
    *next = {};
  double mine = 0;
  for (int node = first(); node < nodes; node += step()) {
    v.x[node] += alpha * v.p[node];
    const double r = v.r[node] - alpha * v.q[node];
    v.r[node] = r;
    mine += r * r;
  }
  addBlockSum(mine, &sums->rr);
}

__global__ void turn(Vectors v, const Sums *before, const Sums *sums, int nodes) {
  const double beta = sums->pq == 0 ? 0 : sums->rr / before->rr;
  for (int node = first(); node < nodes; node += step())
    v.p[node] = v.r[node] + beta * v.p[node];
}

/// What the host reads from the device.
class HostNumber {
public:
  HostNumber() { raw::check(cudaMallocHost(&place, sizeof(double))); }
  ~HostNumber() { cudaFreeHost(place); }
  HostNumber(const HostNumber &) = delete;
  HostNumber &operator=(const HostNumber &) = delete;
  /// Adds the copy to the stream.
  void read(const double *from, cudaStream_t stream) {
    raw::check(cudaMemcpyAsync(place, from, sizeof(double), cudaMemcpyDeviceToHost, stream));
  }
  double value() const { return *place; }

private:
  double *place = nullptr;
};

class Plate final : public Case {
public:
  Plate(int64_t side, int64_t iterations) : plate(side, iterations) {
    for (v.side = int(side); 1 << v.shift < v.side;)
      ++v.shift;
    blocks = {blocksFor(start), blocksFor(multiply), blocksFor(update), blocksFor(turn)};
    raw::check(cudaEventCreateWithFlags(&isRead, cudaEventDisableTiming));
  }
  ~Plate() override { cudaEventDestroy(isRead); }
  void call() override {
    const int nodes = v.nodes();
    Sums *all = sums;
    raw::check(cudaMemsetAsync(all, 0, 3 * sizeof(Sums), stream));
    start<<<blocks.ofStart, threads, 0, stream>>>(v, all + 2, nodes);
    for (int64_t iteration = 0; iteration < plate.iterations; ++iteration) {
      Sums *before = all + (iteration + 2) % 3, *now = all + iteration % 3, *next = all + (iteration + 1) % 3;
      multiply<<<blocks.ofMultiply, threads, 0, stream>>>(v, now, nodes);
      update<<<blocks.ofUpdate, threads, 0, stream>>>(v, before, now, next, nodes);
      residual.read(&now->rr, stream);
      raw::check(cudaEventRecord(isRead, stream));
      // The device has something to do while the host looks at the residual.
      turn<<<blocks.ofTurn, threads, 0, stream>>>(v, before, now, nodes);
      raw::check(cudaEventSynchronize(isRead));
      if (residual.value() <= 0)
        break;
    }
    raw::check(cudaGetLastError());
  }
  void finish() override { stream.synchronize(); }
  std::vector<double> values() const override { return plate.values(x.read(), residual.value()); }

private:
  template <typename Kernel>
  int blocksFor(Kernel kernel) const {
    return raw::blocksAtOnce(kernel, threads, v.nodes());
  }

  using Doubles = raw::ArrayOf<double>;
  inputs::Plate plate;
  raw::Stream stream;
  Doubles b{plate.b}, x{plate.b.size()}, r{plate.b.size()}, p{plate.b.size()}, q{plate.b.size()};
  raw::ArrayOf<Sums> sums{3};
  Vectors v = {b, x, r, p, q, 0, 0};
  struct {
    int ofStart, ofMultiply, ofUpdate, ofTurn;
  } blocks = {};
  HostNumber residual;
  cudaEvent_t isRead = nullptr;
};

} // namespace

std::unique_ptr<Case> makeRawPlate(int64_t side, int64_t iterations) {
  return std::make_unique<Plate>(side, iterations);
}
