//===- EveryPoint.h - Runs a scenario with each point failing ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_FAULTS_EVERYPOINT_H
#define QDC_TEST_FAULTS_EVERYPOINT_H

#include "Faults.h"

#include "qdrt/qdrt.h"

#include <cstdio>
#include <functional>

/// What a scenario saw. It keeps no memory of its own, since that would be a point too.
class Attempt {
public:
  /// `point` is the one that fails, counted from begin().
  explicit Attempt(long point) : point(point) {}

  /// What a scenario does before is not tried. Every scenario calls this once.
  void begin() { faults::arm(point); }

  /// Runs `call`, which gives a qdrt_status. The first call of the scenario that fails is noted and made again, and
  /// must succeed then: a failure leaves everything as it was. True if there was success.
  template <typename Call>
  bool operator()(Call &&call) {
    qdrt_status now = call();
    if (now == QDRT_OK)
      return true;
    if (status != QDRT_OK)
      return expect(false, "a call failed that had nothing to do with the fault");
    status = now;
    std::snprintf(text, sizeof(text), "%s", qdrt_last_error());
    return expect(call() == QDRT_OK, "a call failed again after the fault was gone");
  }

  /// Notes the first thing that is not as it should be.
  bool expect(bool holds, const char *what) {
    if (!holds && !wrong)
      wrong = what;
    return holds;
  }

  /// Notes a failure that was not a call of the C interface.
  void fail(qdrt_status failure, const char *why) {
    status = failure;
    std::snprintf(text, sizeof(text), "%s", why);
  }

  qdrt_status status = QDRT_OK; // of the call that failed
  char text[512] = "";          // its message
  const char *wrong = nullptr;

private:
  long point;
};

/// Checks that the program holds what it held before, and nothing more.
void checkNothingLost(const faults::Live &before, const faults::Live &after);

/// Runs `scenario` in a thread of its own with its first point failing, then its second, until none is left, and
/// checks each time that nothing is lost, that the status is the one for what failed, and that there is a message.
/// Prints how many points failed. `settle` runs after each time, without faults.
void failEveryPoint(
    const char *name, const std::function<void(Attempt &)> &scenario, const std::function<void()> &settle = [] {});

#endif // QDC_TEST_FAULTS_EVERYPOINT_H
