//===- ThreadsTest.cpp - Threads of a device and of its callers -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <latch>
#include <optional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace qdc;
using namespace runtime_test;

/// Kernels over an array `out` of any length: "add_index", "record_thread", and "iterate", which runs add_index `times`
/// times.
static ByteVector makePackage() {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::loop, 1, "");
  for (const char *name : {"add_index", "record_thread"}) {
    KernelBuilder &k = package.kernel(name);
    uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension});
    k.graph({k.task(name, {array(out)}, SizeExpr::dim(out, 0))});
  }
  KernelBuilder &k = package.kernel("iterate");
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), times = k.scalar("times", ElementType::i64);
  k.graph({repeat(site, SizeExpr::constant(0), SizeExpr::scalar(times), SizeExpr::constant(1),
                  {k.task("add_index", {array(out)}, SizeExpr::dim(out, 0))})});
  return package.bytes();
}

/// True if every element is `times` times its index + 1.
static bool isComplete(const std::vector<int64_t> &out, int64_t times) {
  for (size_t index = 0; index < out.size(); ++index)
    if (out[index] != times * static_cast<int64_t>(index + 1))
      return false;
  return true;
}

TEST_CASE("every iteration runs once, for every number of threads and length", "[results]") {
  uint32_t threads = GENERATE(1, 2, 3, 8, 61);
  qdrt::Device device = openDevice(threads);
  qdrt::Package package(device, makePackage());
  for (size_t n : {1, 2, 1000, 32768, 32769, 100003, 1000000}) {
    std::vector<int64_t> out(n);
    package.kernel("add_index")(out);
    CHECK(isComplete(out, 1));
  }
}

TEST_CASE("threads stay together through a loop of tasks", "[results]") {
  qdrt::Device device = openDevice(4);
  qdrt::Package package(device, makePackage());
  std::vector<int64_t> out(50000);
  package.kernel("iterate")(out, int64_t{200});
  CHECK(isComplete(out, 200));
}

TEST_CASE("a short range runs in the calling thread", "[results]") {
  qdrt::Device device = openDevice(2);
  qdrt::Package package(device, makePackage());
  std::vector<int64_t> out(100, -1);
  package.kernel("record_thread")(out);
  CHECK(out == std::vector<int64_t>(100, 0));
}

TEST_CASE("threads launch side by side, on streams of their own and on one", "[results]") {
  qdrt::Device device = openDevice(3);
  qdrt::Package package(device, makePackage());
  constexpr int kThreads = 6, kLaunches = 60;
  std::vector<std::vector<int64_t>> out(kThreads, std::vector<int64_t>(40000));
  std::vector<std::thread> threads;
  for (int index = 0; index < kThreads; ++index)
    threads.emplace_back([&, index] {
      std::optional<qdrt::Stream> own;
      if (index % 2 == 0)
        own.emplace(device);
      qdrt::Kernel kernel = package.kernel("add_index");
      for (int launch = 0; launch < kLaunches; ++launch)
        kernel.launch({.stream = own ? own->get() : nullptr}, out[static_cast<size_t>(index)]);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<int64_t> &each : out)
    CHECK(isComplete(each, kLaunches));
  CHECK(package.kernel("add_index").counters().launches == kThreads * kLaunches);
}

TEST_CASE("launches are counted exactly while threads repeat them, and are read meanwhile") {
  qdrt::Device device = openDevice(3);
  qdrt::Package package(device, makePackage());
  qdrt::Kernel kernel = package.kernel("add_index");
  constexpr uint64_t kThreads = 4, kLaunches = 200;
  std::atomic<bool> ended = false, everFewer = false;
  std::thread reader([&] {
    for (uint64_t before = 0; !ended;) {
      uint64_t now = kernel.counters().launches;
      if (now < before)
        everFewer = true;
      before = now;
    }
  });
  std::vector<std::thread> threads;
  for (uint64_t index = 0; index < kThreads; ++index)
    threads.emplace_back([&, index] {
      std::optional<qdrt::Stream> own;
      if (index != 0)
        own.emplace(device);
      qdrt::Array<int64_t> out(device, {static_cast<int64_t>(index) + 1});
      for (uint64_t launch = 0; launch < kLaunches; ++launch) {
        kernel.launch({.stream = own ? own->get() : nullptr}, out);
        if (launch % 50 == 0 && own)
          own->synchronize();
      }
      out.read(own ? own->get() : nullptr);
    });
  for (std::thread &thread : threads)
    thread.join();
  ended = true;
  reader.join();
  CHECK_FALSE(everFewer);
  CHECK(kernel.counters().launches == kThreads * kLaunches);
  CHECK(kernel.counters().patched_slots == 0);
}

TEST_CASE("a device is reset, and streams come and go, while other threads launch", "[results]") {
  qdrt::Device device = openDevice(3);
  qdrt::Package package(device, makePackage());
  constexpr int kThreads = 3, kLaunches = 40;
  std::vector<std::vector<int64_t>> out(kThreads, std::vector<int64_t>(40000));
  std::vector<std::thread> threads;
  for (int index = 0; index < kThreads; ++index)
    threads.emplace_back([&, index] {
      for (int launch = 0; launch < kLaunches; ++launch) {
        qdrt::Stream stream(device);
        package.kernel("add_index").launch({.stream = stream.get()}, out[static_cast<size_t>(index)]);
      }
    });
  for (int round = 0; round < 50; ++round) {
    device.reset();
    device.synchronize();
  }
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<int64_t> &each : out)
    CHECK(isComplete(each, kLaunches));
}

TEST_CASE("a device is waited for and reset while more threads launch than there are processors", "[cycles][results]") {
  qdrt::Device device = openDevice(3);
  qdrt::Package package(device, makePackage());
  const bool isShared = GENERATE(false, true); // one stream for all, or one for each
  CAPTURE(isShared);
  constexpr int kThreads = 24, kRounds = 40;
  std::atomic<bool> ended = false;
  // A driver keeps a thread that makes a stream waiting for seconds while fifteen others launch without a pause.
  std::latch begun(kThreads + 1);
  std::vector<std::thread> threads;
  for (int index = 0; index < kThreads; ++index)
    threads.emplace_back([&] {
      std::optional<qdrt::Stream> own;
      if (!isShared)
        own.emplace(device);
      qdrt::Array<int64_t> out(device, {16});
      auto launch = [&] { package.kernel("add_index").launch({.stream = own ? own->get() : nullptr}, out); };
      launch();
      begun.arrive_and_wait();
      while (!ended)
        launch();
    });
  begun.arrive_and_wait();
  // Each of these waits for the launches that were there before it; for all that come it would wait for ever.
  for (int round = 0; round < kRounds; ++round) {
    device.synchronize();
    device.reset();
    CHECK(qdrt_stream_synchronize(device.get(), nullptr) == QDRT_OK);
  }
  ended = true;
  for (std::thread &thread : threads)
    thread.join();
  // And launches go on while others wait without a pause.
  ended = false;
  threads.clear();
  for (int index = 0; index < 3; ++index)
    threads.emplace_back([&] {
      while (!ended)
        device.synchronize();
    });
  qdrt::Array<int64_t> out(device, {16});
  for (int round = 0; round < kRounds; ++round)
    package.kernel("add_index")(out);
  CHECK(out.read()[15] == kRounds * 16);
  ended = true;
  for (std::thread &thread : threads)
    thread.join();
}

TEST_CASE("packages are loaded, launched and unloaded by threads of one device", "[results]") {
  qdrt::Device device = openDevice(2);
  const ByteVector bytes = makePackage();
  std::vector<std::thread> threads;
  std::vector<std::vector<int64_t>> out(4, std::vector<int64_t>(1000));
  for (std::vector<int64_t> &mine : out)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round)
        qdrt::Package(device, bytes).kernel("add_index")(mine);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<int64_t> &each : out)
    CHECK(isComplete(each, 20));
}

TEST_CASE("the message of a failure belongs to the thread") {
  qdrt::Device device = openDevice();
  qdrt_device none = nullptr;
  CHECK(qdrt_device_open_by_name("first", nullptr, &none) == QDRT_INVALID_ARGUMENT);
  std::thread([] {
    CHECK(qdrt_last_error() == std::string());
    qdrt_device other = nullptr;
    CHECK(qdrt_device_open_by_name("second", nullptr, &other) == QDRT_INVALID_ARGUMENT);
    CHECK_THAT(qdrt_last_error(), Catch::Matchers::Contains("'second'"));
  }).join();
  CHECK_THAT(qdrt_last_error(), Catch::Matchers::Contains("'first'"));
}

/// Kernel "store" returns its argument.
static ByteVector storePackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("store");
  uint32_t value = k.scalar("value", ElementType::i64);
  k.result(ElementType::i64, 0);
  k.graph({k.task("store", {word(0), scalar(value)})});
  return package.bytes();
}

static constexpr char kOvertaken[] = "another thread has launched kernel 'store' on this stream since this one did; "
                                     "threads that ask what their launches "
                                     "left take a stream each";

/// Calls `work` in another thread, which has ended afterwards.
template <typename Work>
static void elsewhere(Work work) {
  std::thread(work).join();
}

TEST_CASE("a thread never gets the results of another thread's launch for its own", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, storePackage());
  qdrt::Kernel store = package.kernel("store");
  store(1);
  CHECK(store.result<int64_t>() == 1);
  elsewhere([&] {
    store(2);
    CHECK(store.result<int64_t>() == 2);
  });
  CHECK_THROWS_STATUS(store.result<int64_t>(), QDRT_INVALID_ARGUMENT, kOvertaken);
  auto failure = sized<qdrt_failure_info>();
  CHECK_FAILS(qdrt_kernel_failure(store.get(), nullptr, &failure), QDRT_INVALID_ARGUMENT, kOvertaken);
  CHECK_THROWS_STATUS(store.graph(), QDRT_INVALID_ARGUMENT, kOvertaken);
  // On a stream of one's own the results of a launch stay.
  qdrt::Stream own(device);
  store.launch({.stream = own.get()}, 3);
  elsewhere([&] { store(4); });
  CHECK(store.result<int64_t>(0, own.get()) == 3);
  // And a launch makes them this thread's again.
  store(5);
  CHECK(store.result<int64_t>() == 5);
}

TEST_CASE("also where what a launch left was freed meanwhile", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, storePackage()), other(device, storePackage());
  qdrt::Kernel store = package.kernel("store"), unconcerned = other.kernel("store");
  store(1);
  unconcerned(2);
  device.reset();
  elsewhere([&] { store(3); });
  CHECK_THROWS_STATUS(store.result<int64_t>(), QDRT_INVALID_ARGUMENT, kOvertaken);
  CHECK_THROWS_STATUS(unconcerned.result<int64_t>(), QDRT_INVALID_ARGUMENT, "was not launched on this stream");
  // A launch that is refused after the reset makes an instance that goes at once.
  device.reset();
  CHECK_THROWS_STATUS(store(1.5), QDRT_INVALID_ARGUMENT, "'f64'");
  elsewhere([&] { store(4); });
  CHECK_THROWS_STATUS(store.result<int64_t>(), QDRT_INVALID_ARGUMENT, kOvertaken);
  store(5);
  CHECK(store.result<int64_t>() == 5);
}

TEST_CASE("of kernels beyond those that a stream keeps too", "[results]") {
  PackageBuilder builder;
  for (int index = 0; index < 300; ++index) {
    KernelBuilder &k = builder.kernel("k" + std::to_string(index));
    uint32_t value = k.scalar("value", ElementType::i64);
    k.result(ElementType::i64, 0);
    k.graph({k.task("store", {word(0), scalar(value)})});
  }
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  for (int index = 0; index < 300; ++index)
    package.kernel("k" + std::to_string(index))(index);
  qdrt::Kernel first = package.kernel("k0");
  CHECK_THROWS_STATUS(first.result<int64_t>(), QDRT_INVALID_ARGUMENT, "was not launched on this stream");
  elsewhere([&] { first(7); });
  CHECK_THROWS_STATUS(first.result<int64_t>(), QDRT_INVALID_ARGUMENT, "another thread has launched kernel 'k0'");
}

TEST_CASE("a launch that was refused takes nothing from other threads", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, storePackage());
  qdrt::Kernel store = package.kernel("store");
  store(1);
  elsewhere([&] { CHECK_THROWS_STATUS(store(1.5), QDRT_INVALID_ARGUMENT, "'f64'"); });
  CHECK(store.result<int64_t>() == 1);
}

TEST_CASE("a thread that never launched is handed the last launch's results", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, storePackage());
  qdrt::Kernel store = package.kernel("store");
  elsewhere([&] { store(1); });
  CHECK(store.result<int64_t>() == 1);
  elsewhere([&] { store(2); });
  CHECK(store.result<int64_t>() == 2);
  elsewhere([&] { CHECK(store.result<int64_t>() == 2); });
}

TEST_CASE("of threads that launch on the default stream all get their results or are told", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, storePackage());
  qdrt::Kernel store = package.kernel("store");
  constexpr int64_t kThreads = 4, kLaunches = 2000;
  std::atomic<int64_t> right = 0, told = 0, wrong = 0;
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  for (int64_t index = 0; index < kThreads; ++index)
    threads.emplace_back([&, index] {
      start.arrive_and_wait();
      for (int64_t launch = 0; launch < kLaunches; ++launch) {
        const int64_t value = index * kLaunches + launch;
        store(value);
        try {
          ++(store.result<int64_t>() == value ? right : wrong);
        } catch (const qdrt::Error &error) {
          ++(error.status() == QDRT_INVALID_ARGUMENT && error.what() == std::string(kOvertaken) ? told : wrong);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == 0);
  CHECK(right > 0);
  CHECK(right + told == kThreads * kLaunches);
}

TEST_CASE("a forked child launches with threads of its own") {
  // Drivers of GPUs do not work in a forked child.
  if (!isCPU())
    return;
  qdrt::Device device = openDevice(4);
  qdrt::Package package(device, makePackage());
  std::vector<int64_t> out(100000);
  package.kernel("add_index")(out);
  pid_t child = fork();
  if (child == 0) {
    package.kernel("add_index")(out);
    package.kernel("add_index")(out);
    device.reset();
    package.kernel("add_index")(out);
    _exit(isComplete(out, 4) ? 0 : 1);
  }
  package.kernel("add_index")(out);
  CHECK(isComplete(out, 2));
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a device closes in a forked child that never launched") {
  // Drivers of GPUs do not work in a forked child.
  if (!isCPU())
    return;
  std::optional<qdrt::Device> device(openDevice(4));
  std::optional<qdrt::Package> package(std::in_place, *device, makePackage());
  std::vector<int64_t> out(100000);
  package->kernel("add_index")(out);
  pid_t child = fork();
  if (child == 0) {
    package.reset();
    device.reset();
    _exit(0);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

/// Processor time of the whole process, in seconds.
static double processorTime() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TEST_CASE("an idle device uses no processor, and wakes up again", "[timing][results]") {
  qdrt::Device device = openDevice(4);
  qdrt::Package package(device, makePackage());
  std::vector<int64_t> out(200000);
  package.kernel("add_index")(out);
  // Time to fall asleep.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  double before = processorTime();
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  CHECK(processorTime() - before < 0.04);
  package.kernel("add_index")(out);
  CHECK(isComplete(out, 2));
}
