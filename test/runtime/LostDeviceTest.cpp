//===- LostDeviceTest.cpp - Kernels that end a device's context -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only where a wrong instruction or address ends a context and not the process.
// Hidden, because a driver may give the process no context afterwards: each of
// these cases wants a process of its own.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace qdc;
using namespace runtime_test;
using Catch::Matchers::Contains;

namespace {
/// Kernels "trap", which ends in a wrong instruction, and "wild", which writes to an address that is nobody's.
ByteVector makePackage() {
  PackageBuilder package;
  KernelBuilder &trap = package.kernel("trap");
  uint32_t p = trap.array("p", ElementType::i64, {});
  trap.graph({trap.task("trap", {array(p)})});
  KernelBuilder &wild = package.kernel("wild");
  uint32_t address = wild.scalar("address", ElementType::i64), value = wild.scalar("value", ElementType::i64);
  wild.graph({wild.task("store", {scalar(address), scalar(value)})});
  return package.bytes();
}

/// Runs saxpy and checks the numbers.
void checkThatItWorks(const qdrt::Device &device) {
  qdrt::Package package(device, saxpyPackage());
  qdrt::Array<float> x(device, {4}, std::vector<float>{1, 2, 3, 4}), y(device, {4});
  package.kernel("saxpy")(x, y, 2.0f);
  device.synchronize();
  CHECK(y.read() == std::vector<float>{2, 4, 6, 8});
}

/// What `run` threw.
template <typename Run>
std::string messageOf(const Run &run) {
  try {
    run();
  } catch (const qdrt::Error &error) {
    CHECK(error.status() == QDRT_DEVICE_LOST);
    return error.what();
  }
  return "";
}

/// Opens the device anew. It works then, or, where the driver gives no context any more, the error says what to do.
void reopen(const std::string &code) {
  std::string message = messageOf([] { checkThatItWorks(openDevice()); });
  if (message.empty())
    return;
  CHECK_THAT(message, Contains("cannot use the primary context") && Contains(code) &&
                          Contains("the driver gives no other context to a process that lost one: start the program "
                                   "anew"));
  WARN("this driver gives no context to a process that lost one");
}

/// Loses the device by `launch`, whose task is `task` and whose error has `code`, and opens it again.
template <typename Launch>
void loseAndReopen(const Launch &launch, const std::string &task, const std::string &code) {
  {
    qdrt::Device device = openDevice(), second = openDevice();
    qdrt::Package package(device, makePackage());
    qdrt::Array<int64_t> word(device, {});
    qdrt::Stream stream(device);
    qdrt::Event event(device);
    // The launch or the wait finds it.
    std::string message = messageOf([&] {
      launch(package, word);
      device.synchronize();
    });
    CHECK_THAT(message,
               Contains(code) && Contains("'" + task + "'") &&
                   Contains("the context is lost, with all that is in it: open the device again, or start the program "
                            "anew where the driver refuses that"));
    // Everything of the device says so from now on, through either handle.
    for (const std::string &later :
         {messageOf([&] { device.synchronize(); }), messageOf([&] { second.synchronize(); }),
          messageOf([&] { stream.synchronize(); }), messageOf([&] { event.record(stream.get()); }),
          messageOf([&] { qdrt::Array<int64_t>(second, {}); }), messageOf([&] { word.read(); }),
          messageOf([&] { qdrt::Package(second, saxpyPackage()); }), messageOf([&] { launch(package, word); })})
      CHECK_THAT(later, Contains(code) && Contains("the context is lost"));
    // Beside what is left of the lost one, and after it.
    reopen(code);
  }
  reopen(code);
}
} // namespace

TEST_CASE("a kernel that traps loses the device", "[.][lost-device]") {
  if (isCPU())
    return;
  loseAndReopen([](const qdrt::Package &package, qdrt::Array<int64_t> &word) { package.kernel("trap")(word); }, "trap",
                "CUDA error 719 (CUDA_ERROR_LAUNCH_FAILED)");
}

TEST_CASE("a wrong address loses the device", "[.][lost-device]") {
  // On the fake driver the host would write there.
  if (!isGPU())
    return;
  loseAndReopen([](const qdrt::Package &package,
                   qdrt::Array<int64_t> &) { package.kernel("wild")(int64_t{1} << 46, int64_t{1}); },
                "store", "CUDA error 700 (CUDA_ERROR_ILLEGAL_ADDRESS)");
}
