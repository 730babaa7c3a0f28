//===- ParallelFor.cpp - Pieces of work in several threads ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ParallelFor.h"

#include "qdc/Target/CompilerThread.h"

#include <algorithm>
#include <atomic>
#include <deque>

void qdc::parallelFor(unsigned threads, size_t count, llvm::function_ref<void(size_t, unsigned)> work) {
  std::atomic<size_t> next = 0;
  auto workOff = [&](unsigned thread) {
    for (size_t index = next++; index < count; index = next++)
      work(index, thread);
  };
  std::deque<CompilerThread> helpers;
  for (unsigned thread = 1; thread < std::min<size_t>(threads, count); ++thread)
    helpers.emplace_back([&workOff, thread] { workOff(thread); });
  workOff(0);
}
