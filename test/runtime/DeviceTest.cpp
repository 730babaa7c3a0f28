//===- DeviceTest.cpp - Devices, versions, errors -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>
#include <set>

using namespace runtime_test;

TEST_CASE("the library has the version of the header") {
  CHECK(qdrt_version() == (QDRT_VERSION_MAJOR << 16 | QDRT_VERSION_MINOR));
}

TEST_CASE("every status and type has a name") {
  CHECK(qdrt_status_name(QDRT_OK) == std::string("QDRT_OK"));
  CHECK(qdrt_status_name(QDRT_DEVICE_LOST) == std::string("QDRT_DEVICE_LOST"));
  for (int status = QDRT_OK; status <= QDRT_DEVICE_LOST; ++status)
    CHECK_THAT(qdrt_status_name(static_cast<qdrt_status>(status)), Catch::Matchers::StartsWith("QDRT_"));
  CHECK(qdrt_status_name(static_cast<qdrt_status>(QDRT_ADSTACK_OVERFLOW + 1)) == std::string("unknown status"));
  CHECK(qdrt_status_name(static_cast<qdrt_status>(99)) == std::string("unknown status"));
  const std::pair<const char *, uint64_t> types[] = {{"i1", 1},    {"i8", 1},  {"i16", 2},  {"i32", 4}, {"i64", 8},
                                                     {"index", 8}, {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};
  for (int type = QDRT_I1; type <= QDRT_F64; ++type) {
    CHECK(qdrt_type_name(static_cast<qdrt_type>(type)) == std::string(types[type].first));
    CHECK(qdrt_type_bytes(static_cast<qdrt_type>(type)) == types[type].second);
  }
  CHECK(qdrt_type_name(static_cast<qdrt_type>(99)) == std::string("?"));
  CHECK(qdrt_type_bytes(static_cast<qdrt_type>(99)) == 0);
}

TEST_CASE("each strategy for loops has a name, once") {
  CHECK(qdrt_loop_strategy_name(0) == std::string("host"));
  std::set<std::string> names;
  for (uint32_t index = 0; const char *name = qdrt_loop_strategy_name(index); ++index)
    CHECK(names.insert(name).second);
  for (const char *name : {"graph", "replay", "block", "grid"})
    CHECK(names.contains(name));
  CHECK(qdrt_loop_strategy_name(static_cast<uint32_t>(names.size())) == nullptr);
  CHECK(qdrt_loop_strategy_name(UINT32_MAX) == nullptr);
}

TEST_CASE("the list of devices has the device under test") {
  bool found = false;
  for (uint32_t row = 0; row < qdrt_device_count(); ++row) {
    auto info = sized<qdrt_device_info>();
    REQUIRE(qdrt_device_query(row, &info) == QDRT_OK);
    CHECK(info.name != std::string());
    if (info.spelling == deviceUnderTest()) {
      found = true;
      CHECK(info.unavailable == nullptr);
    }
  }
  CHECK(found);
  auto info = sized<qdrt_device_info>();
  CHECK_FAILS(qdrt_device_query(1000, &info), QDRT_INVALID_ARGUMENT, "device row 1000 does not exist");
}

TEST_CASE("a device that does not exist is refused by name") {
  qdrt_device device = nullptr;
  CHECK_FAILS(qdrt_device_open_by_name("abacus", nullptr, &device), QDRT_INVALID_ARGUMENT,
              "there is no device 'abacus'; there are 'cpu'");
  CHECK_FAILS(qdrt_device_open_by_name("vulkan:9", nullptr, &device), QDRT_NO_DEVICE,
              "there is no device 'vulkan:9'; there are 'cpu'");
  CHECK_FAILS(qdrt_device_open(QDRT_CPU, 7, nullptr, &device), QDRT_NO_DEVICE, "backend 'cpu' has no device 7");
  CHECK_FAILS(qdrt_device_open(static_cast<qdrt_backend>(42), 0, nullptr, &device), QDRT_INVALID_ARGUMENT,
              "backend 42 does not exist");
  CHECK(device == nullptr);
}

TEST_CASE("a struct says its size") {
  qdrt_device device = nullptr;
  qdrt_device_options options = {};
  CHECK_FAILS(qdrt_device_open_by_name(deviceUnderTest().c_str(), &options, &device), QDRT_INVALID_ARGUMENT,
              "qdrt_device_options.size is 0; set it to sizeof(qdrt_device_options)");
  qdrt_device_info info = {};
  CHECK_FAILS(qdrt_device_query(0, &info), QDRT_INVALID_ARGUMENT, "qdrt_device_info.size is 0");
  // A size that was never set is not taken for one of a later version.
  options.size = info.size = SIZE_MAX;
  CHECK_FAILS(qdrt_device_open_by_name(deviceUnderTest().c_str(), &options, &device), QDRT_INVALID_ARGUMENT,
              "qdrt_device_options.size is 18446744073709551615; set it to sizeof(qdrt_device_options)");
  CHECK_FAILS(qdrt_device_query(0, &info), QDRT_INVALID_ARGUMENT, "qdrt_device_info.size is 18446744073709551615");

  struct {
    qdrt_device_options options;
    uint64_t later;
  } newer = {};
  newer.options.size = sizeof(newer);
  CHECK(qdrt_device_open_by_name(deviceUnderTest().c_str(), &newer.options, &device) == QDRT_OK);
  qdrt_device_close(device);
  newer.later = 1;
  CHECK_FAILS(qdrt_device_open_by_name(deviceUnderTest().c_str(), &newer.options, &device), QDRT_UNSUPPORTED,
              "qdrt_device_options sets a field that this version of libqdrt does not have");
}

TEST_CASE("an older caller's struct is filled as far as it goes") {
  auto info = sized<qdrt_device_info>();
  info.size = offsetof(qdrt_device_info, spelling);
  info.spelling = "untouched";
  REQUIRE(qdrt_device_query(0, &info) == QDRT_OK);
  CHECK(info.spelling == std::string("untouched"));
  CHECK(info.name != nullptr);
}

TEST_CASE("the number of threads comes from the option, then the environment") {
  if (!isCPU())
    return;
  CHECK(openDevice(3).describe().thread_count == 3);
  setenv("QDRT_THREADS", "5", 1);
  CHECK(openDevice(3).describe().thread_count == 3);
  CHECK(openDevice(0).describe().thread_count == 5);
  for (const char *wrong : {"many", "0", "-1", "3 ", "4097", "99999999999999"}) {
    setenv("QDRT_THREADS", wrong, 1);
    CHECK_THROWS_STATUS(openDevice(0), QDRT_INVALID_ARGUMENT,
                        std::string("environment variable 'QDRT_THREADS' is '") + wrong +
                            "'; it takes a number of threads from 1 to 4096");
  }
  // The list still has the device, with that reason; an option wins over the variable.
  auto info = sized<qdrt_device_info>();
  REQUIRE(qdrt_device_query(0, &info) == QDRT_OK);
  CHECK(info.spelling == std::string("cpu"));
  CHECK(info.unavailable == std::string("environment variable 'QDRT_THREADS' is '99999999999999'; it takes a number "
                                        "of threads from 1 to 4096"));
  CHECK(info.thread_count == 0);
  CHECK(openDevice(3).describe().thread_count == 3);
  unsetenv("QDRT_THREADS");
  REQUIRE(qdrt_device_query(0, &info) == QDRT_OK);
  CHECK(info.unavailable == nullptr);
  CHECK(info.thread_count >= 1);
  CHECK(openDevice(0).describe().thread_count >= 1);
  CHECK_THROWS_STATUS(openDevice(5000), QDRT_INVALID_ARGUMENT, "thread_count is 5000; a CPU device takes at most 4096");
}

TEST_CASE("an environment variable that graphs do not take keeps devices closed") {
  qdrt_device device = nullptr;
  // The whole suite may run with the variable set.
  const char *set = getenv("QDRT_GRAPH");
  const std::string before = set ? set : "";
  for (const char *wrong : {"2", "yes", "00", " 1"}) {
    setenv("QDRT_GRAPH", wrong, 1);
    CHECK_FAILS(qdrt_device_open_by_name(deviceUnderTest().c_str(), nullptr, &device), QDRT_INVALID_ARGUMENT,
                std::string("environment variable 'QDRT_GRAPH' is '") + wrong + "'; it takes 0 or 1");
  }
  setenv("QDRT_GRAPH", "", 1);
  CHECK(qdrt_device_open_by_name(deviceUnderTest().c_str(), nullptr, &device) == QDRT_OK);
  qdrt_device_close(device);
  setenv("QDRT_GRAPH", before.c_str(), 1);
}

TEST_CASE("NULL is refused by the parameter's name, and accepted where a handle is freed") {
  qdrt_device device = nullptr;
  auto info = sized<qdrt_device_info>();
  CHECK_FAILS(qdrt_device_open(QDRT_CPU, 0, nullptr, nullptr), QDRT_INVALID_ARGUMENT,
              "qdrt_device_open: parameter 'device' must not be NULL");
  CHECK_FAILS(qdrt_device_open_by_name(nullptr, nullptr, &device), QDRT_INVALID_ARGUMENT, "'spelling'");
  CHECK_FAILS(qdrt_device_open_by_name("cpu", nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_device_query(0, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_device_describe(nullptr, &info), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_device_describe(openDevice().get(), nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_device_synchronize(nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_device_reset(nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_device_set_print(nullptr, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  qdrt_device_close(nullptr);
}

TEST_CASE("the CPU has no native devices and streams to adopt") {
  int native = 0;
  qdrt_device device = nullptr;
  qdrt_stream stream = nullptr;
  qdrt_native_device brought = {};
  CHECK_FAILS(qdrt_device_adopt(&brought, nullptr, &device), QDRT_INVALID_ARGUMENT,
              "qdrt_native_device.size is 0; set it to sizeof(qdrt_native_device)");
  brought.size = sizeof(brought);
  CHECK_FAILS(qdrt_device_adopt(&brought, nullptr, &device), QDRT_UNSUPPORTED,
              "backend 'cpu' takes no native device; qdrt_device_open opens its devices");
  brought.kind = static_cast<qdrt_backend>(42);
  CHECK_FAILS(qdrt_device_adopt(&brought, nullptr, &device), QDRT_INVALID_ARGUMENT,
              "qdrt_native_device.kind is 42; it takes ");
  // What a later version may have after the fields that this one knows.
  struct Longer {
    qdrt_native_device known;
    uint64_t more;
  } longer = {{sizeof(Longer), QDRT_CPU, {}}, 1};
  CHECK_FAILS(qdrt_device_adopt(&longer.known, nullptr, &device), QDRT_UNSUPPORTED,
              "qdrt_native_device sets a field that this version of libqdrt does not have");
  CHECK_FAILS(qdrt_stream_adopt(qdrt::Device::open("cpu").get(), &native, &stream), QDRT_UNSUPPORTED,
              "device 'cpu' has no streams to adopt; qdrt_stream_create makes one");
  CHECK_FAILS(qdrt_device_adopt(nullptr, nullptr, &device), QDRT_INVALID_ARGUMENT, "'native'");
  CHECK_FAILS(qdrt_device_adopt(&brought, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_stream_adopt(nullptr, &native, &stream), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_stream_adopt(openDevice().get(), &native, nullptr), QDRT_INVALID_ARGUMENT, "'stream'");
}

TEST_CASE("a child keeps a closed device alive") {
  qdrt_buffer buffer = nullptr;
  {
    qdrt::Device device = openDevice();
    REQUIRE(qdrt_buffer_allocate(device.get(), 8, &buffer) == QDRT_OK);
  }
  int64_t value = 5, back = 0;
  CHECK(qdrt_buffer_write(buffer, 0, &value, 8, nullptr) == QDRT_OK);
  CHECK(qdrt_buffer_read(buffer, 0, &back, 8, nullptr) == QDRT_OK);
  CHECK(back == 5);
  qdrt_buffer_free(buffer);
}
