//===- FairMutex.cpp - A mutex for launches and waits ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/FairMutex.h"

using namespace qdrt::loader;

size_t FairMutex::waiting() const {
  std::lock_guard lock(queueMutex);
  size_t count = 0;
  for (const Waiter *each = first; each; each = each->next)
    ++count;
  return count;
}

bool FairMutex::tryTake() {
  uint32_t seen = state.load(std::memory_order_relaxed);
  while ((seen & (kHeld | kTurn)) == 0)
    if (state.compare_exchange_weak(seen, seen | kHeld, std::memory_order_acquire, std::memory_order_relaxed))
      return true;
  return false;
}

void FairMutex::waitForIt(bool inTurn) {
  Waiter waiter;
  waiter.inTurn = inTurn;
  std::unique_lock lock(queueMutex);
  enqueue(waiter);
  while (!waiter.isGranted) {
    // From here on who unlocks wakes the first again, so nothing is missed.
    if (waiter.isWoken)
      state.fetch_and(~kWoken, std::memory_order_relaxed);
    waiter.isWoken = false;
    if (!inTurn && tryTake()) {
      remove(waiter);
      return;
    }
    waiter.awake.wait(lock);
  }
}

void FairMutex::letInNext(uint32_t before) {
  if ((before & (kTurn | kWoken)) == kWoken)
    return;
  std::lock_guard lock(queueMutex);
  advance();
}

void FairMutex::advance() {
  const uint32_t seen = state.load(std::memory_order_acquire);
  if ((seen & kHeld) != 0 || !first)
    return;
  if ((seen & kTurn) == 0) {
    if ((seen & kWoken) == 0) {
      state.fetch_or(kWoken, std::memory_order_relaxed);
      first->isWoken = true;
      first->awake.notify_one();
    }
    return;
  }
  Waiter &granted = *first;
  // Nobody else changes the state now.
  state.fetch_or(kHeld, std::memory_order_relaxed);
  remove(granted);
  granted.isGranted = true;
  granted.awake.notify_one();
}

void FairMutex::enqueue(Waiter &waiter) {
  Waiter **end = &first;
  while (*end)
    end = &(*end)->next;
  *end = &waiter;
  state.fetch_or(waiter.inTurn ? kQueued | kTurn : kQueued, std::memory_order_relaxed);
  if (waiter.inTurn)
    advance();
}

void FairMutex::remove(Waiter &waiter) {
  Waiter **place = &first;
  while (*place != &waiter)
    place = &(*place)->next;
  *place = waiter.next;
  uint32_t gone = waiter.isWoken ? kWoken : 0;
  bool anyInTurn = false;
  for (const Waiter *each = first; each; each = each->next)
    anyInTurn |= each->inTurn;
  if (!anyInTurn)
    gone |= kTurn;
  if (!first)
    gone |= kQueued;
  state.fetch_and(~gone, std::memory_order_relaxed);
}

Turns::Turns(std::mutex &queueMutex, const std::vector<FairMutex *> &all) : mutexes(all) {
  std::vector<FairMutex::Waiter> waiters(mutexes.size());
  std::unique_lock lock(queueMutex);
  for (size_t index = 0; index < mutexes.size(); ++index) {
    waiters[index].inTurn = true;
    mutexes[index]->enqueue(waiters[index]);
  }
  for (FairMutex::Waiter &each : waiters)
    each.awake.wait(lock, [&] { return each.isGranted; });
}

Turns::~Turns() {
  for (FairMutex *each : mutexes)
    each->unlock();
}
