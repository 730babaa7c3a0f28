//===- EveryCallTest.cpp - CUDA with each call of the driver failing ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session in which the first call of the driver fails, then one in which the
// second does, and so on until one runs to its end. Each time the status is not
// success, the message has the driver's code, the same call succeeds when it is
// made again, and nothing is lost.
//
//===----------------------------------------------------------------------===//

#include "../DriverSessions.h"
#include "Fixture.h"

using namespace cuda_test;

TEST_CASE("every call of the driver fails in turn") {
  useFakeImages();
  const DriverSession session = driverSessions().at(GENERATE(range(0, 4)));
  Attempt unharmed;
  session.run(unharmed);
  REQUIRE(unharmed.failures.empty());
  const fake_cuda::Live before = fake_cuda::live();
  long number = 1, endured = 0;
  for (bool reached = true; reached; ++number) {
    fake_cuda::takeCalls();
    fake_cuda::failCall("", number, fake_cuda::CUDA_ERROR_UNKNOWN);
    Attempt attempt;
    session.run(attempt);
    reached = fake_cuda::hasFailed();
    fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
    INFO("call " << number << " of\n" << fake_cuda::takeCalls());
    CHECK(attempt.failures.size() <= 1);
    for (const std::string &failure : attempt.failures)
      CHECK_THAT(failure, Catch::Matchers::Contains("on 'cuda:0': CUDA error 999 (CUDA_ERROR_UNKNOWN)"));
    endured += reached && attempt.failures.empty();
    CHECK(fake_cuda::live() == before);
  }
  CHECK(number > 20);
  // Waiting for a stream that ends and trimming what is kept.
  CHECK(endured < number / 3);
}
