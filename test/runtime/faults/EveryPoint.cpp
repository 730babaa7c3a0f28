//===- EveryPoint.cpp - Runs a scenario with each point failing -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EveryPoint.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <thread>

namespace {
/// What becomes of the failure of a function.
struct Consequence {
  std::string_view function;
  qdrt_status status;
  std::string_view message; // a part of it; empty: the failure may have no consequence, because there is another way
};
} // namespace

static constexpr Consequence kConsequences[] = {
    {"operator new", QDRT_OUT_OF_MEMORY, "out of host memory"},
    {"malloc", QDRT_OUT_OF_MEMORY, "out of host memory"},
    {"calloc", QDRT_OUT_OF_MEMORY, " bytes on 'cpu'"},
    {"mkdir", QDRT_IO_ERROR, ""},
    {"realpath", QDRT_IO_ERROR, "cannot write '"},
    {"open", QDRT_IO_ERROR, "cannot "},
    {"open of a directory", QDRT_OK, ""},
    {"close", QDRT_IO_ERROR, ""},
    {"read", QDRT_IO_ERROR, "cannot read '"},
    {"write", QDRT_IO_ERROR, "cannot write "},
    {"fstat", QDRT_IO_ERROR, "cannot read '"},
    {"stat", QDRT_IO_ERROR, "cannot "},
    {"fchmod", QDRT_IO_ERROR, "cannot write '"},
    {"fsync", QDRT_IO_ERROR, "cannot write '"},
    {"fsync of a directory", QDRT_OK, ""},
    {"linkat", QDRT_IO_ERROR, "cannot write '"},
    {"rename", QDRT_IO_ERROR, "cannot write '"},
    {"memfd_create", QDRT_IO_ERROR, "cannot make a file in memory for the CPU image: "},
    {"fcntl", QDRT_IO_ERROR, "cannot seal the CPU image in memory: "},
    {"fcntl of a busy file", QDRT_OK, ""},
    {"mmap", QDRT_OK, ""},
    {"madvise", QDRT_OK, ""},
    {"sched_getaffinity", QDRT_OK, ""},
    {"pthread_create", QDRT_OK, ""},
    {"dlopen", QDRT_IO_ERROR, "cannot load the CPU image: a fault of the test"},
    {"dlsym", QDRT_INVALID_PACKAGE, "the CPU image has no symbol '"},
};

void checkNothingLost(const faults::Live &before, const faults::Live &after) {
  CHECK(after.allocations == before.allocations);
  CHECK(after.files == before.files);
  CHECK(after.mappings == before.mappings);
  CHECK(after.libraries == before.libraries);
  CHECK(after.threads == before.threads);
}

/// The status and message of a run in which `failed` failed.
static void checkConsequence(const Attempt &attempt, const char *failed) {
  const auto *row = std::find_if(std::begin(kConsequences), std::end(kConsequences),
                                 [&](const Consequence &each) { return each.function == failed; });
  REQUIRE(row != std::end(kConsequences));
  INFO("status " << qdrt_status_name(attempt.status) << ", message '" << attempt.text << "'");
  bool isEndured = attempt.status == QDRT_OK && row->message.empty();
  CHECK((isEndured || attempt.status == row->status));
  CHECK((isEndured || attempt.text[0] != 0));
  CHECK(std::string_view(attempt.text).find(row->message) != std::string_view::npos);
}

void failEveryPoint(const char *name, const std::function<void(Attempt &)> &scenario,
                    const std::function<void()> &settle) {
  long endured = 0;
  for (long number = 1;; ++number) {
    Attempt attempt(number);
    faults::Report report;
    faults::Live before = faults::live();
    // The message of a failure is the thread's, and goes with it.
    std::thread([&] {
      scenario(attempt);
      report = faults::disarm();
    }).join();
    faults::Live after = faults::live();
    INFO(name << ": point " << number << ", " << (report.failed ? report.failed : "none") << ", failed");
    checkNothingLost(before, after);
    CHECK((attempt.wrong ? attempt.wrong : "") == std::string_view());
    settle();
    if (!report.failed) {
      CHECK(attempt.status == QDRT_OK);
      CHECK(number > 1);
      std::printf("%s: %ld points failed, %ld of them without consequence\n", name, number - 1, endured);
      return;
    }
    checkConsequence(attempt, report.failed);
    endured += attempt.status == QDRT_OK;
  }
}
