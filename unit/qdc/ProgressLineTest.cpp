//===- ProgressLineTest.cpp - What long work is at ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ProgressLine.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <pty.h>
#include <unistd.h>

using namespace qdc;

namespace {
/// A terminal of 20 columns; what is written to it is read from the other end.
class Terminal {
public:
  Terminal() {
    winsize size = {25, 20, 0, 0};
    REQUIRE(openpty(&reader, &writer, nullptr, nullptr, &size) == 0);
    ::setenv("TERM", "xterm", 1);
  }
  ~Terminal() {
    ::close(reader);
    if (writer >= 0)
      ::close(writer);
  }

  /// Waits until this many bytes are there.
  std::string read(size_t bytes) {
    std::string text(bytes, ' ');
    for (size_t got = 0; got < bytes;) {
      ssize_t count = ::read(reader, text.data() + got, bytes - got);
      REQUIRE(count > 0);
      got += static_cast<size_t>(count);
    }
    return text;
  }
  /// Closes the end that is written to and gives all that was not yet read.
  std::string rest() {
    ::close(writer);
    writer = -1;
    std::string text;
    char buffer[256];
    for (ssize_t count; (count = ::read(reader, buffer, sizeof(buffer))) > 0;)
      text.append(buffer, static_cast<size_t>(count));
    return text;
  }

  int reader = -1;
  int writer = -1;
};
} // namespace

static const std::string kErase = "\r\033[K";

TEST_CASE("the line is drawn in place and gone at the end") {
  Terminal terminal;
  {
    std::atomic<int> number = 0;
    ProgressLine line(
        terminal.writer, [&](double) { return "part " + std::to_string(number++); }, std::chrono::milliseconds(0));
    CHECK(terminal.read(2 * kErase.size() + 12) == kErase + "part 0" + kErase + "part 1");
  }
  std::string rest = terminal.rest();
  CHECK(rest.ends_with(kErase));
  CHECK_FALSE(rest.ends_with(kErase + kErase));
}

TEST_CASE("a line is cut where the terminal ends") {
  Terminal terminal;
  ProgressLine line(terminal.writer, [](double) { return std::string(100, 'x'); }, std::chrono::milliseconds(0));
  CHECK(terminal.read(kErase.size() * 2 + 19) == kErase + std::string(19, 'x') + kErase);
}

TEST_CASE("a text cannot steer the terminal") {
  Terminal terminal;
  ProgressLine line(terminal.writer, [](double) { return "a\n\x1b[2J"; }, std::chrono::milliseconds(0));
  CHECK(terminal.read(kErase.size() + 12) == kErase + "a\\x0a\\x1b[2J");
}

TEST_CASE("what else is printed finds an empty line") {
  Terminal terminal;
  ProgressLine line(terminal.writer, [](double) { return "busy"; }, std::chrono::milliseconds(0));
  CHECK(terminal.read(kErase.size() + 4) == kErase + "busy");
  line.erase();
  REQUIRE(::write(terminal.writer, "printed", 7) == 7);
  CHECK(terminal.read(kErase.size() + 7).find("printed") == kErase.size());
}

TEST_CASE("short work, a pipe and a dumb terminal show nothing") {
  Terminal terminal;
  {
    ProgressLine line(terminal.writer, [](double) { return "too early"; });
  }
  ::setenv("TERM", "dumb", 1);
  auto fail = [](double) -> std::string { std::abort(); };
  {
    ProgressLine line(terminal.writer, fail, std::chrono::milliseconds(0));
  }
  ::setenv("TERM", "xterm", 1);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  {
    ProgressLine line(ends[1], fail, std::chrono::milliseconds(0));
  }
  ::close(ends[1]);
  char byte;
  CHECK(::read(ends[0], &byte, 1) == 0);
  ::close(ends[0]);
  CHECK(terminal.rest() == "");
}

TEST_CASE("the text tells what is done, how long it took and how long it takes") {
  CHECK(progressText("launch", 0, 40, 2.5) == "launch 0 of 40, 2 s");
  CHECK(progressText("launch", 10, 40, 4) == "launch 10 of 40, 4 s, 12 s to go");
  CHECK(progressText("launch", 40, 40, 4) == "launch 40 of 40, 4 s, 0 s to go");
  CHECK(progressText("launch", 1, UINT64_MAX, 4) == "launch 1 of 18446744073709551615, 4 s");
}
