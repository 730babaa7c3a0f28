// Conjugate gradients as in kernels/sparse.qir, by hand. All blocks add up the partial sums of all blocks, in the same
// order, so that one barrier does for a dot product.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawCooperative.h"

namespace {

constexpr int threads = 256;

struct System {
  const int *start, *column;
  const double *value, *b;
  double *x, *r, *p, *q, *partial; // of partial, one for each block, twice
  int rows, iterations;
};

/// The sum over the block, in all threads.
__device__ double blockSum(double mine) {
  __shared__ double warps[threads / 32];
  for (int offset = 16; offset > 0; offset /= 2)
    mine += __shfl_xor_sync(~0u, mine, offset);
  __syncthreads(); // the last sum was read
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = mine;
  __syncthreads();
  double total = 0;
  for (double part : warps)
    total += part;
  return total;
}

/// The sum over the grid, in all threads; a barrier. `partial` is used by no other sum until the next barrier.
__device__ double gridSum(double mine, double *partial) {
  const double sum = blockSum(mine);
  if (threadIdx.x == 0)
    partial[blockIdx.x] = sum;
  cooperative_groups::this_grid().sync();
  double all = 0;
  for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x)
    all += partial[block];
  return blockSum(all);
}

__global__ void solve(System s) {
  auto grid = cooperative_groups::this_grid();
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  double *other = s.partial + gridDim.x, mine = 0;
  for (int i = first; i < s.rows; i += step) {
    const double b = s.b[i];
    s.x[i] = 0;
    s.r[i] = b;
    s.p[i] = b;
    mine += b * b;
  }
  double rr = gridSum(mine, other);
  for (int iteration = 0; iteration < s.iterations; ++iteration) {
    mine = 0;
    for (int i = first; i < s.rows; i += step) {
      double sum = 0;
      for (int k = s.start[i]; k < s.start[i + 1]; ++k)
        sum += s.value[k] * s.p[s.column[k]];
      s.q[i] = sum;
      mine += s.p[i] * sum;
    }
    const double alpha = rr / gridSum(mine, s.partial);
    mine = 0;
    for (int i = first; i < s.rows; i += step) {
      s.x[i] += alpha * s.p[i];
      const double r = s.r[i] - alpha * s.q[i];
      s.r[i] = r;
      mine += r * r;
    }
    const double before = rr;
    rr = gridSum(mine, other);
    for (int i = first; i < s.rows; i += step)
      s.p[i] = s.r[i] + rr / before * s.p[i];
    grid.sync();
  }
}

class Sparse final : public Case {
public:
  Sparse(int64_t side, int64_t iterations) : cube(side, iterations) {}
  void call() override {
    raw::launchCooperative<System>(solve, blocks, threads, stream,
                                   {start, column, value, b, x, r, p, q, partial, int(cube.rows),
                                    int(cube.iterations)});
  }
  void finish() override { stream.synchronize(); }
  std::vector<double> values() const override { return cube.values(x.read()); }

private:
  using Doubles = raw::ArrayOf<double>;
  inputs::Cube cube;
  int blocks = raw::blocksAtOnce(solve, threads, int(cube.rows));
  raw::Stream stream;
  raw::ArrayOf<int> start{cube.start}, column{cube.column};
  Doubles value{cube.value}, b{cube.b}, x{cube.b.size()}, r{cube.b.size()}, p{cube.b.size()}, q{cube.b.size()},
      partial{2 * size_t(blocks)};
};

} // namespace

std::unique_ptr<Case> makeRawSparse(int64_t side, int64_t iterations) {
  return std::make_unique<Sparse>(side, iterations);
}
