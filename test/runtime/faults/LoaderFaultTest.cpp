//===- LoaderFaultTest.cpp - The loader with each point failing -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scenarios use the C interface and memory of their own stack or of a fixture:
// whatever they allocated would be a point as well.
//
//===----------------------------------------------------------------------===//
#include "EveryPoint.h"
#include "FaultPackage.h"
#include "Faults.h"

#include "Runtime/API/DLPack.h"
#include "TemporaryDirectory.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

static constexpr int64_t kLong = 200000; // iterations that are shared by threads

namespace {
/// Opens and closes what most scenarios need; the scenario's own code stands in between.
struct Opened {
  qdrt_device device = nullptr;
  qdrt_package package = nullptr;

  bool openDevice(Attempt &attempt, uint32_t threads = 2) {
    qdrt_device_options options = {};
    options.size = sizeof(options);
    options.thread_count = threads;
    return attempt([&] { return qdrt_device_open(QDRT_CPU, 0, &options, &device); });
  }
  bool loadPackage(Attempt &attempt, const qdc::ByteVector &bytes) {
    return attempt([&] { return qdrt_package_load_memory(device, bytes.data(), bytes.size(), nullptr, &package); });
  }
  qdrt_kernel find(Attempt &attempt, const char *name) {
    qdrt_kernel kernel = nullptr;
    attempt([&] { return qdrt_package_find_kernel(package, name, &kernel); });
    return kernel;
  }
  ~Opened() {
    qdrt_package_unload(package);
    qdrt_device_close(device);
  }
};
} // namespace

template <typename T>
static T sized() {
  T value = {};
  value.size = sizeof(T);
  return value;
}

static qdrt_argument scalar(int64_t value) {
  qdrt_argument argument = {};
  argument.type = QDRT_I64;
  argument.value.i64 = value;
  return argument;
}

static qdrt_argument hostArray(int64_t *data, const int64_t *shape) {
  qdrt_argument argument = {};
  argument.type = QDRT_I64;
  argument.rank = 1;
  argument.memory = QDRT_MEMORY_HOST;
  argument.shape = shape;
  argument.data = data;
  return argument;
}

/// Launches "count" and checks its result.
static void launchCount(Attempt &attempt, qdrt_kernel kernel, qdrt_stream stream, int64_t n) {
  qdrt_argument arguments[] = {scalar(n), scalar(1), scalar(0)};
  qdrt_scalar result = {};
  attempt([&] { return qdrt_kernel_launch(kernel, arguments, stream, nullptr); });
  attempt([&] { return qdrt_kernel_results(kernel, stream, &result, 1); });
  attempt.expect(result.i64 == 2, "a kernel gave another result");
}

static void ignorePrint(void *, const char *, const char *, uint32_t) {}

TEST_CASE("devices: every point fails") {
  // The list is made once, for the life of the process.
  REQUIRE(qdrt_device_count() >= 2);
  failEveryPoint("devices", [](Attempt &attempt) {
    attempt.begin();
    // A count of 0 is a failure: each backend has a row.
    attempt([] { return qdrt_device_count() != 0 ? QDRT_OK : QDRT_OUT_OF_MEMORY; });
    auto info = sized<qdrt_device_info>();
    attempt([&] { return qdrt_device_query(0, &info); });
    qdrt_device device = nullptr;
    if (attempt([&] { return qdrt_device_open_by_name("cpu", nullptr, &device); })) {
      attempt([&] { return qdrt_device_describe(device, &info); });
      attempt([&] { return qdrt_device_synchronize(device); });
      attempt([&] { return qdrt_device_reset(device); });
    }
    qdrt_device_close(device);
  });
}

/// 0 if the list of devices is made with `point` failing, or once more after it; 1 if not; 2 if there is no such point.
static int firstUse(long point) {
  faults::arm(point);
  bool isMade = qdrt_device_count() != 0;
  faults::Report report = faults::disarm();
  if (!report.failed)
    return isMade ? 2 : 1;
  return (isMade || qdrt_last_error() == std::string_view("out of host memory")) && qdrt_device_count() != 0 ? 0 : 1;
}

// Of a process that did nothing before: CMakeLists.txt runs it alone.
TEST_CASE("the first use in a process: every point fails", "[.first-use]") {
  long number = 1;
  for (int result = 0; result == 0; ++number) {
    pid_t child = fork();
    if (child == 0)
      _exit(firstUse(number));
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    result = WEXITSTATUS(status);
    INFO("point " << number);
    REQUIRE(result != 1);
  }
  std::printf("first use: %ld points failed\n", number - 2);
  CHECK(number > 3);
}

TEST_CASE("a package from memory, described: every point fails") {
  const qdc::ByteVector bytes = makeFaultPackage();
  failEveryPoint("package from memory", [&](Attempt &attempt) {
    Opened opened;
    attempt.begin();
    if (!opened.openDevice(attempt) || !opened.loadPackage(attempt, bytes))
      return;
    auto image = sized<qdrt_image_info>();
    attempt([&] { return qdrt_package_image(opened.package, 0, &image); });
    auto global = sized<qdrt_global_info>();
    attempt([&] { return qdrt_package_global(opened.package, 0, &global); });
    attempt([&] { return qdrt_package_find_global(opened.package, "table", &global); });
    int16_t table[3] = {};
    attempt([&] { return qdrt_package_read_global(opened.package, "table", table, sizeof(table), nullptr); });
    attempt.expect(table[2] == 0x0707, "a global has not its value");
    attempt([&] { return qdrt_package_write_global(opened.package, "table", table, sizeof(table), nullptr); });
    int64_t shared = 0;
    attempt([&] { return qdrt_package_bind_global(opened.package, "shared", &shared, sizeof(shared)); });
    qdrt_kernel kernel = opened.find(attempt, "count");
    auto argument = sized<qdrt_argument_info>();
    attempt([&] { return qdrt_kernel_argument(kernel, 0, &argument); });
    uint32_t index = 0;
    attempt([&] { return qdrt_kernel_find_argument(kernel, "zero", &index); });
    attempt.expect(index == 2, "an argument is not where it was");
    auto loop = sized<qdrt_loop_info>();
    attempt([&] { return qdrt_kernel_loop(kernel, 0, &loop); });
    auto counters = sized<qdrt_counters>();
    attempt([&] { return qdrt_kernel_counters(kernel, &counters); });
  });
}

TEST_CASE("a package from a file: every point fails") {
  qdc::TemporaryDirectory folder;
  const std::string path = folder / "a.fatbin";
  REQUIRE(qdc::writeFileAtomically(path, makeSmallPackage()).ok());
  failEveryPoint("package from a file", [&](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt))
      return;
    attempt.begin();
    attempt([&] { return qdrt_package_load(opened.device, path.c_str(), nullptr, &opened.package); });
  });
}

TEST_CASE("a package is written and loaded in spite of interrupted and partial transfers") {
  qdc::TemporaryDirectory folder;
  const std::string path = folder / "a.fatbin";
  const qdc::ByteVector bytes = makeFaultPackage();
  Attempt attempt(0);
  Opened opened;
  REQUIRE(opened.openDevice(attempt));
  faults::disturbFiles(true);
  qdc::Status written = qdc::writeFileAtomically(path, bytes);
  // Copied to a file in memory for the dynamic linker, too.
  attempt([&] { return qdrt_package_load(opened.device, path.c_str(), nullptr, &opened.package); });
  faults::disturbFiles(false);
  CHECK(written.ok());
  CHECK(qdc::readFileBytes(path).ok());
  CHECK(*qdc::readFileBytes(path) == bytes);
  CHECK(attempt.status == QDRT_OK);
  launchCount(attempt, opened.find(attempt, "count"), nullptr, 0);
  CHECK((attempt.wrong ? attempt.wrong : "") == std::string_view());
}

TEST_CASE("buffers and tensors: every point fails") {
  failEveryPoint("buffers", [](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt))
      return;
    attempt.begin();
    qdrt_buffer a = nullptr, b = nullptr;
    struct DLManagedTensor *tensor = nullptr;
    attempt([&] { return qdrt_buffer_allocate(opened.device, 64, &a); });
    attempt([&] { return qdrt_buffer_allocate(opened.device, 64, &b); });
    int64_t value = 5, shape = 8;
    attempt([&] { return qdrt_buffer_fill(a, 0, 64, &value, 8, nullptr); });
    attempt([&] { return qdrt_buffer_copy(b, 0, a, 0, 64, nullptr); });
    value = 0;
    attempt([&] { return qdrt_buffer_read(b, 56, &value, 8, nullptr); });
    attempt.expect(value == 5, "a buffer has not what was copied into it");
    attempt([&] { return qdrt_buffer_write(b, 0, &value, 8, nullptr); });
    qdrt_argument argument = {};
    attempt([&] { return qdrt_buffer_to_dlpack(b, 0, QDRT_I64, 1, &shape, &tensor); });
    attempt([&] { return qdrt_argument_from_dlpack(opened.device, tensor, &argument); });
    if (tensor)
      tensor->deleter(tensor);
    qdrt_buffer_free(a);
    qdrt_buffer_free(b);
  });
}

TEST_CASE("streams and events: every point fails") {
  failEveryPoint("streams", [](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt))
      return;
    attempt.begin();
    qdrt_stream stream = nullptr;
    qdrt_event start = nullptr, end = nullptr;
    double seconds = -1;
    attempt([&] { return qdrt_stream_create(opened.device, &stream); });
    attempt([&] { return qdrt_event_create(opened.device, &start); });
    attempt([&] { return qdrt_event_create(opened.device, &end); });
    attempt([&] { return qdrt_event_record(start, stream); });
    attempt([&] { return qdrt_stream_wait(nullptr, start); });
    attempt([&] { return qdrt_event_record(end, stream); });
    attempt([&] { return qdrt_event_synchronize(end); });
    attempt([&] { return qdrt_stream_synchronize(opened.device, stream); });
    attempt([&] { return qdrt_event_elapsed(start, end, &seconds); });
    attempt.expect(seconds >= 0, "no time passed between two events");
    qdrt_event_destroy(start);
    qdrt_event_destroy(end);
    qdrt_stream_destroy(stream);
  });
}

TEST_CASE("launches: every point fails") {
  const qdc::ByteVector bytes = makeFaultPackage();
  failEveryPoint("launches", [&](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt) || !opened.loadPackage(attempt, bytes))
      return;
    attempt.begin();
    attempt([&] { return qdrt_device_set_print(opened.device, ignorePrint, nullptr); });
    qdrt_kernel kernel = opened.find(attempt, "count");
    qdrt_stream stream = nullptr;
    attempt([&] { return qdrt_stream_create(opened.device, &stream); });
    // The first launch, one with other code, one with a larger workspace, one on another stream.
    launchCount(attempt, kernel, nullptr, 1);
    launchCount(attempt, kernel, nullptr, 3);
    launchCount(attempt, kernel, nullptr, 200);
    launchCount(attempt, kernel, stream, 2);
    qdrt_buffer memory = nullptr;
    if (attempt([&] { return qdrt_buffer_allocate(opened.device, 64, &memory); }))
      attempt([&] { return qdrt_workspace_bind(kernel, stream, memory, 0, 64); });
    qdrt_buffer_free(memory);
    launchCount(attempt, kernel, stream, 2);
    attempt([&] { return qdrt_device_reset(opened.device); });
    launchCount(attempt, kernel, nullptr, 2);
    qdrt_stream_destroy(stream);
  });
}

/// Launches "sized" and checks its result.
static void launchSized(Attempt &attempt, qdrt_kernel kernel, int64_t n) {
  qdrt_argument arguments[] = {scalar(n), scalar(n + 1)};
  qdrt_scalar result = {};
  attempt([&] { return qdrt_kernel_launch(kernel, arguments, nullptr, nullptr); });
  attempt([&] { return qdrt_kernel_results(kernel, nullptr, &result, 1); });
  attempt.expect(result.i64 == n + 1, "a temporary held another number");
}

TEST_CASE("sizes that tasks compute: every point fails, and launches that need no more pass none") {
  const qdc::ByteVector bytes = makeSizedPackage();
  failEveryPoint("sizes", [&](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt) || !opened.loadPackage(attempt, bytes))
      return;
    attempt.begin();
    qdrt_kernel kernel = opened.find(attempt, "sized");
    for (int64_t n : {2, 50, 3})
      launchSized(attempt, kernel, n);
  });
  Attempt attempt(0);
  Opened opened;
  REQUIRE(opened.openDevice(attempt));
  REQUIRE(opened.loadPackage(attempt, bytes));
  qdrt_kernel kernel = opened.find(attempt, "sized");
  launchSized(attempt, kernel, 50);
  faults::arm(0);
  launchSized(attempt, kernel, 50);
  CHECK(faults::disarm().points == 0);
  CHECK(attempt.status == QDRT_OK);
}

TEST_CASE("an assertion that fails: every point fails") {
  const qdc::ByteVector bytes = makeFaultPackage();
  failEveryPoint("assertion", [&](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt) || !opened.loadPackage(attempt, bytes))
      return;
    attempt.begin();
    qdrt_kernel kernel = opened.find(attempt, "fail_from");
    // An assertion that fails is what this scenario calls a success; the record must be empty afterwards.
    for (int64_t limit : {3, 10, 4}) {
      qdrt_argument arguments[] = {scalar(limit), scalar(kAssertionSite)};
      qdrt_status expected = limit == 10 ? QDRT_OK : QDRT_ASSERTION_FAILED;
      attempt([&] {
        qdrt_status status = qdrt_kernel_launch(kernel, arguments, nullptr, nullptr);
        if (status != expected)
          return status == QDRT_OK ? QDRT_INTERNAL : status;
        // Where memory lacks for the message alone, the status is right all the same.
        bool isTold = status == QDRT_OK || std::strstr(qdrt_last_error(), "index is in range");
        attempt.expect(isTold || qdrt_last_error() == std::string_view("out of host memory, also for the message"),
                       "an assertion's message is another one");
        return isTold ? QDRT_OK : QDRT_OUT_OF_MEMORY;
      });
    }
    auto failure = sized<qdrt_failure_info>();
    attempt([&] { return qdrt_kernel_failure(kernel, nullptr, &failure); });
    attempt.expect(failure.iteration == 4 && failure.line == 17, "the failure has another place");
  });
}

TEST_CASE("host arrays and threads: every point fails") {
  const qdc::ByteVector bytes = makeFaultPackage();
  std::vector<int64_t> out(kLong);
  failEveryPoint("threads", [&](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt, 4) || !opened.loadPackage(attempt, bytes))
      return;
    attempt.begin();
    std::fill(out.begin(), out.end(), 0);
    qdrt_kernel kernel = opened.find(attempt, "add_index");
    qdrt_argument argument = hostArray(out.data(), &kLong);
    for (int launch = 0; launch < 2; ++launch)
      attempt([&] { return qdrt_kernel_launch(kernel, &argument, nullptr, nullptr); });
    for (int64_t index = 0; index < kLong; ++index)
      attempt.expect(out[static_cast<size_t>(index)] == 2 * (index + 1), "an iteration ran another number of times");
  });
}

/// Launches "tally" on as many zeros, and checks the only bin that counts any.
static void launchTally(Attempt &attempt, qdrt_kernel kernel, std::vector<int64_t> &bins, int64_t binCount,
                        std::vector<int64_t> &zeros) {
  const int64_t n = static_cast<int64_t>(zeros.size());
  qdrt_argument arguments[] = {hostArray(bins.data(), &binCount), hostArray(zeros.data(), &n)};
  int64_t before = bins[0];
  if (attempt([&] { return qdrt_kernel_launch(kernel, arguments, nullptr, nullptr); }))
    attempt.expect(bins[0] == before + n, "a value was counted another number of times");
}

TEST_CASE("copies for each thread: every point fails") {
  const qdc::ByteVector bytes = makeTallyPackage();
  std::vector<int64_t> zeros(kLong), bins(1000);
  failEveryPoint("copies", [&](Attempt &attempt) {
    Opened opened;
    if (!opened.openDevice(attempt, 3) || !opened.loadPackage(attempt, bytes))
      return;
    attempt.begin();
    qdrt_kernel kernel = opened.find(attempt, "tally");
    for (int64_t binCount : {10, 1000, 20})
      launchTally(attempt, kernel, bins, binCount, zeros);
    auto counters = sized<qdrt_counters>();
    attempt([&] { return qdrt_kernel_counters(kernel, &counters); });
    attempt.expect(counters.private_tasks == 1, "atomics were used");
  });
}

TEST_CASE("copies that fit are used again without passing a point") {
  const qdc::ByteVector bytes = makeTallyPackage();
  std::vector<int64_t> zeros(kLong), bins(1000);
  Attempt attempt(0);
  Opened opened;
  REQUIRE(opened.openDevice(attempt, 3));
  REQUIRE(opened.loadPackage(attempt, bytes));
  qdrt_kernel kernel = opened.find(attempt, "tally");
  launchTally(attempt, kernel, bins, 1000, zeros);
  faults::arm(0);
  launchTally(attempt, kernel, bins, 1000, zeros);
  launchTally(attempt, kernel, bins, 10, zeros);
  CHECK(faults::disarm().points == 0);
  CHECK(attempt.status == QDRT_OK);
  CHECK(bins[0] == 3 * kLong);
}

TEST_CASE("after the first launch, launches pass no point") {
  const qdc::ByteVector bytes = makeFaultPackage();
  std::vector<int64_t> out(kLong), other(kLong);
  Attempt attempt(0);
  Opened opened;
  REQUIRE(opened.openDevice(attempt, 3));
  REQUIRE(opened.loadPackage(attempt, bytes));
  qdrt_kernel index = opened.find(attempt, "add_index"), count = opened.find(attempt, "count");
  qdrt_argument arrays = hostArray(out.data(), &kLong);
  qdrt_argument scalars[] = {scalar(0), scalar(1), scalar(0)};
  qdrt_scalar result = {};
  auto launch = [&] {
    REQUIRE(qdrt_kernel_launch(index, &arrays, nullptr, nullptr) == QDRT_OK);
    REQUIRE(qdrt_kernel_launch(count, scalars, nullptr, nullptr) == QDRT_OK);
    REQUIRE(qdrt_kernel_results(count, nullptr, &result, 1) == QDRT_OK);
  };
  launch();
  auto pointsOf = [&](const qdrt_argument &array) {
    arrays = array;
    faults::arm(0);
    qdrt_status status = qdrt_kernel_launch(index, &arrays, nullptr, nullptr);
    if (status == QDRT_OK)
      status = qdrt_kernel_launch(count, scalars, nullptr, nullptr);
    if (status == QDRT_OK)
      status = qdrt_kernel_results(count, nullptr, &result, 1);
    faults::Report report = faults::disarm();
    REQUIRE(status == QDRT_OK);
    return report.points;
  };
  CHECK(pointsOf(arrays) == 0);
  // Another array, another extent, and a task that runs in the caller's thread.
  const int64_t half = kLong / 2, few = 10;
  CHECK(pointsOf(hostArray(other.data(), &kLong)) == 0);
  CHECK(pointsOf(hostArray(other.data(), &half)) == 0);
  CHECK(pointsOf(hostArray(other.data(), &few)) == 0);
  // The count is one of something: a first launch has points.
  REQUIRE(qdrt_device_reset(opened.device) == QDRT_OK);
  CHECK(pointsOf(hostArray(other.data(), &few)) > 0);
}

/// Opens, launches and closes once. The round decides about arguments and the order of closing.
static void useOnce(Attempt &attempt, const qdc::ByteVector &bytes, std::vector<int64_t> &out, int round) {
  Opened opened;
  if (!opened.openDevice(attempt, 3) || !opened.loadPackage(attempt, bytes))
    return;
  attempt([&] { return qdrt_device_set_print(opened.device, ignorePrint, nullptr); });
  qdrt_stream stream = nullptr;
  attempt([&] { return qdrt_stream_create(opened.device, &stream); });
  launchCount(attempt, opened.find(attempt, "count"), stream, round % 5);
  qdrt_argument array = hostArray(out.data(), &kLong);
  qdrt_kernel kernel = opened.find(attempt, "add_index");
  attempt([&] { return qdrt_kernel_launch(kernel, &array, stream, nullptr); });
  // What is still in use keeps what it needs.
  if (round % 2)
    qdrt_device_close(std::exchange(opened.device, nullptr));
  qdrt_stream_destroy(stream);
}

TEST_CASE("nothing is left of a thousand devices, packages and launches") {
  const qdc::ByteVector bytes = makeFaultPackage();
  std::vector<int64_t> out(kLong);
  auto countFiles = [] {
    auto entries = std::filesystem::directory_iterator("/proc/self/fd");
    return std::distance(begin(entries), end(entries));
  };
  Attempt attempt(0);
  useOnce(attempt, bytes, out, 0); // makes what lives as long as the process
  const auto files = countFiles();
  const faults::Live before = faults::live();
  for (int round = 1; round < 1000; ++round)
    useOnce(attempt, bytes, out, round);
  const faults::Live after = faults::live();
  checkNothingLost(before, after);
  CHECK(countFiles() == files);
  CHECK(attempt.status == QDRT_OK);
  CHECK((attempt.wrong ? attempt.wrong : "") == std::string_view());
  CHECK(out[1] == 2000);
}
