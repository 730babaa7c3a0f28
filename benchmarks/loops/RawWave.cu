// The wave equation as in kernels/wave.qir, by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawCooperative.h"

namespace {

using inputs::Wave;
constexpr int threads = 256, side = Wave::side, nodes = side * side;
static_assert((side & (side - 1)) == 0); // indices wrap around by a mask

__device__ void advance(const float *now, float *before, int first, int step) {
  for (int node = first; node < nodes; node += step) {
    const int row = node & ~(side - 1), j = node & (side - 1);
    const float here = now[node], north = now[(node + nodes - side) & (nodes - 1)],
                south = now[(node + side) & (nodes - 1)], west = now[row | ((j - 1) & (side - 1))],
                east = now[row | ((j + 1) & (side - 1))];
    before[node] = 2 * here - before[node] + Wave::k * ((north + south) + (west + east) - 4 * here);
  }
}

/// No __restrict__: what one block writes, others read after the next barrier.
__global__ void wave(float *u, float *v, float *snapshots, int iterations, int every) {
  auto grid = cooperative_groups::this_grid();
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (iteration % every == 0)
      for (int node = first; node < nodes; node += step)
        snapshots[iteration / every * nodes + node] = u[node];
    advance(u, v, first, step);
    grid.sync();
    advance(v, u, first, step);
    grid.sync();
  }
}

class RawWave final : public Case {
public:
  void call() override {
    raw::launchCooperative<float *, float *, float *, int, int>(
        wave, raw::blocksAtOnce(wave, threads, nodes), threads, stream, u, v, snapshots, Wave::iterations, Wave::every);
    ++calls;
  }
  void finish() override { stream.synchronize(); }
  std::vector<double> values() const override { return Wave::values(u.read(), snapshots.read(), calls); }

private:
  Wave start;
  raw::Stream stream;
  raw::Array u{start.u}, v{start.v}, snapshots{start.taken.size()};
  int calls = 0;
};

} // namespace

std::unique_ptr<Case> makeRawWave() { return std::make_unique<RawWave>(); }
