// The cases as qdc runs them: each loads its package from `folder` and launches its kernel through libqdrt.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CPU_QDCCASES_H
#define QDC_BENCHMARKS_CPU_QDCCASES_H

#include "server/Server.h"

#include <qdrt/qdrt.hpp>

std::unique_ptr<Case> makeSaxpy(const qdrt::Device &device, const std::string &folder);
std::unique_ptr<Case> makeHeat(const qdrt::Device &device, const std::string &folder);
std::unique_ptr<Case> makeConjugateGradient(const qdrt::Device &device, const std::string &folder);
std::unique_ptr<Case> makeMpm88(const qdrt::Device &device, const std::string &folder);

/// Launches of kernels/tiny.qir with the same arguments each time.
std::unique_ptr<Case> makeSerialLaunch(const qdrt::Device &device, const std::string &folder);
/// `elements` decides whether the task is shared among threads. `rest` is how long workers have to fall asleep.
std::unique_ptr<Case> makeParallelLaunch(const qdrt::Device &device, const std::string &folder, size_t elements,
                                         std::chrono::milliseconds rest);
/// 1000 iterations a call.
std::unique_ptr<Case> makeDoWhile(const qdrt::Device &device, const std::string &folder);

/// Loads a package and finds one of its kernels.
std::unique_ptr<Case> makeLoad(const qdrt::Device &device, const std::string &folder);

/// An array in host memory as an argument.
template <typename T>
qdrt::View host(std::vector<T> &values, qdrt::Shape shape) {
  return qdrt::View(values.data(), shape, QDRT_MEMORY_HOST);
}
template <typename T>
qdrt::View host(T &value) {
  return qdrt::View(&value, {}, QDRT_MEMORY_HOST);
}

#endif // QDC_BENCHMARKS_CPU_QDCCASES_H
