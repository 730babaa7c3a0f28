//===- IsolatedCall.cpp - A call that may crash ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/IsolatedCall.h"

#include "qdc/Support/FileDescriptor.h"
#include "qdc/Toolchain/Process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace qdc;

// Exit codes of the copy.
static constexpr int kReturned = 0;
static constexpr int kCrashed = 1;
static constexpr int kOutOfMemory = 2;

static constexpr uint32_t kClockFactor = 20;

static constexpr bool limitsMemory() {
#if defined(__has_feature)
  if (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
    return false;
#endif
  return true;
}

void qdc::crashIsolatedCall() { ::_exit(kCrashed); }
void qdc::endIsolatedCallOutOfMemory() { ::_exit(kOutOfMemory); }

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

/// Lowers a limit; a lower one that is there already stays.
static void lowerLimit(__rlimit_resource resource, rlim_t bound) {
  rlimit limit;
  if (::getrlimit(resource, &limit) != 0)
    return;
  limit.rlim_cur = std::min(limit.rlim_cur, bound);
  ::setrlimit(resource, &limit);
}

static void resetSignals() {
  for (int signal = 1; signal < NSIG; ++signal)
    ::signal(signal, SIG_DFL); // those that refuse have no handlers of ours
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

static void setLimits(const CallLimits &limits) {
  lowerLimit(RLIMIT_CORE, 0);
  ::prctl(PR_SET_DUMPABLE, 0); // where a program takes core dumps, it asks for no limit
  lowerLimit(RLIMIT_CPU, limits.processorSeconds);
  ::alarm(kClockFactor * limits.processorSeconds);
  if (limitsMemory())
    lowerLimit(RLIMIT_AS, limits.memoryBytes);
  std::set_new_handler(endIsolatedCallOutOfMemory);
}

/// What is said on the way to a crash helps nobody.
static void silence() {
  int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); // left open: it may have a number of theirs
  if (nowhere < 0)
    return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

/// Whoever reads this knows by the length whether it is whole.
static bool send(FileDescriptor &to, std::string_view text) {
  uint64_t length = text.size();
  return to.writeAll(std::as_bytes(std::span(&length, 1))) && to.writeAll(asBytes(text));
}

/// Nothing that `work` throws leaves the copy: it ends by a crash, which is told.
[[noreturn]] static void runCopy(pid_t parent, const CallLimits &limits, const std::function<std::string()> &work,
                                 FileDescriptor to) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    crashIsolatedCall();
  resetSignals();
  silence();
  setLimits(limits);
  ::_exit(send(to, work()) ? kReturned : kCrashed);
}

//===----------------------------------------------------------------------===//
// This process
//===----------------------------------------------------------------------===//

/// All that comes until the end, or more than `limit` bytes.
static std::string receive(const FileDescriptor &from, uint64_t limit) {
  std::array<char, 64 * 1024> buffer;
  std::string bytes;
  while (bytes.size() <= limit) {
    ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    bytes.append(buffer.data(), static_cast<size_t>(count));
  }
  return bytes;
}

/// The text that was sent whole, or nothing.
static std::optional<std::string> sentText(std::string bytes) {
  uint64_t length = 0;
  if (bytes.size() < sizeof(length))
    return std::nullopt;
  std::memcpy(&length, bytes.data(), sizeof(length));
  if (bytes.size() - sizeof(length) != length)
    return std::nullopt;
  return bytes.erase(0, sizeof(length));
}

static CallOutcome outcomeOf(std::string bytes, const ProcessResult &copy) {
  using End = CallOutcome::End;
  if (copy.signal == SIGXCPU || copy.signal == SIGALRM)
    return {End::outOfTime, "", ""};
  if (copy.signal == 0 && copy.exitCode == kOutOfMemory)
    return {End::outOfMemory, "", ""};
  std::optional<std::string> text = copy.succeeded() ? sentText(std::move(bytes)) : std::nullopt;
  if (text)
    return {End::returned, *std::move(text), ""};
  return {End::crashed, "", copy.succeeded() ? "ended early" : howItEnded(copy)};
}

static Error cannotStart(int reason) {
  return {ErrorCode::inputOutput, std::string("cannot start a process: ") + std::strerror(reason)};
}

Result<CallOutcome> qdc::callIsolated(const CallLimits &limits, const std::function<std::string()> &work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return cannotStart(errno);
  FileDescriptor readEnd(ends[0]), writeEnd(ends[1]);
  // Where the caller closed its standard streams, the pipe got their numbers, which the copy goes on to use.
  if (ends[1] <= STDERR_FILENO) {
    writeEnd = FileDescriptor(::fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!writeEnd)
      return cannotStart(errno);
  }
  pid_t parent = ::getpid();
  pid_t process = ::fork();
  if (process < 0)
    return cannotStart(errno);
  if (process == 0) {
    readEnd.close();
    runCopy(parent, limits, work, std::move(writeEnd));
  }
  writeEnd.close();
  std::string bytes = receive(readEnd, limits.memoryBytes);
  readEnd.close(); // a copy that sends too much ends by it
  ProcessResult copy;
  (void)waitForProcess(process, copy); // if the system does not tell, the text does, by being whole
  return outcomeOf(std::move(bytes), copy);
}
