//===- ModulesTest.cpp - Packages of several modules ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>

using namespace qdc;
using namespace runtime_test;

namespace {

/// A module whose things have the same numbers as those of any other made so: global 0, sites 0 (an assertion) and 1 (a
/// print), and kernel 0, which adds `by` to the global, checks and prints.
void fillModule(PackageBuilder &module, const std::string &name, uint32_t line, int64_t start) {
  Global total{
      .name = name + "_total", .type = ElementType::i64, .shape = {}, .initial = GlobalInitial::data, .dataOffset = 8};
  module.global(std::move(total));
  std::vector<std::byte> data(16);
  std::memcpy(data.data() + 8, &start, sizeof(start));
  module.data(data);
  uint32_t assertion = module.site(SiteKind::assertion, line, name + " is in range");
  uint32_t print = module.site(SiteKind::print, line + 1, name + " {} {}", {ElementType::i64, ElementType::f64});
  // Private, so that both modules may have it.
  uint32_t hidden = module.global({.name = "hidden", .type = ElementType::i64, .shape = {}, .isPublic = false});
  KernelBuilder &k = module.kernel(name);
  uint32_t by = k.scalar("by", ElementType::i64), n = k.scalar("n", ElementType::i64);
  uint32_t a = k.scalar("assertion", ElementType::i64), p = k.scalar("print", ElementType::i64);
  k.graph({k.task("add", {global(0), scalar(by)}), k.task("add", {global(hidden), scalar(by)}),
           k.task("assert_below", {source(SlotKind::errorRecord), scalar(n), scalar(a)}, SizeExpr::constant(4)),
           k.task("print_pair", {source(SlotKind::printBuffer), scalar(p)})});
  CHECK((assertion == 0 && print == 1));
}

struct Printed {
  std::vector<std::string> lines;
  uint32_t line = 0;
  static void receive(void *user, const char *text, const char *, uint32_t line) {
    auto self = static_cast<Printed *>(user);
    self->lines.push_back(text);
    self->line = line;
  }
};

int64_t readTotal(const qdrt::Package &package, const char *name) {
  int64_t value[1] = {-1};
  package.readGlobal<int64_t>(name, value);
  return value[0];
}

} // namespace

TEST_CASE("each module of a package has its own globals, sites and kernels", "[results]") {
  PackageBuilder north, south;
  fillModule(north, "north", 10, 100);
  fillModule(south, "south", 20, 200);
  qdrt::Device device = openDevice();
  qdrt::Package package(device, packageOf({&north, &south}));
  Printed printed;
  REQUIRE(qdrt_device_set_print(device.get(), Printed::receive, &printed) == QDRT_OK);
  auto run = [&](const char *name, int64_t by, int64_t n) {
    package.kernel(name)(by, n, int64_t{0}, int64_t{1});
    device.synchronize();
  };

  CHECK(qdrt_package_kernel_count(package.get()) == 2);
  CHECK(readTotal(package, "north_total") == 100);
  CHECK(readTotal(package, "south_total") == 200);
  run("south", 7, 4);
  CHECK(readTotal(package, "north_total") == 100);
  CHECK(readTotal(package, "south_total") == 207);
  CHECK(printed.lines == std::vector<std::string>{"south 0 0"});
  CHECK(printed.line == 21);
  run("north", 1, 4);
  CHECK(readTotal(package, "north_total") == 101);
  CHECK(readTotal(package, "south_total") == 207);
  CHECK(printed.lines == std::vector<std::string>{"south 0 0", "north 0 0"});
  CHECK(printed.line == 11);
  CHECK_THROWS_STATUS(run("south", 1, 3), QDRT_ASSERTION_FAILED,
                      "test.qir:20:5: assertion failed: south is in range (iteration 3)");
  CHECK_THROWS_STATUS(run("north", 1, 3), QDRT_ASSERTION_FAILED,
                      "test.qir:10:5: assertion failed: north is in range (iteration 3)");
}

TEST_CASE("callers find the kernels and globals of all modules, in their order", "[results]") {
  PackageBuilder north, south;
  fillModule(north, "north", 10, 1);
  fillModule(south, "south", 20, 2);
  south.global({.name = "outside", .type = ElementType::i64, .shape = {}, .isExternal = true});
  KernelBuilder &k = south.kernel("use");
  uint32_t by = k.scalar("by", ElementType::i64);
  k.graph({k.task("add", {global(2), scalar(by)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, packageOf({&north, &south}));
  qdrt_kernel kernel = nullptr;
  REQUIRE(qdrt_package_kernel(package.get(), 2, &kernel) == QDRT_OK);
  CHECK(qdrt_kernel_name(kernel) == std::string("use"));
  CHECK_FAILS(qdrt_package_find_kernel(package.get(), "west", &kernel), QDRT_NOT_FOUND,
              "the package has no kernel 'west'; there are 'north', 'south', 'use'");
  auto info = sized<qdrt_global_info>();
  REQUIRE(qdrt_package_global_count(package.get()) == 3);
  REQUIRE(qdrt_package_global(package.get(), 1, &info) == QDRT_OK);
  CHECK(info.name == std::string("south_total"));
  CHECK_FAILS(qdrt_package_find_global(package.get(), "hidden", &info), QDRT_NOT_FOUND,
              "there are 'north_total', 'south_total', 'outside'");

  // What is bound belongs to one module, and overlaps globals of none.
  qdrt::Array<int64_t> memory(device, {});
  CHECK_THROWS_STATUS(package.kernel("use")(int64_t{1}), QDRT_INVALID_ARGUMENT,
                      "global 'outside' of kernel 'use' is external and not bound");
  REQUIRE(qdrt_package_find_global(package.get(), "north_total", &info) == QDRT_OK);
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "outside", info.address, 8), QDRT_INVALID_ARGUMENT,
              "overlaps global 'north_total'");
  int64_t start[1] = {40};
  REQUIRE(qdrt_package_bind_global(package.get(), "outside", memory.address(), 8) == QDRT_OK);
  package.writeGlobal<int64_t>("outside", start);
  package.kernel("use")(int64_t{2});
  device.synchronize();
  CHECK(readTotal(package, "outside") == 42);
}

TEST_CASE("each module has an image of its own") {
  PackageBuilder north, south;
  fillModule(north, "north", 10, 1);
  fillModule(south, "south", 20, 2);
  north.image(anyTarget());
  south.image("hip:gfx942");
  Image &other = south.image(anyTarget());
  qdrt::Device device = openDevice();
  {
    qdrt::Package package(device, packageOf({&north, &south}));
    REQUIRE(qdrt_package_image_count(package.get()) == 3);
    for (uint32_t index = 0; index < 3; ++index) {
      auto info = sized<qdrt_image_info>();
      REQUIRE(qdrt_package_image(package.get(), index, &info) == QDRT_OK);
      CHECK(info.chosen == (index != 1));
      CHECK(info.target == (index == 1 ? "hip:gfx942" : anyTarget()));
    }
    auto info = sized<qdrt_image_info>();
    CHECK_FAILS(qdrt_package_image(package.get(), 3, &info), QDRT_INVALID_ARGUMENT,
                "image 3 does not exist; there are 3");
  }
  other.variant = "bounds";
  CHECK_THROWS_STATUS(qdrt::Package(device, packageOf({&north, &south})), QDRT_INCOMPATIBLE,
                      "no image of module 1 of the package can be used on device '" + deviceUnderTest() + "'");
}

TEST_CASE("code of modules that has the same names is kept apart", "[results]") {
  auto fill = [](PackageBuilder &module, const char *name) {
    KernelBuilder &k = module.kernel(name);
    uint32_t p = k.array("p", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
    k.graph({k.task("store", {array(p), scalar(value)})});
  };
  PackageBuilder once, twice;
  fill(once, "once");
  fill(twice, "twice");
  twice.code(imageFile("store_double"));
  qdrt::Device device = openDevice();
  qdrt::Package package(device, packageOf({&once, &twice}));
  for (auto [name, expected] : {std::pair("once", 21), std::pair("twice", 42)}) {
    int64_t value = 0;
    package.kernel(name)(qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{21});
    CHECK(value == expected);
  }
}
