//===- DriverSessions.cpp - What programs do with a device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverSessions.h"

#include <cstring>
#include <utility>

using namespace runtime_test;

/// Kernel "k" of both packages.
static qdc::ByteVector packageOfLoop(const char *symbol, bool isStoppable) {
  PackageBuilder package;
  const uint32_t site = package.site(qdc::SiteKind::loop, 10, "solve");
  KernelBuilder &k = package.kernel("k");
  const uint32_t out = k.array("out", qdc::ElementType::i64, {}), flag = k.array("flag", qdc::ElementType::i64, {}),
                 size = k.scalar("size", qdc::ElementType::i64);
  qdc::Node loop = doWhile(site, {qdc::FlagKind::argument, flag},
                           {k.task("store", {word(64), scalar(size)}, qdc::SizeExpr::scalar(size)),
                            k.task("add_index", {array(out)}), k.task("down_i64", {array(flag)})});
  loop.countWord = 8;
  k.graph({loop});
  std::vector<qdc::SlotSource> slots = {array(out), array(flag), word(8)};
  if (isStoppable) {
    slots.insert(slots.begin(), {source(qdc::SlotKind::errorRecord), source(qdc::SlotKind::stopWord)});
    slots.push_back(scalar(k.scalar("site", qdc::ElementType::i64)));
  }
  for (qdc::LoopStrategy strategy : {qdc::LoopStrategy::block, qdc::LoopStrategy::grid})
    k.loopCode(0, strategy, symbol, slots);
  return package.bytes();
}

qdc::ByteVector runtime_test::loopPackage() { return packageOfLoop("loop_down", false); }

qdc::ByteVector runtime_test::stoppablePackage() { return packageOfLoop("loop_down_stoppable", true); }

/// Opens, loads, copies, launches, waits and closes.
static void runSession(Attempt &attempt, const qdc::ByteVector &package) {
  qdrt_device device = nullptr;
  qdrt_package loaded = nullptr;
  qdrt_kernel saxpy = nullptr;
  qdrt_stream stream = nullptr;
  qdrt_event start = nullptr, end = nullptr;
  qdrt_buffer x = nullptr, y = nullptr;
  attempt([&] { return qdrt_device_open_by_name(deviceUnderTest().c_str(), nullptr, &device); });
  attempt([&] { return qdrt_package_load_memory(device, package.data(), package.size(), nullptr, &loaded); });
  attempt([&] { return qdrt_package_find_kernel(loaded, "saxpy", &saxpy); });
  attempt([&] { return qdrt_stream_create(device, &stream); });
  attempt([&] { return qdrt_event_create(device, &start); });
  attempt([&] { return qdrt_event_create(device, &end); });
  attempt([&] { return qdrt_buffer_allocate(device, 16, &x); });
  // From here on memory is used again.
  qdrt_buffer_free(std::exchange(x, nullptr));
  attempt([&] { return qdrt_buffer_allocate(device, 16, &x); });
  attempt([&] { return qdrt_buffer_allocate(device, 16, &y); });
  float one = 1, values[4] = {1, 2, 3, 4};
  uint64_t wide = 0x3f80000000000000; // 0, 1
  attempt([&] { return qdrt_buffer_fill(y, 0, 16, &one, 4, stream); });
  attempt([&] { return qdrt_buffer_fill(x, 0, 16, &wide, 8, stream); });
  attempt([&] { return qdrt_buffer_copy(x, 4, x, 0, 12, stream); });
  attempt([&] { return qdrt_event_record(start, stream); });
  int64_t shape = 4;
  qdrt_argument arguments[3] = {};
  for (int index : {0, 1, 2})
    arguments[index].type = QDRT_F32;
  for (int index : {0, 1}) {
    arguments[index].rank = 1;
    arguments[index].shape = &shape;
    arguments[index].data = qdrt_buffer_address(index == 0 ? x : y);
  }
  arguments[2].value.f32 = 3;
  attempt([&] { return qdrt_kernel_launch(saxpy, arguments, stream, nullptr); });
  attempt([&] { return qdrt_stream_synchronize(device, stream); });
  attempt([&] { return qdrt_event_record(end, stream); });
  double seconds = -1;
  attempt([&] { return qdrt_event_elapsed(start, end, &seconds); });
  attempt([&] { return qdrt_stream_wait(nullptr, end); });
  attempt([&] { return qdrt_buffer_read(y, 0, values, 16, nullptr); });
  attempt([&] { return qdrt_device_synchronize(device); });
  attempt([&] { return qdrt_device_reset(device); });
  attempt.check(seconds >= 0);
  // x is 0 0 1 0.
  bool isRight = values[0] == 1 && values[1] == 1 && values[2] == 4 && values[3] == 1;
  attempt.check(isRight);
  qdrt_buffer_free(x);
  qdrt_buffer_free(y);
  qdrt_event_destroy(start);
  qdrt_event_destroy(end);
  qdrt_stream_destroy(stream);
  qdrt_package_unload(loaded);
  qdrt_device_close(device);
}

/// Kernel "k": stores n in a result, asserts that iterations are below a limit, prints a line for each of two, and adds
/// to a host array; with an assertion, prints and results a graph of several nodes.
static qdc::ByteVector everythingPackage() {
  PackageBuilder package;
  package.site(qdc::SiteKind::print, 8, "i = {}, half = {}", {qdc::ElementType::i64, qdc::ElementType::f64});
  uint32_t site = package.site(qdc::SiteKind::assertion, 17, "in range");
  KernelBuilder &k = package.kernel("k");
  uint32_t out = k.array("out", qdc::ElementType::i64, {qdc::kDynamicDimension});
  uint32_t n = k.scalar("n", qdc::ElementType::i64), limit = k.scalar("limit", qdc::ElementType::i64);
  uint32_t assertion = k.scalar("assertion", qdc::ElementType::i64), print = k.scalar("print", qdc::ElementType::i64);
  k.result(qdc::ElementType::i64, 0);
  REQUIRE(site == 1);
  k.graph({k.task("store", {word(0), scalar(n)}),
           k.task("assert_below", {source(qdc::SlotKind::errorRecord), scalar(limit), scalar(assertion)},
                  qdc::SizeExpr::constant(4)),
           k.task("print_pair", {source(qdc::SlotKind::printBuffer), scalar(print)}, qdc::SizeExpr::constant(2)),
           k.task("add_index", {array(out)}, qdc::SizeExpr::dim(out, 0))});
  return package.bytes();
}

static void countPrint(void *user, const char *, const char *, uint32_t) { ++*static_cast<int *>(user); }

/// Launches the kernel of everythingPackage() as often as a graph is built, replayed and changed.
static void runEverything(Attempt &attempt, const qdc::ByteVector &package) {
  qdrt_device device = nullptr;
  qdrt_package loaded = nullptr;
  qdrt_kernel kernel = nullptr;
  int printed = 0;
  attempt([&] { return qdrt_device_open_by_name(deviceUnderTest().c_str(), nullptr, &device); });
  attempt([&] { return qdrt_package_load_memory(device, package.data(), package.size(), nullptr, &loaded); });
  attempt([&] { return qdrt_package_find_kernel(loaded, "k", &kernel); });
  attempt([&] { return qdrt_device_set_print(device, countPrint, &printed); });
  int64_t out[3] = {}, shape = 3;
  qdrt_argument arguments[5] = {};
  for (qdrt_argument &argument : arguments)
    argument.type = QDRT_I64;
  arguments[0].rank = 1;
  arguments[0].memory = QDRT_MEMORY_HOST;
  arguments[0].shape = &shape;
  arguments[0].data = out;
  arguments[2].value.i64 = 4;
  arguments[3].value.i64 = 1;
  for (int64_t value : {7, 7, 8}) {
    arguments[1].value.i64 = value;
    std::fill(out, out + 3, 0);
    qdrt_scalar result = {};
    // A launch that fails half-way has changed what it has changed.
    attempt([&] {
      std::fill(out, out + 3, 0);
      return qdrt_kernel_launch(kernel, arguments, nullptr, nullptr);
    });
    attempt([&] { return qdrt_kernel_results(kernel, nullptr, &result, 1); });
    bool isRight = result.i64 == value && out[0] == 1 && out[2] == 3;
    attempt.check(isRight);
  }
  // An assertion that fails leaves the next launch alone.
  arguments[2].value.i64 = 3;
  if (!attempt.isOver()) {
    qdrt_status status = qdrt_kernel_launch(kernel, arguments, nullptr, nullptr);
    if (status == QDRT_OK)
      status = qdrt_device_synchronize(device);
    if (status != QDRT_ASSERTION_FAILED)
      attempt.fail(status);
    (void)qdrt_device_synchronize(device);
  }
  arguments[2].value.i64 = 4;
  attempt([&] { return qdrt_kernel_launch(kernel, arguments, nullptr, nullptr); });
  attempt([&] { return qdrt_device_synchronize(device); });
  // A failure may cost the lines of one launch.
  attempt.check(printed >= (attempt.failures.empty() ? 8 : 6));
  qdrt_package_unload(loaded);
  qdrt_device_close(device);
}

/// Launches the kernel of loopPackage() in each way.
static void runLoops(Attempt &attempt, const qdc::ByteVector &package) {
  qdrt_device device = nullptr;
  qdrt_package loaded = nullptr;
  qdrt_kernel kernel = nullptr;
  attempt([&] { return qdrt_device_open_by_name(deviceUnderTest().c_str(), nullptr, &device); });
  attempt([&] { return qdrt_package_load_memory(device, package.data(), package.size(), nullptr, &loaded); });
  attempt([&] { return qdrt_package_find_kernel(loaded, "k", &kernel); });
  int64_t out = 0, flag = 0;
  qdrt_argument arguments[3] = {};
  for (qdrt_argument &argument : arguments)
    argument.type = QDRT_I64;
  for (int index : {0, 1}) {
    arguments[index].memory = QDRT_MEMORY_HOST;
    arguments[index].data = index == 0 ? &out : &flag;
  }
  qdrt_launch_options options = {};
  options.size = sizeof(options);
  const std::vector<const char *> ofCUDA = {"grid", "graph", "block", "graph", "grid", "auto"},
                                  ofVulkan = {"block", "replay", "host", "replay", "auto"};
  for (const char *strategy : isVulkan() ? ofVulkan : ofCUDA) {
    options.loops = strategy;
    arguments[2].value.i64 += 3;
    attempt([&] {
      out = 0;
      flag = 4;
      return qdrt_kernel_launch(kernel, arguments, nullptr, &options);
    });
    qdrt_loop_info info = {};
    info.size = sizeof(info);
    attempt([&] { return qdrt_kernel_loop(kernel, 0, &info); });
    bool isRight = out == 4 && flag == 0 && info.iterations == 4;
    attempt.check(isRight);
  }
  qdrt_package_unload(loaded);
  qdrt_device_close(device);
}

/// Launches the kernel of stoppablePackage() endlessly, stops it, and launches it again.
static void runStops(Attempt &attempt, const qdc::ByteVector &package) {
  qdrt_device device = nullptr;
  qdrt_package loaded = nullptr;
  qdrt_kernel kernel = nullptr;
  qdrt_buffer out = nullptr, flag = nullptr;
  attempt([&] { return qdrt_device_open_by_name(deviceUnderTest().c_str(), nullptr, &device); });
  attempt([&] { return qdrt_package_load_memory(device, package.data(), package.size(), nullptr, &loaded); });
  attempt([&] { return qdrt_package_find_kernel(loaded, "k", &kernel); });
  attempt([&] { return qdrt_buffer_allocate(device, 8, &out); });
  attempt([&] { return qdrt_buffer_allocate(device, 8, &flag); });
  qdrt_argument arguments[4] = {};
  for (qdrt_argument &argument : arguments)
    argument.type = QDRT_I64;
  arguments[0].data = qdrt_buffer_address(out);
  arguments[1].data = qdrt_buffer_address(flag);
  arguments[2].value.i64 = 1;
  qdrt_launch_options options = {};
  options.size = sizeof(options);
  options.loops = "block";
  auto launch = [&](int64_t times) {
    attempt([&] { return qdrt_buffer_write(flag, 0, &times, 8, nullptr); });
    attempt([&] { return qdrt_kernel_launch(kernel, arguments, nullptr, &options); });
  };
  for (int round = 0; round < 3; ++round) {
    launch(INT64_MAX);
    attempt([&] { return qdrt_stream_stop(device, nullptr); });
    if (attempt.isOver())
      break;
    // Of a wait that fails the second one tells how the launch ended.
    qdrt_status status = qdrt_device_synchronize(device);
    if (status != QDRT_STOPPED) {
      attempt.fail(status);
      status = qdrt_device_synchronize(device);
    }
    attempt.check(status == QDRT_STOPPED);
    int64_t before = 0, after = 0;
    attempt([&] { return qdrt_buffer_read(out, 0, &before, 8, nullptr); });
    launch(3);
    attempt([&] { return qdrt_device_synchronize(device); });
    attempt([&] { return qdrt_buffer_read(out, 0, &after, 8, nullptr); });
    attempt.check(after == before + 3);
  }
  qdrt_buffer_free(out);
  qdrt_buffer_free(flag);
  qdrt_package_unload(loaded);
  qdrt_device_close(device);
}

std::vector<DriverSession> runtime_test::driverSessions() {
  auto session = [](const char *name, void (*run)(Attempt &, const qdc::ByteVector &), qdc::ByteVector package) {
    return DriverSession{name, [=](Attempt &attempt) { run(attempt, package); }};
  };
  return {session("one launch", runSession, saxpyPackage()), session("everything", runEverything, everythingPackage()),
          session("loops", runLoops, loopPackage()), session("stops", runStops, stoppablePackage())};
}
