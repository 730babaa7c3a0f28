//===- LaunchingThreads.cpp - Whose launch was the last -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/LaunchingThreads.h"

#include <algorithm>

using namespace qdrt::loader;

const ThreadMark &qdrt::loader::markOfThisThread() {
  static thread_local const ThreadMark mark = std::make_shared<const char>();
  return mark;
}

void LaunchingThreads::overtake(const ThreadMark &self) {
  std::erase_if(overtaken, [&](const WeakMark &each) { return each.expired() || isOf(each, self); });
  if (!lastMark.expired())
    overtaken.push_back(lastMark);
  lastMark = self;
  last = self.get();
}

bool LaunchingThreads::isOvertaken() const {
  const ThreadMark &self = markOfThisThread();
  return self.get() != last && std::ranges::any_of(overtaken, [&](const WeakMark &each) { return isOf(each, self); });
}
