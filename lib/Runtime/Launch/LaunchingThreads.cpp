//===- LaunchingThreads.cpp - Whose launch was the last -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/LaunchingThreads.h"

#include <algorithm>

using namespace qdrt::loader;

static const std::shared_ptr<const char> &markOfThisThread() {
  static thread_local const std::shared_ptr<const char> mark = std::make_shared<const char>();
  return mark;
}

static bool isOf(const std::weak_ptr<const char> &mark, const std::shared_ptr<const char> &thread) {
  return !mark.owner_before(thread) && !thread.owner_before(mark);
}

void LaunchingThreads::overtake() {
  const std::shared_ptr<const char> &self = markOfThisThread();
  overtaken.remove_if([&](const Mark &each) { return each.expired() || isOf(each, self); });
  if (!lastMark.expired())
    overtaken.push_front(lastMark);
  lastMark = self;
  last = __builtin_thread_pointer();
}

bool LaunchingThreads::isOvertaken() const {
  const std::shared_ptr<const char> &self = markOfThisThread();
  return !isOf(lastMark, self) && std::ranges::any_of(overtaken, [&](const Mark &each) { return isOf(each, self); });
}
