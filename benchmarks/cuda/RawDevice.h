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
template <typename T>
class ArrayOf {
public:
  explicit ArrayOf(size_t count) : count(count) {
    check(cudaMalloc(&start, count * sizeof(T)));
    check(cudaMemset(start, 0, count * sizeof(T)));
  }
  explicit ArrayOf(const std::vector<T> &values) : ArrayOf(values.size()) {
    check(cudaMemcpy(start, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~ArrayOf() { cudaFree(start); }
  ArrayOf(const ArrayOf &) = delete;
  ArrayOf &operator=(const ArrayOf &) = delete;

  operator T *() const { return start; }
  std::vector<T> read() const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), start, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

private:
  T *start = nullptr;
  size_t count;
};

using Array = ArrayOf<float>;

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
