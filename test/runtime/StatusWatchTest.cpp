//===- StatusWatchTest.cpp - A status that is not listed ends a test ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Fixture.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#ifndef qdrt_event_create
#error "the functions of qdrt.h are not watched"
#endif

/// What `call` writes to standard error in a process of its own, and the signal that ends it; 0: none does.
template <typename Call>
static std::pair<std::string, int> endOf(Call call) {
  int ends[2] = {};
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL); // Catch would report a test that failed
    call();
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[256];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<size_t>(count));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return {text, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

TEST_CASE("a status that a function's comment does not list ends the test") {
  // Drivers of GPUs do not work in a forked child.
  if (!runtime_test::isCPU())
    return;
  qdrt_device_info info = {};
  CHECK(qdrt_device_query(0, &info) == QDRT_INVALID_ARGUMENT);
  const std::string reason = qdrt_last_error();
  const uint32_t listed = 1u << QDRT_OK | 1u << QDRT_INVALID_ARGUMENT;
  auto watch = [](uint32_t statuses, int status) {
    return [=] { (void)watchStatus("qdrt_device_query", statuses, static_cast<qdrt_status>(status)); };
  };
  CHECK(endOf(watch(listed, QDRT_INVALID_ARGUMENT)) == std::pair(std::string(), 0));
  CHECK(endOf(watch(listed, QDRT_NO_DEVICE)) ==
        std::pair("qdrt_device_query returned QDRT_NO_DEVICE, which its comment does not list: " + reason + "\n",
                  SIGABRT));
  CHECK(endOf(watch(~0u, 32)).second == SIGABRT);
  CHECK(endOf(watch(~0u, -1)).second == SIGABRT);
}
