//===- DriverSessions.h - What programs do with a device --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sessions for tests in which a driver fails at some point: each opens the device
// under test, works with it through qdrt.h, checks what comes out, and gives all
// back.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_DRIVERSESSIONS_H
#define QDC_TEST_RUNTIME_DRIVERSESSIONS_H

#include "Fixture.h"

#include <functional>

namespace runtime_test {

/// Makes the calls of a session. One that fails is made again, or ends the session.
class Attempt {
public:
  enum class AfterFailure { again, end };
  explicit Attempt(AfterFailure then = AfterFailure::again) : then(then) {}

  template <typename Call>
  void operator()(Call &&call) {
    if (isOver())
      return;
    const qdrt_status status = call();
    if (status == QDRT_OK)
      return;
    fail(status);
    if (isOver())
      return;
    if (call() != QDRT_OK)
      failures.push_back(std::string("and again: ") + qdrt_last_error());
  }
  /// Notes the failure of a call, whose message is the last.
  void fail(qdrt_status status) {
    if (failures.empty())
      first = status;
    failures.push_back(qdrt_last_error());
  }
  bool isOver() const { return then == AfterFailure::end && !failures.empty(); }
  /// Checks what a session computed, which holds unless it was ended.
  void check(bool isRight) const {
    if (!isOver())
      CHECK(isRight);
  }

  std::vector<std::string> failures;
  qdrt_status first = QDRT_OK; // of the first one

private:
  const AfterFailure then;
};

struct DriverSession {
  const char *name;
  std::function<void(Attempt &)> run;
};

/// Opens, loads, copies, launches, waits and closes; launches what prints, asserts and has results; loops led in every
/// way that the device has; endless loops that are stopped. useImages() was called.
std::vector<DriverSession> driverSessions();

/// Kernel "k": the loop "loop_down" of images/entries.c, by a block and by a grid; its tasks have `size` iterations.
qdc::ByteVector loopPackage();

/// The same with the loop "loop_down_stoppable" and one more scalar "site", which is 0.
qdc::ByteVector stoppablePackage();

} // namespace runtime_test

#endif // QDC_TEST_RUNTIME_DRIVERSESSIONS_H
