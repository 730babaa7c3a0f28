//===- Stream.cpp - Work in order, and the instances made for it ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Stream.h"

#include "Runtime/Instance.h"
#include "Runtime/Kernel.h"

#include <algorithm>

using namespace qdrt::loader;

Stream::Stream(Device &device, std::unique_ptr<BackendStream> work) : owner(device), backend(std::move(work)) {
  owner.attach(*this);
}

Stream::~Stream() {
  owner.detach(*this);
  (void)backend->synchronize();
}

qdc::Status Stream::synchronize() {
  std::lock_guard lock(mutex);
  return backend->synchronize();
}

Instance *Stream::findInstance(const Kernel &kernel) {
  for (Entry &entry : instances)
    if (entry.kernel == &kernel)
      return entry.instance.get();
  return nullptr;
}

Instance &Stream::instanceOf(Kernel &kernel) {
  ++launches;
  for (Entry &entry : instances)
    if (entry.kernel == &kernel) {
      entry.used = launches;
      return *entry.instance;
    }
  instances.push_back({&kernel, std::make_unique<Instance>(kernel, *this), launches});
  return *instances.back().instance;
}

void Stream::trim() {
  std::erase_if(instances, [](const Entry &entry) { return !entry.instance->wasLaunched(); });
  while (isOverfull())
    instances.erase(std::min_element(instances.begin(), instances.end(),
                                     [](const Entry &a, const Entry &b) { return a.used < b.used; }));
}

void Stream::forget(const Package &package) {
  std::lock_guard lock(mutex);
  std::erase_if(instances, [&](const Entry &entry) { return &entry.kernel->package() == &package; });
}

void Stream::forgetAll() {
  std::lock_guard lock(mutex);
  instances.clear();
}
