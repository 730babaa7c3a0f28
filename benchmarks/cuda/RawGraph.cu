// Small tasks and graphs of them, by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "RawCases.h"
#include "RawDevice.h"

#include <array>
#include <memory>

namespace {

using inputs::Timing;
constexpr int threads = 256;
constexpr int n = inputs::graphElements;

__global__ void shift(const float *__restrict__ from, float *__restrict__ to, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = from[i + 1 == n ? 0 : i + 1] * s + 0.5f;
}

__global__ void scale(float *x, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[i] * s + 0.5f;
}

class StreamCase : public Case {
public:
  explicit StreamCase(Timing timing) : timing(timing) {}
  void call() final {
    start();
    if (timing == Timing::synchronized)
      stream.synchronize();
  }
  void finish() final { stream.synchronize(); }
  bool finishCounts() const final { return timing != Timing::host; }

protected:
  virtual void start() = 0;
  raw::Stream stream;

private:
  Timing timing;
};

/// Ten nodes; node k goes from x to y or back, node 0 from z to x.
class Chain final : public StreamCase {
public:
  Chain(Timing timing, Change change) : StreamCase(timing), change(change), inOrder(orderedNodes()) {}
  std::vector<double> values() const override { return {inputs::sum(y.read()), inputs::sum(x.read())}; }

private:
  void start() override {
    if (change == Change::pointer)
      update(0, factors[0], calls % 2 ? z : other);
    if (change == Change::scalars)
      for (int task = 0; task < inputs::graphTasks; ++task)
        update(task, inputs::changingFactor(calls, task), z);
    ++calls;
    graph.launch(stream);
  }

  static float *source(int task, float *first, float *x, float *y) { return task == 0 ? first : task % 2 ? x : y; }

  void record() {
    for (int task = 0; task < inputs::graphTasks; ++task)
      shift<<<n / threads, threads, 0, stream>>>(source(task, z, x, y), task % 2 ? y : x, factors[task], n);
  }

  /// The captured nodes in the order of the chain.
  std::vector<cudaGraphNode_t> orderedNodes() const {
    std::vector<cudaGraphNode_t> order;
    cudaGraphNode_t node = nullptr;
    size_t count = 1;
    raw::check(cudaGraphGetRootNodes(graph.graph, &node, &count));
    while (count == 1) {
      order.push_back(node);
      cudaGraphNode_t next = nullptr;
      raw::check(cudaGraphNodeGetDependentNodes(node, &next, nullptr, &count));
      node = next;
    }
    return order;
  }

  void update(int task, float factor, float *first) {
    const float *from = source(task, first, x, y);
    float *to = task % 2 ? y : x;
    int elements = n;
    void *arguments[] = {&from, &to, &factor, &elements};
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void *>(shift);
    parameters.gridDim = n / threads;
    parameters.blockDim = threads;
    parameters.kernelParams = arguments;
    raw::check(cudaGraphExecKernelNodeSetParams(graph.executable, inOrder[task], &parameters));
  }

  static std::vector<float> ones() { return std::vector<float>(n, 1.0f); }

  Change change;
  int64_t calls = 0;
  raw::Array z{ones()}, other{ones()}, x{n}, y{n};
  std::array<float, inputs::graphTasks> factors = [] {
    std::array<float, inputs::graphTasks> all;
    all.fill(inputs::graphFactor);
    return all;
  }();
  raw::Graph graph{stream, [this] { record(); }};
  std::vector<cudaGraphNode_t> inOrder;
};

/// `tasks` launches of scale: one on the stream, more as a graph.
class Elementwise final : public StreamCase {
public:
  explicit Elementwise(int tasks) : StreamCase(Timing::backToBack), tasks(tasks) {
    if (tasks > 1)
      graph = std::make_unique<raw::Graph>(stream, [this] { record(); });
  }
  std::vector<double> values() const override { return {inputs::sum(x.read())}; }

private:
  void start() override {
    if (graph)
      graph->launch(stream);
    else
      record();
  }
  void record() {
    for (int task = 0; task < tasks; ++task)
      scale<<<n / threads, threads, 0, stream>>>(x, inputs::graphFactor, n);
  }

  int tasks;
  raw::Array x{n};
  std::unique_ptr<raw::Graph> graph;
};

} // namespace

std::unique_ptr<Case> makeRawChain(Timing timing, Change change) { return std::make_unique<Chain>(timing, change); }
std::unique_ptr<Case> makeRawElementwise(int tasks) { return std::make_unique<Elementwise>(tasks); }
