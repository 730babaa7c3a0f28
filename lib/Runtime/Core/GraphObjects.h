//===- GraphObjects.h - What captured graphs own ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_GRAPHOBJECTS_H
#define QDRT_CORE_GRAPHOBJECTS_H

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace qdrt::loader {

/// Objects of a device that live as long as a graph that a caller captured. The driver tells the end of a graph in a
/// thread where it may not be called, so what the graph owned is dropped later. Thread-safe.
class GraphObjects {
public:
  uint64_t add(std::shared_ptr<void> object) {
    std::lock_guard lock(mutex);
    objects.emplace(++last, std::move(object));
    return last;
  }
  /// The graph that owned it has ended.
  void end(uint64_t number) {
    std::lock_guard lock(mutex);
    auto found = objects.find(number);
    if (found == objects.end())
      return;
    ended.push_back(std::move(found->second));
    objects.erase(found);
  }
  /// Drops what ended graphs owned.
  void dropEnded() {
    std::vector<std::shared_ptr<void>> dropped;
    {
      std::lock_guard lock(mutex);
      dropped.swap(ended);
    }
  }
  /// Drops everything: the device ends, and graphs that are left must not be launched any more.
  void dropAll() {
    std::map<uint64_t, std::shared_ptr<void>> dropped;
    {
      std::lock_guard lock(mutex);
      dropped.swap(objects);
    }
    dropEnded();
  }

private:
  std::mutex mutex;
  uint64_t last = 0;
  std::map<uint64_t, std::shared_ptr<void>> objects; // of graphs that live, by number
  std::vector<std::shared_ptr<void>> ended;
};

} // namespace qdrt::loader

#endif // QDRT_CORE_GRAPHOBJECTS_H
