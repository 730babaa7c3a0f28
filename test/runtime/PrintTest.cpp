//===- PrintTest.cpp - Lines that kernels print ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <algorithm>
#include <optional>

using namespace qdc;
using namespace runtime_test;

namespace {
struct Printed {
  std::vector<std::string> lines;
  std::string file;
  uint32_t line = 0;

  static void receive(void *user, const char *text, const char *file, uint32_t line) {
    auto *self = static_cast<Printed *>(user);
    self->lines.push_back(text);
    self->file = file;
    self->line = line;
  }
};

struct Setup {
  qdrt::Device device = openDevice();
  Printed printed;
  std::optional<qdrt::Package> loaded;

  Setup() {
    PackageBuilder package;
    package.site(SiteKind::print, 8, "i = {}, half = {}!", {ElementType::i64, ElementType::f64});
    KernelBuilder &k = package.kernel("k");
    uint32_t n = k.scalar("n", ElementType::i64), site = k.scalar("site", ElementType::i64);
    k.graph({k.task("print_pair", {source(SlotKind::printBuffer), scalar(site)}, SizeExpr::scalar(n))});
    loaded.emplace(device, package.bytes());
    REQUIRE(qdrt_device_set_print(device.get(), Printed::receive, &printed) == QDRT_OK);
  }
  void print(int64_t count, int64_t site = 0) {
    loaded->kernel("k")(count, site);
    device.synchronize();
  }
};
} // namespace

TEST_CASE_METHOD(Setup, "a printed line has its values in place and its source", "[results]") {
  print(3);
  // Iterations run in any order.
  std::sort(printed.lines.begin(), printed.lines.end());
  CHECK(printed.lines == std::vector<std::string>{"i = 0, half = 0!", "i = 1, half = 0.5!", "i = 2, half = 1!"});
  CHECK(printed.file == "test.qir");
  CHECK(printed.line == 8);
  // The buffer is empty again.
  printed.lines.clear();
  print(1);
  CHECK(printed.lines.size() == 1);
  print(0);
  CHECK(printed.lines.size() == 1);
  CHECK(loaded->kernel("k").counters().dropped_prints == 0);
}

TEST_CASE_METHOD(Setup, "lines that do not fit are counted", "[results]") {
  print(100000);
  CHECK(printed.lines.size() == 16384);
  CHECK(loaded->kernel("k").counters().dropped_prints == 100000 - 16384);
  printed.lines.clear();
  print(2);
  CHECK(printed.lines.size() == 2);
  CHECK(loaded->kernel("k").counters().dropped_prints == 0);
}

TEST_CASE_METHOD(Setup, "a record of an unknown site is an error, and the next launch prints", "[results]") {
  CHECK_THROWS_STATUS(print(1, 55), QDRT_INVALID_PACKAGE, "the print buffer holds a record that the package's sites");
  print(1);
  CHECK(printed.lines.size() == 1);
}

TEST_CASE_METHOD(Setup, "a print function that throws is found out, and the next launch prints", "[results]") {
  auto thrower = [](void *, const char *, const char *, uint32_t) { throw 7; };
  REQUIRE(qdrt_device_set_print(device.get(), thrower, nullptr) == QDRT_OK);
  CHECK_THROWS_STATUS(print(2), QDRT_INTERNAL, "an exception was thrown inside libqdrt or by a print function");
  if (isCPU()) {
    auto info = sized<qdrt_failure_info>();
    CHECK_FAILS(qdrt_kernel_failure(loaded->kernel("k").get(), nullptr, &info), QDRT_INVALID_ARGUMENT,
                "was not launched on this stream");
  }
  REQUIRE(qdrt_device_set_print(device.get(), Printed::receive, &printed) == QDRT_OK);
  print(1);
  CHECK(printed.lines == std::vector<std::string>{"i = 0, half = 0!"});
}
