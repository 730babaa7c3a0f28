// The loop of two small tasks, by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawCooperative.h"

#include <memory>

namespace {

using inputs::Relaxed;
constexpr int threads = 256;

__global__ void set(int *go, int iterations) { *go = iterations; }

__global__ void raise(const float *__restrict__ x, float *__restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] + 1;
}

__global__ void lower(const float *__restrict__ y, float *__restrict__ x, int n, int *go,
                      cudaGraphConditionalHandle handle) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = y[i] * Relaxed::factor;
  if (i == 0)
    cudaGraphSetConditional(handle, --*go != 0);
}

/// No __restrict__: what one block writes, others read after the next barrier.
__global__ void relax(float *x, float *y, int n, int outer, int inner, int *go) {
  auto grid = cooperative_groups::this_grid();
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  for (int visit = 0; visit < outer; ++visit) {
    if (first == 0)
      *go = inner;
    do {
      for (int i = first; i < n; i += step)
        y[i] = x[i] + 1;
      grid.sync();
      for (int i = first; i < n; i += step)
        x[i] = y[i] * Relaxed::factor;
      if (first == 0)
        --*go;
      grid.sync();
    } while (*static_cast<volatile int *>(go));
    grid.sync(); // all have read it
  }
}

class RelaxedCase : public Case {
public:
  void finish() final { stream.synchronize(); }
  std::vector<double> values() const final { return Relaxed::values(x.read(), y.read(), times); }

protected:
  explicit RelaxedCase(int64_t n) : n(int(n)), x(Relaxed::start(n)), y(n) {}

  /// Adds a launch of `relax` to the stream: of one block, or as many as all elements need and the device runs at once.
  void launchRelax(bool oneBlock, int outer, int inner) {
    float *from = x, *to = y;
    int *left = go;
    const int blocks = oneBlock ? 1 : raw::blocksAtOnce(relax, threads, n);
    raw::launchCooperative(relax, blocks, threads, stream, from, to, n, outer, inner, left);
  }

  int n;
  raw::Stream stream;
  raw::Array x, y;
  raw::ArrayOf<int> go{1};
  int64_t times = 0; // that the two tasks ran
};

class While final : public RelaxedCase {
public:
  explicit While(int64_t n) : RelaxedCase(n) {
    raw::check(cudaGraphCreate(&graph, 0));
    raw::check(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    capture(graph, [&] { set<<<1, 1, 0, stream>>>(go, Relaxed::iterations); });
    size_t count = 1;
    cudaGraphNode_t start, loop;
    raw::check(cudaGraphGetNodes(graph, &start, &count));
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = cudaGraphCondTypeWhile;
    parameters.conditional.size = 1;
    raw::check(cudaGraphAddNode(&loop, graph, &start, nullptr, 1, &parameters));
    capture(parameters.conditional.phGraph_out[0], [&] {
      const int blocks = (this->n + threads - 1) / threads;
      raise<<<blocks, threads, 0, stream>>>(x, y, this->n);
      lower<<<blocks, threads, 0, stream>>>(y, x, this->n, go, handle);
    });
    raw::check(cudaGraphInstantiate(&executable, graph, 0));
  }
  ~While() override {
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  void call() override {
    raw::check(cudaGraphLaunch(executable, stream));
    times += Relaxed::iterations;
  }

private:
  /// Adds to `to` what `record` adds to the stream.
  template <typename Record>
  void capture(cudaGraph_t to, Record record) {
    raw::check(cudaStreamBeginCaptureToGraph(stream, to, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
    record();
    raw::check(cudaStreamEndCapture(stream, &to));
  }

  cudaGraph_t graph = nullptr;
  cudaGraphConditionalHandle handle = 0;
  cudaGraphExec_t executable = nullptr;
};

class Grid final : public RelaxedCase {
public:
  Grid(int64_t n, int64_t outer, int inner) : RelaxedCase(n), outer(int(outer)), inner(inner) {}
  void call() override {
    launchRelax(false, outer, inner);
    times += outer * inner;
  }

private:
  int outer, inner;
};

class Launch final : public RelaxedCase {
public:
  explicit Launch(bool oneBlock)
      : RelaxedCase(Relaxed::launchElements), graph(stream, [&] { launchRelax(oneBlock, 1, 1); }) {}
  void call() override {
    graph.launch(stream);
    ++times;
  }
  bool finishCounts() const override { return false; }

private:
  raw::Graph graph;
};

} // namespace

std::unique_ptr<Case> makeRawWhile(int64_t n) { return std::make_unique<While>(n); }
std::unique_ptr<Case> makeRawGrid(int64_t n, int64_t outer, int inner) {
  return std::make_unique<Grid>(n, outer, inner);
}
std::unique_ptr<Case> makeRawLaunch(bool oneBlock) { return std::make_unique<Launch>(oneBlock); }
