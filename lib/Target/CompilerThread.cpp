//===- CompilerThread.cpp - A thread that may recurse deeply --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CompilerThread.h"

#include <csignal>
#include <cstddef>
#include <vector>

using namespace qdc;

/// Address space, not memory: the system gives pages as they are touched.
static constexpr size_t kStackBytes = 64 * 1024 * 1024;

namespace {
/// Where this thread's signal handlers run, as long as it lives.
class SignalStack {
public:
  SignalStack() : bytes(256 * 1024) {
    stack_t stack = {};
    stack.ss_sp = bytes.data();
    stack.ss_size = bytes.size();
    ::sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
  }

private:
  std::vector<std::byte> bytes;
};
} // namespace

static void *runWork(void *work) {
  SignalStack signals;
  (*static_cast<std::function<void()> *>(work))();
  return nullptr;
}

CompilerThread::CompilerThread(std::function<void()> work) : work(std::move(work)) {
  pthread_attr_t attributes;
  bool hasAttributes = ::pthread_attr_init(&attributes) == 0;
  isStarted = hasAttributes && ::pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
              ::pthread_create(&thread, &attributes, runWork, &this->work) == 0;
  if (hasAttributes)
    ::pthread_attr_destroy(&attributes);
  if (!isStarted)
    this->work();
}

CompilerThread::~CompilerThread() {
  if (isStarted)
    ::pthread_join(thread, nullptr);
}
