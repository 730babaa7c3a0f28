// Owners for the hand-written CUDA of the bench. Every failure is a std::runtime_error with CUDA's words.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CUDA_RAWDEVICE_H
#define QDC_BENCHMARKS_CUDA_RAWDEVICE_H

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace raw {

inline void check(cudaError_t status) {
  if (status != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(status));
}

/// Device memory; zeroed.
class Array {
public:
  explicit Array(size_t count) : count(count) {
    check(cudaMalloc(&start, count * sizeof(float)));
    check(cudaMemset(start, 0, count * sizeof(float)));
  }
  explicit Array(const std::vector<float> &values) : Array(values.size()) {
    check(cudaMemcpy(start, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  }
  ~Array() { cudaFree(start); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  operator float *() const { return start; }
  std::vector<float> read() const {
    std::vector<float> values(count);
    check(cudaMemcpy(values.data(), start, count * sizeof(float), cudaMemcpyDeviceToHost));
    return values;
  }

private:
  float *start = nullptr;
  size_t count;
};

class Stream {
public:
  Stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  operator cudaStream_t() const { return stream; }
  void synchronize() const { check(cudaStreamSynchronize(stream)); }

private:
  cudaStream_t stream = nullptr;
};

/// What `record` adds to a stream, as a graph.
class Graph {
public:
  template <typename Record>
  Graph(const Stream &stream, Record record) {
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    record();
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&executable, graph, 0));
    size_t count = 0;
    check(cudaGraphGetNodes(graph, nullptr, &count));
    nodes.resize(count);
    check(cudaGraphGetNodes(graph, nodes.data(), &count));
  }
  ~Graph() {
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  void launch(const Stream &stream) const { check(cudaGraphLaunch(executable, stream)); }

  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  std::vector<cudaGraphNode_t> nodes;
};

} // namespace raw

#endif // QDC_BENCHMARKS_CUDA_RAWDEVICE_H
