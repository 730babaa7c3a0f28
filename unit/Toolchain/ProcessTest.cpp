//===- ProcessTest.cpp - Run another program ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/Process.h"

#include "catch2/catch.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace qdc;

static const std::string shell = "/bin/sh";

static ProcessResult runShell(const std::string &script, std::span<const FileDescriptor *const> files = {}) {
  Result<ProcessResult> result = runProcess(shell, {"-c", script}, files);
  REQUIRE(result);
  return *result;
}

TEST_CASE("a process's outputs and exit code come back apart") {
  ProcessResult result = runShell("echo out; echo err >&2; exit 7");
  CHECK(result.output == "out\n");
  CHECK(result.errors == "err\n");
  CHECK(result.exitCode == 7);
  CHECK(!result.succeeded());
  CHECK(howItEnded(result) == "ended with exit code 7");
  CHECK(runShell("true").succeeded());
}

TEST_CASE("arguments reach a process as they are") {
  Result<ProcessResult> result = runProcess(shell, {"-c", "printf '<%s>' \"$@\"", "name", "a b", "", "$HOME;'\"*"});
  REQUIRE(result);
  CHECK(result->output == "<a b><><$HOME;'\"*>");
}

TEST_CASE("a process that writes more than pipes hold, first to one output and then to the other, ends") {
  ProcessResult result = runShell("head -c 300000 /dev/zero >&2; head -c 200000 /dev/zero");
  CHECK(result.errors.size() == 300000);
  CHECK(result.output.size() == 200000);
}

TEST_CASE("a process's standard input is empty") { CHECK(runShell("cat").output.empty()); }

TEST_CASE("a process that a signal ends says which") {
  ProcessResult result = runShell("kill -KILL $$");
  CHECK(result.signal == SIGKILL);
  CHECK(!result.succeeded());
  CHECK(howItEnded(result) == "was ended by signal 9 (Killed)");
}

TEST_CASE("a process has default signal handling whatever this one ignores and blocks") {
  auto before = std::signal(SIGPIPE, SIG_IGN);
  sigset_t blocked, old;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &old);
  ProcessResult pipe = runShell("kill -PIPE $$"), term = runShell("kill -TERM $$");
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  std::signal(SIGPIPE, before);
  CHECK(pipe.signal == SIGPIPE);
  CHECK(term.signal == SIGTERM);
}

TEST_CASE("a process has the files that it is handed, in their order, and no other ones") {
  FileDescriptor first(memfd_create("first", MFD_CLOEXEC)), second(memfd_create("second", MFD_CLOEXEC));
  FileDescriptor unrelated(::open("/dev/null", O_RDONLY));
  REQUIRE(first.writeAll(asBytes("1st")));
  const FileDescriptor *files[] = {&second, &first};
  ProcessResult result = runShell("cat " + passedFilePath(1) + "; printf 2nd > " + passedFilePath(0), files);
  CHECK(result.output == "1st");
  char text[8] = {};
  REQUIRE(::pread(second.get(), text, sizeof(text), 0) == 3);
  CHECK(std::string(text) == "2nd");
  // The shell itself opens what it lists as one more.
  CHECK(runShell("for f in /proc/self/fd/*; do printf '%s ' ${f##*/}; done").output == "0 1 2 3 ");
}

TEST_CASE("several threads run processes at the same time") {
  std::vector<std::string> outputs(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < outputs.size(); ++i)
    threads.emplace_back([&outputs, i] {
      Result<ProcessResult> result = runProcess(shell, {"-c", "head -c 100000 /dev/zero; printf " + std::to_string(i)});
      outputs[i] = result ? result->output.substr(100000) : result.error().message;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < outputs.size(); ++i)
    CHECK(outputs[i] == std::to_string(i));
}

TEST_CASE("what a program said is told for messages, with the user's name of its file") {
  ProcessResult result;
  result.errors = passedFilePath(0) + ", line 1: bad\n";
  result.output = "see " + passedFilePath(0) + " \n\n";
  CHECK(whatItSaid(result, "sm_90.ptx") == "sm_90.ptx, line 1: bad\nsee sm_90.ptx");
  CHECK(whatItSaid(ProcessResult(), "sm_90.ptx").empty());
  result = {0, 0, " \n", ""};
  CHECK(whatItSaid(result, "sm_90.ptx").empty());
}

TEST_CASE("words in a message are one line") {
  CHECK(inOneLine("bad\nworse \r\n\n  worst\n") == "bad; worse;   worst");
  CHECK(inOneLine("").empty());
  CHECK(inOneLine("\n \n").empty());
}

TEST_CASE("where the system does not tell how a program ended, that is neither its success nor its failure") {
  auto before = std::signal(SIGCHLD, SIG_IGN);
  Result<ProcessResult> result = runProcess(shell, {"-c", "true"});
  std::signal(SIGCHLD, before);
  REQUIRE(!result);
  CHECK(result.error().code == ErrorCode::inputOutput);
  CHECK(result.error().message == "cannot tell how '/bin/sh' ended: No child processes");
}

TEST_CASE("a program that cannot be started is named") {
  Result<ProcessResult> missing = runProcess("/nowhere/tool", {});
  REQUIRE(!missing);
  CHECK(missing.error().code == ErrorCode::inputOutput);
  CHECK(missing.error().message == "cannot run '/nowhere/tool': No such file or directory");
  CHECK(runProcess("/", {}).error().message == "cannot run '/': Permission denied");
}
