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
  bool mayBeEndured; // the loader has another way, or only tells the system that it is done
};
} // namespace

static constexpr Consequence kConsequences[] = {
    {"operator new", QDRT_OUT_OF_MEMORY, false},
    {"malloc", QDRT_OUT_OF_MEMORY, false},
    {"calloc", QDRT_OUT_OF_MEMORY, false},
    {"realpath", QDRT_IO_ERROR, false},
    {"open", QDRT_IO_ERROR, false},
    {"open of a directory", QDRT_OK, true},
    {"close", QDRT_IO_ERROR, true},
    {"read", QDRT_IO_ERROR, false},
    {"write", QDRT_IO_ERROR, false},
    {"fstat", QDRT_IO_ERROR, false},
    {"stat", QDRT_IO_ERROR, false},
    {"fchmod", QDRT_IO_ERROR, false},
    {"fsync", QDRT_IO_ERROR, false},
    {"fsync of a directory", QDRT_OK, true},
    {"linkat", QDRT_IO_ERROR, false},
    {"rename", QDRT_IO_ERROR, false},
    {"memfd_create", QDRT_IO_ERROR, false},
    {"fcntl", QDRT_IO_ERROR, false},
    {"mmap", QDRT_OK, true},
    {"madvise", QDRT_OK, true},
    {"sched_getaffinity", QDRT_OK, true},
    {"pthread_create", QDRT_OK, true},
    {"dlopen", QDRT_IO_ERROR, false},
    {"dlsym", QDRT_INVALID_PACKAGE, false},
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
  CHECK((attempt.status == row->status || (row->mayBeEndured && attempt.status == QDRT_OK)));
  CHECK((attempt.status == QDRT_OK || attempt.text[0] != 0));
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
