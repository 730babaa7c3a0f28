//===- LaunchingThreads.cpp - Whose launch was the last -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/LaunchingThreads.h"

#include <algorithm>

using namespace qdrt::loader;

using ThreadMark = std::shared_ptr<const char>;

namespace {
/// Of trivial destruction, so that it can be read as long as the thread runs code.
struct MarkState {
  const ThreadMark *mark = nullptr;
  bool isDestroyed = false;
};
} // namespace

static thread_local constinit MarkState markState;

namespace {
struct MarkOwner {
  const ThreadMark mark = std::make_shared<const char>();
  MarkOwner() { markState.mark = &mark; }
  ~MarkOwner() { markState = {nullptr, true}; }
};
} // namespace

/// NULL: the thread's mark was destroyed with its objects of thread storage.
static const ThreadMark *markOfThisThread() {
  if (markState.isDestroyed)
    return nullptr;
  static thread_local const MarkOwner owner;
  return markState.mark;
}

static bool isOf(const std::weak_ptr<const char> &mark, const ThreadMark &thread) {
  return !mark.owner_before(thread) && !thread.owner_before(mark);
}

void LaunchingThreads::overtake() {
  const ThreadMark *self = markOfThisThread();
  overtaken.remove_if([&](const Mark &each) { return each.expired() || (self && isOf(each, *self)); });
  if (!lastMark.expired())
    overtaken.push_front(lastMark);
  lastMark = self ? Mark(*self) : Mark();
  last = self ? __builtin_thread_pointer() : nullptr;
}

bool LaunchingThreads::isOvertaken() const {
  const ThreadMark *self = markOfThisThread();
  return self && !isOf(lastMark, *self) &&
         std::ranges::any_of(overtaken, [&](const Mark &each) { return isOf(each, *self); });
}
