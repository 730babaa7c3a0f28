//===- EveryCallTest.cpp - Vulkan with each call of the driver failing ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session in which the first call of the driver fails, then one in which the
// second does, and so on until one runs to its end. Each time the status is the
// one for the driver's code, which the message has, the same call succeeds when
// it is made again, and nothing is lost. A device that is lost is opened again.
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

using namespace vulkan_test;

namespace {
struct Failure {
  VkResult code;
  qdrt_status status;
  const char *text;
};
} // namespace

TEST_CASE_METHOD(Fake, "every call of the Vulkan driver fails in turn") {
  const DriverSession session = driverSessions().at(GENERATE(range(0, 4)));
  const Failure failure =
      GENERATE(Failure{VK_ERROR_UNKNOWN, QDRT_IO_ERROR, "Vulkan error -13 (VK_ERROR_UNKNOWN)"},
               Failure{VK_ERROR_OUT_OF_HOST_MEMORY, QDRT_OUT_OF_MEMORY, "(VK_ERROR_OUT_OF_HOST_MEMORY)"},
               Failure{VK_ERROR_OUT_OF_DEVICE_MEMORY, QDRT_OUT_OF_MEMORY, "(VK_ERROR_OUT_OF_DEVICE_MEMORY)"});
  Attempt unharmed;
  session.run(unharmed);
  REQUIRE(unharmed.failures.empty());
  REQUIRE(fake_vulkan::live() == before);
  long number = 1, endured = 0;
  for (bool reached = true; reached; ++number) {
    fake_vulkan::takeCalls();
    fake_vulkan::failCall("", number, failure.code);
    Attempt attempt;
    session.run(attempt);
    reached = fake_vulkan::hasFailed();
    fake_vulkan::failCall("", 0, VK_SUCCESS);
    INFO(session.name << ", call " << number << " of\n" << fake_vulkan::takeCalls());
    CHECK(attempt.failures.size() <= 1);
    for (const std::string &text : attempt.failures)
      CHECK_THAT(text, Contains("on 'vulkan") && Contains(failure.text));
    CHECK((attempt.failures.empty() || attempt.first == failure.status));
    endured += reached && attempt.failures.empty();
    CHECK(fake_vulkan::live() == before);
  }
  CHECK(number > 20);
  // Questions whether work is done, waits for streams that end, and memory of which there is another type.
  CHECK(endured < number / 2);
}

TEST_CASE_METHOD(Fake, "a device is lost at every call in turn, and opens again") {
  const DriverSession session = driverSessions().at(GENERATE(range(0, 4)));
  Attempt unharmed;
  session.run(unharmed);
  REQUIRE(unharmed.failures.empty());
  long number = 1;
  for (bool reached = true; reached; ++number) {
    fake_vulkan::takeCalls();
    fake_vulkan::failCall("", number, VK_ERROR_DEVICE_LOST);
    Attempt attempt(Attempt::AfterFailure::end);
    session.run(attempt);
    reached = fake_vulkan::hasFailed();
    fake_vulkan::failCall("", 0, VK_SUCCESS);
    INFO(session.name << ", call " << number << " of\n" << fake_vulkan::takeCalls());
    for (const std::string &text : attempt.failures)
      CHECK_THAT(text, Contains("(VK_ERROR_DEVICE_LOST)"));
    CHECK((attempt.failures.empty() || attempt.first == QDRT_DEVICE_LOST));
    CHECK(fake_vulkan::live() == before);
    Attempt next;
    session.run(next);
    CHECK(next.failures == std::vector<std::string>());
  }
  CHECK(number > 20);
}
