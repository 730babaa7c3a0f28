//===- ThreadPool.cpp - The threads of MLIR's passes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ThreadPool.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

using namespace qdc;

ThreadPool::~ThreadPool() {
  wait();
  {
    std::lock_guard lock(mutex);
    isEnding = true;
  }
  hasTask.notify_all();
  helpers.clear();
}

/// Does a task of the queue, without the lock.
void ThreadPool::run(Queue::iterator task, std::unique_lock<std::mutex> &lock) {
  Task current = std::move(*task);
  queue.erase(task);
  lock.unlock();
  current.work();
  lock.lock();
  if (--unfinished[current.group] != 0)
    return;
  unfinished.erase(current.group);
  hasDone.notify_all();
}

/// What a thread of the pool does.
void ThreadPool::help() {
  std::unique_lock lock(mutex);
  while (true) {
    ++idle;
    hasTask.wait(lock, [&] { return isEnding || !queue.empty(); });
    --idle;
    if (queue.empty())
      return;
    run(queue.begin(), lock);
  }
}

void ThreadPool::asyncEnqueue(llvm::unique_function<void()> work, llvm::ThreadPoolTaskGroup *group) {
  {
    std::lock_guard lock(mutex);
    queue.push_back({std::move(work), group});
    ++unfinished[group];
    if (idle >= queue.size() || begun >= threads) {
      hasTask.notify_one();
      return;
    }
    ++begun;
  }
  // If no thread can be created, CompilerThread runs this on the calling thread. It returns: the thread that waits for
  // the group runs its tasks.
  auto helper = std::make_unique<CompilerThread>([this, starter = std::this_thread::get_id()] {
    if (std::this_thread::get_id() != starter)
      help();
  });
  std::lock_guard lock(mutex);
  helpers.push_back(std::move(helper));
}

void ThreadPool::wait() {
  std::unique_lock lock(mutex);
  while (!unfinished.empty()) {
    if (queue.empty())
      hasDone.wait(lock);
    else
      run(queue.begin(), lock);
  }
}

void ThreadPool::wait(llvm::ThreadPoolTaskGroup &group) {
  std::unique_lock lock(mutex);
  while (unfinished.contains(&group)) {
    auto task = llvm::find_if(queue, [&](const Task &task) { return task.group == &group; });
    if (task == queue.end())
      hasDone.wait(lock);
    else
      run(task, lock);
  }
}
