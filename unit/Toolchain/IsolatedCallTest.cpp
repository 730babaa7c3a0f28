//===- IsolatedCallTest.cpp - Tests of IsolatedCall.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/IsolatedCall.h"
#include "NoDescriptorsLeft.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace qdc;
using End = CallOutcome::End;

// A sanitizer's shadow takes more address space than any limit.
#if defined(__has_feature)
static constexpr bool kIsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
static constexpr bool kIsSanitized = false;
#endif

static constexpr CallLimits kLimits{10, uint64_t{4} << 30};

/// The outcome of a call that starts, after which no process is left.
static CallOutcome outcomeOf(const std::function<std::string()> &work, const CallLimits &limits = kLimits) {
  Result<CallOutcome> outcome = callIsolated(limits, work);
  REQUIRE(outcome);
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
  return *outcome;
}

TEST_CASE("a call gives its text, of any length, and changes nothing here") {
  int changed = 0;
  CallOutcome outcome = outcomeOf([&] { return changed = 1, std::string("a\0b", 3); });
  CHECK(outcome.end == End::returned);
  CHECK(outcome.text == std::string("a\0b", 3));
  CHECK(changed == 0);
  CHECK(outcomeOf([] { return std::string(); }).text.empty());
  CHECK(outcomeOf([] { return std::string(10000000, 'x'); }).text == std::string(10000000, 'x'));
}

TEST_CASE("a call that crashes is told by how it ended") {
  auto crash = [](int signal) {
    return outcomeOf([=] { return std::signal(signal, SIG_DFL), ::raise(signal), std::string("not reached"); });
  };
  for (int signal : {SIGSEGV, SIGABRT, SIGKILL}) {
    CallOutcome outcome = crash(signal);
    CHECK(outcome.end == End::crashed);
    CHECK(outcome.crash.starts_with("was ended by signal " + std::to_string(signal) + " ("));
  }
  CallOutcome early = outcomeOf([]() -> std::string { ::_exit(0); });
  CHECK(early.end == End::crashed);
  CHECK(early.crash == "ended early");
  CallOutcome asked = outcomeOf([]() -> std::string { crashIsolatedCall(); });
  CHECK(asked.end == End::crashed);
  CHECK(asked.crash == "ended with exit code 1");
}

TEST_CASE("a call without end, and one that waits for nothing, run out of time") {
  CallOutcome busy = outcomeOf(
      []() -> std::string {
        for (volatile unsigned i = 0;; i = i + 1)
          ;
      },
      {1, kLimits.memoryBytes});
  CHECK(busy.end == End::outOfTime);
  CallOutcome idle = outcomeOf([]() -> std::string { return ::raise(SIGALRM), "not reached"; });
  CHECK(idle.end == End::outOfTime);
}

TEST_CASE("a call that asks for too much memory runs out of it") {
  if (!kIsSanitized) {
    CallOutcome outcome = outcomeOf([] { return std::string(size_t{5} << 30, 'x'); });
    CHECK(outcome.end == End::outOfMemory);
  }
  CHECK(outcomeOf([]() -> std::string { endIsolatedCallOutOfMemory(); }).end == End::outOfMemory);
}

TEST_CASE("signals of this process do not matter, and what a call prints is lost") {
  std::signal(SIGCHLD, SIG_IGN);
  CallOutcome unseen = outcomeOf([] { return std::string("text"); });
  CallOutcome unseenEnd = outcomeOf([]() -> std::string { endIsolatedCallOutOfMemory(); });
  std::signal(SIGCHLD, SIG_DFL);
  CHECK(unseen.end == End::returned);
  CHECK(unseen.text == "text");
  CHECK(unseenEnd.end == End::crashed);
  CHECK(unseenEnd.crash == "ended early");

  std::signal(SIGSEGV, [](int) { ::_exit(0); });
  sigset_t blocked, before;
  ::sigfillset(&blocked);
  ::sigprocmask(SIG_SETMASK, &blocked, &before);
  CallOutcome crashed = outcomeOf([] { return ::raise(SIGSEGV), std::string("not reached"); });
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  std::signal(SIGSEGV, SIG_DFL);
  CHECK(crashed.end == End::crashed);

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  int errors = ::dup(STDERR_FILENO);
  REQUIRE(::dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
  CallOutcome loud = outcomeOf([] { return std::fputs("words", stderr), std::string("text"); });
  REQUIRE(::dup2(errors, STDERR_FILENO) == STDERR_FILENO);
  ::close(errors);
  ::close(ends[1]);
  char byte;
  CHECK(::read(ends[0], &byte, 1) == 0);
  ::close(ends[0]);
  CHECK(loud.text == "text");
}

TEST_CASE("where the system has no pipe to give, that is an error") {
  auto refused = [] {
    test::NoDescriptorsLeft guard;
    return callIsolated(kLimits, [] { return std::string(); });
  };
  Result<CallOutcome> outcome = refused();
  REQUIRE(!outcome);
  CHECK(outcome.error().code == ErrorCode::inputOutput);
  CHECK(outcome.error().message == "cannot start a process: Too many open files");
}
