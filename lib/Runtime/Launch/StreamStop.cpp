//===- StreamStop.cpp - The end of all launches of a stream ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/StreamStop.h"

#include <cstddef>

using namespace qdrt::loader;

qdc::Result<std::shared_ptr<const SignalMemory>> qdrt::loader::makeSilentStopWord(BackendDevice &device) {
  qdc::Result<SignalMemory> word = SignalMemory::allocate(device, sizeof(qd_stop_word));
  if (!word)
    return word.error();
  return std::shared_ptr<const SignalMemory>(std::make_shared<SignalMemory>(std::move(*word)));
}

qdc::Status StreamStop::stop() {
  // Ahead of the lock: a launch that the host leads need not wait for it.
  requested.fetch_add(1, std::memory_order_relaxed);
  std::lock_guard lock(wordMutex);
  return made ? device.signal(made->at(offsetof(qd_stop_word, requested)), count() - first) : qdc::Status();
}

qdc::Result<bool> StreamStop::begin(uint32_t count, BackendStream &work) {
  if (!beginCaptured(count))
    return false;
  if (answered == count)
    return true;
  // Nobody else makes the word, so it is read without the lock.
  if (made) {
    const uint32_t number = count - first;
    qdc::Status told =
        work.fill(made->at(offsetof(qd_stop_word, answered)), sizeof(number), std::as_bytes(std::span(&number, 1)));
    if (!told)
      return told.error();
  }
  answered = count;
  return true;
}

bool StreamStop::beginCaptured(uint32_t count) {
  began = count;
  return !check().isStopped();
}

qdc::Result<std::shared_ptr<const SignalMemory>> StreamStop::word() {
  if (made)
    return made;
  qdc::Result<std::shared_ptr<const SignalMemory>> word = makeSilentStopWord(device);
  if (!word)
    return word;
  std::lock_guard lock(wordMutex);
  // A stop since the launch began found no word to write. Without one this is the signal that a backend is to see ahead
  // of others.
  if (qdc::Status told = device.signal((*word)->at(offsetof(qd_stop_word, requested)), count() - answered); !told)
    return told.error();
  made = *word;
  first = answered;
  return made;
}
