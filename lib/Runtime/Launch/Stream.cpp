//===- Stream.cpp - Work in order, and the instances made for it ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Stream.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Launch/Instance.h"
#include "Runtime/Package/Package.h"

#include <algorithm>

using namespace qdrt::loader;

Stream::Stream(Session &session, std::unique_ptr<BackendStream> work)
    : mutex(session.queueMutex()), stop(session.device().backend()), owner(session), backend(std::move(work)),
      asynchronous(backend->capabilities().isAsynchronous), canBeCaptured(backend->capabilities().capturesStreams) {
  owner.attach(*this);
}

Stream::~Stream() {
  owner.detach(*this);
  finishUntold();
}

void Stream::finishUntold() noexcept {
  const qdrt_status finished = guard([&] { return finish() ? QDRT_OK : QDRT_INTERNAL; });
  // What went wrong there may have left work on the stream that uses the instances' memory.
  if (finished != QDRT_OK)
    (void)guard([&] { return backend->synchronize() ? QDRT_OK : QDRT_INTERNAL; });
}

LaunchFailure Stream::synchronize() {
  Turn turn(mutex);
  return finishAndTell();
}

LaunchFailure Stream::finishAndTell() {
  qdc::Status finished = finish();
  if (!finished)
    return failureOf(finished.error());
  LaunchFailure first;
  if (untold)
    first = std::move(untold->failure);
  untold.reset();
  return first;
}

qdc::Status Stream::wait() {
  Turn turn(mutex);
  return finish();
}

qdc::Status Stream::finish() {
  if (isCapturing())
    return invalidArgument("the stream is being captured: its work can't be waited for before the capture ends");
  qdc::Status status = backend->synchronize();
  if (!asynchronous)
    return status;
  if (!status)
    return nameLaunches(status.error());
  for (Entry &entry : instances) {
    qdc::Status collected = entry.instance->collect();
    if (status && !collected)
      status = std::move(collected);
  }
  return status;
}

qdc::Result<std::shared_ptr<const DeviceMemory>> Stream::launchNumber() {
  if (numberMemory)
    return numberMemory;
  qdc::Result<DeviceMemory> made = DeviceMemory::allocate(device().backend(), sizeof(uint64_t));
  if (!made)
    return made.error();
  return numberMemory = std::make_shared<DeviceMemory>(std::move(*made));
}

qdc::Status Stream::writeNumber() {
  if (numberMemory)
    if (qdc::Status written = backend->write(*numberMemory, &reportingLaunches, sizeof(reportingLaunches)); !written)
      return written;
  mayCountMore = false;
  return {};
}

void Stream::noteFailure(uint64_t number, const LaunchFailure &failure) {
  if (!untold || number < untold->launch)
    untold = {number, failure};
}

void Stream::noteTold(uint64_t number) {
  if (untold && untold->launch == number)
    untold.reset();
}

qdc::Status Stream::nameLaunches(const qdc::Error &error) const {
  std::string names;
  size_t count = 0;
  for (const Entry &entry : instances)
    if (entry.instance->last().isUnderWay()) {
      names += qdc::formatText("{}{}'", count == 0 ? "'" : ", '", entry.kernel->description().name);
      ++count;
    }
  if (count == 0)
    return error;
  return within(error, "{} {} failed on the device", count == 1 ? "kernel" : "one of the kernels", names);
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
  auto known = std::ranges::find(launched, &kernel, &Launched::kernel);
  if (known == launched.end())
    known = launched.insert_after(launched.before_begin(), Launched{&kernel, {}});
  instances.push_back({&kernel, std::make_unique<Instance>(kernel, *this, known->threads), launches});
  return *instances.back().instance;
}

void Stream::countBound() {
  boundInstances = static_cast<size_t>(
      std::ranges::count_if(instances, [](const Entry &entry) { return entry.instance->hasBoundWorkspace(); }));
}

qdc::Status Stream::bindWorkspace(Kernel &kernel, const BoundWorkspace &workspace) {
  qdc::Status bound = instanceOf(kernel).bindWorkspace(workspace);
  countBound();
  trim();
  return bound;
}

void Stream::trim() {
  std::erase_if(instances, [](const Entry &entry) { return entry.instance->isUnused(); });
  // Where nobody can wait, as while the stream is being captured, work that is under way may use what the instances
  // have.
  if (isOverfull() && asynchronous && !finish())
    return;
  auto keep = [](const Entry &entry) { return std::pair(entry.instance->hasBoundWorkspace(), entry.used); };
  while (isOverfull())
    instances.erase(std::min_element(instances.begin(), instances.end(),
                                     [&](const Entry &a, const Entry &b) { return keep(a) < keep(b); }));
}

void Stream::forget(const Package &package) {
  if (asynchronous)
    finishUntold();
  std::erase_if(instances, [&](const Entry &entry) { return package.holds(entry.kernel->module()); });
  launched.remove_if([&](const Launched &each) { return package.holds(each.kernel->module()); });
  countBound();
}

void Stream::forgetAll() {
  if (asynchronous)
    finishUntold();
  instances.clear();
  boundInstances = 0;
}
