//===- ForkGuard.cpp - Has this process forked since? ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/ForkGuard.h"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace qdrt::loader::cpu;

// The kernel rounds this up to a page.
static constexpr size_t kBytes = sizeof(std::atomic<int>);

ForkGuard::ForkGuard() : owner(getpid()) {
  void *memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  if (madvise(memory, kBytes, MADV_WIPEONFORK) != 0) {
    munmap(memory, kBytes);
    return;
  }
  page = new (memory) std::atomic<int>(1);
}

ForkGuard::~ForkGuard() {
  if (page)
    munmap(page, kBytes);
}

bool ForkGuard::isChild() const { return page ? page->load(std::memory_order_relaxed) == 0 : getpid() != owner; }
