//===- IsolatedCall.h - A call that may crash -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLCHAIN_ISOLATEDCALL_H
#define QDC_TOOLCHAIN_ISOLATEDCALL_H

#include "qdc/Support/Result.h"

#include <cstdint>
#include <functional>
#include <string>

namespace qdc {

/// What a call may use up.
struct CallLimits {
  uint32_t processorSeconds = 0; // 1 or more; twenty times as much by the clock
  uint64_t memoryBytes = 0;      // of address space, with what this process has already
};

/// How a call ended, and what it returned.
struct CallOutcome {
  enum class End : uint8_t { returned, outOfTime, outOfMemory, crashed };

  End end = End::returned;
  std::string text;  // returned: what the call did
  std::string crash; // crashed: how: "was ended by signal 11 (Segmentation fault)"
};

/// Calls `work` in a copy of this process (fork) and gives the text that it returns. Whatever goes wrong there ends the
/// copy alone: a crash, a loop without end, too much memory. Nothing of it is left: no process, file or core dump. The
/// copy has the calling thread alone, default signal handling, and ends with this thread at the latest; what it writes
/// to standard output and error is lost, and so is every change that it makes to memory.
///
/// The other threads of this process may allocate memory at the same time, but hold no lock that `work` takes. `work`
/// starts no threads. A sanitizer reserves more address space than any limit: under one there is none of memory.
///
/// Where this process ignores SIGCHLD, the system does not tell how the copy ended: text that came whole was returned,
/// and else the call crashed, whatever it ran out of.
///
/// Fails with ErrorCode::inputOutput if the system has no process or pipe to give.
Result<CallOutcome> callIsolated(const CallLimits &limits, const std::function<std::string()> &work);

/// Ends the copy as a crash that is not a signal does. To be called by what `work` installs for fatal errors; never
/// elsewhere.
[[noreturn]] void crashIsolatedCall();

/// Likewise where memory was refused.
[[noreturn]] void endIsolatedCallOutOfMemory();

} // namespace qdc

#endif // QDC_TOOLCHAIN_ISOLATEDCALL_H
