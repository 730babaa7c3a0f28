//===- GlobalsTest.cpp - State that lives as long as a package ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>
#include <thread>

using namespace qdc;
using namespace runtime_test;

/// Globals of every kind; kernel "count" adds a scalar to "counter", kernel "outside" to the external "shared".
static ByteVector makePackage() {
  PackageBuilder package;
  uint32_t counter = package.global(zeroGlobal("counter", ElementType::i64, {}));
  package.global(splatGlobal("ones", ElementType::f32, {2, 3}, 0x3f800000));
  package.global(
      {.name = "table", .type = ElementType::i16, .shape = {3}, .initial = GlobalInitial::data, .dataOffset = 2});
  Global fixed = splatGlobal("fixed", ElementType::i64, {}, 5);
  fixed.isConstant = true;
  package.global(std::move(fixed));
  package.global({.name = "hidden", .type = ElementType::i8, .shape = {}, .isPublic = false});
  uint32_t external = package.global({.name = "shared", .type = ElementType::i64, .shape = {}, .isExternal = true});
  package.global(zeroGlobal("empty", ElementType::i64, {0}));
  std::vector<std::byte> data(8);
  int16_t values[] = {-1, 7, 8, 9};
  std::memcpy(data.data(), values, 8);
  package.data(data);

  for (auto [name, index] : {std::pair("count", counter), std::pair("outside", external)}) {
    KernelBuilder &k = package.kernel(name);
    uint32_t by = k.scalar("by", ElementType::i64);
    k.graph({k.task("add", {global(index), scalar(by)})});
  }
  KernelBuilder &k = package.kernel("copy");
  uint32_t to = k.array("to", ElementType::i64, {});
  k.graph({k.task("copy_word", {array(to), global(counter)})});
  return package.bytes();
}

TEST_CASE("globals have their initial values and are reached by name") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makePackage());
  float ones[6];
  package.readGlobal<float>("ones", ones);
  for (float value : ones)
    CHECK(value == 1);
  int16_t table[3];
  package.readGlobal<int16_t>("table", table);
  CHECK(table[0] == 7);
  CHECK(table[2] == 9);
  int64_t counter[1] = {-1};
  package.readGlobal<int64_t>("counter", counter);
  CHECK(counter[0] == 0);
  package.readGlobal<int64_t>("empty", {});

  CHECK(qdrt_package_global_count(package.get()) == 6);
  auto info = sized<qdrt_global_info>();
  REQUIRE(qdrt_package_global(package.get(), 1, &info) == QDRT_OK);
  CHECK(info.name == std::string("ones"));
  CHECK(info.type == QDRT_F32);
  CHECK(info.rank == 2);
  CHECK(info.shape[1] == 3);
  CHECK(info.bytes == 24);
  CHECK(info.address != nullptr);
  CHECK(info.is_external == 0);
  REQUIRE(qdrt_package_find_global(package.get(), "shared", &info) == QDRT_OK);
  CHECK(info.address == nullptr);
  CHECK(info.is_external == 1);
  CHECK_FAILS(qdrt_package_global(package.get(), 6, &info), QDRT_INVALID_ARGUMENT,
              "public global 6 does not exist; there are 6");
  CHECK_FAILS(
      qdrt_package_find_global(package.get(), "hidden", &info), QDRT_NOT_FOUND,
      "the package has no public global 'hidden'; there are 'counter', 'ones', 'table', 'fixed', 'shared', 'empty'");
  CHECK_FAILS(qdrt_package_read_global(package.get(), "ones", ones, 23, nullptr), QDRT_INVALID_ARGUMENT,
              "global 'ones' has 24 bytes, not 23");
  CHECK_FAILS(qdrt_package_read_global(package.get(), "one", ones, 23, nullptr), QDRT_NOT_FOUND, "'one'");
  CHECK_FAILS(qdrt_package_write_global(package.get(), "one", ones, 23, nullptr), QDRT_NOT_FOUND, "'one'");
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "one", ones, 23), QDRT_NOT_FOUND, "'one'");
}

TEST_CASE("a global keeps its value between launches, apart from other loads of the package", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makePackage()), other(device, makePackage());
  package.kernel("count")(int64_t{3});
  package.kernel("count")(int64_t{4});
  other.kernel("count")(int64_t{100});
  int64_t value = 0;
  package.readGlobal<int64_t>("counter", {&value, 1});
  CHECK(value == 7);
  value = 50;
  package.writeGlobal<int64_t>("counter", {&value, 1});
  package.kernel("count")(int64_t{1});
  package.kernel("copy")(qdrt::View(&value, {}, QDRT_MEMORY_HOST));
  CHECK(value == 51);
}

TEST_CASE("a constant global is read, not written") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makePackage());
  int64_t value = 6;
  CHECK_FAILS(qdrt_package_write_global(package.get(), "fixed", &value, sizeof(value), nullptr), QDRT_INVALID_ARGUMENT,
              "global 'fixed' is constant; only globals without 'constant' are written");
  package.readGlobal<int64_t>("fixed", {&value, 1});
  CHECK(value == 5);
}

TEST_CASE("an external global that only a loop's flag reads is bound before a launch too") {
  PackageBuilder builder;
  const uint32_t site = builder.site(SiteKind::loop, 1, "");
  const uint32_t go = builder.global({.name = "go", .type = ElementType::i64, .shape = {}, .isExternal = true});
  KernelBuilder &k = builder.kernel("k");
  const uint32_t n = k.scalar("n", ElementType::i64);
  k.graph({doWhile(site, {FlagKind::global, go}, {k.task("store", {word(0), scalar(n)})})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  CHECK_THROWS_STATUS(package.kernel("k")(int64_t{1}), QDRT_INVALID_ARGUMENT,
                      "global 'go' of kernel 'k' is external and not bound");
}

TEST_CASE("an external global is bound before a launch, and may be bound anew", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makePackage());
  qdrt::Kernel outside = package.kernel("outside");
  CHECK_THROWS_STATUS(outside(int64_t{1}), QDRT_INVALID_ARGUMENT,
                      "global 'shared' of kernel 'outside' is external and not bound");
  int64_t value = 0;
  CHECK_THROWS_STATUS(package.readGlobal<int64_t>("shared", {&value, 1}), QDRT_INVALID_ARGUMENT,
                      "global 'shared' is external and not bound");
  qdrt::Array<int64_t> a(device, {2}), b(device, {1});
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "shared", a.address(), 7), QDRT_INVALID_ARGUMENT,
              "global 'shared' has 8 bytes; the memory to bind has 7");
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "shared", reinterpret_cast<char *>(a.address()) + 4, 8),
              QDRT_INVALID_ARGUMENT, "can't be bound to an address that is not a multiple of 8");
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "counter", a.address(), 8), QDRT_INVALID_ARGUMENT,
              "global 'counter' belongs to the package");
  auto info = sized<qdrt_global_info>();
  REQUIRE(qdrt_package_find_global(package.get(), "counter", &info) == QDRT_OK);
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "shared", info.address, 8), QDRT_INVALID_ARGUMENT,
              "global 'shared' can't be bound to memory that overlaps global 'counter'");
  REQUIRE(qdrt_package_bind_global(package.get(), "shared", a.address(), 16) == QDRT_OK);
  outside(int64_t{1});
  outside(int64_t{2});
  REQUIRE(qdrt_package_bind_global(package.get(), "shared", b.address(), 8) == QDRT_OK);
  outside(int64_t{4});
  CHECK(a.read()[0] == 3);
  CHECK(b.read()[0] == 4);
  // Two packages share state.
  qdrt::Package other(device, makePackage());
  REQUIRE(qdrt_package_bind_global(other.get(), "shared", b.address(), 8) == QDRT_OK);
  other.kernel("outside")(int64_t{10});
  CHECK(b.read()[0] == 14);
}

TEST_CASE("a global without elements overlaps nothing") {
  PackageBuilder builder;
  builder.kernel("empty");
  builder.global({.name = "pair", .type = ElementType::i64, .shape = {2}, .isExternal = true});
  builder.global({.name = "nothing", .type = ElementType::i64, .shape = {0}, .isExternal = true});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes()), other(device, builder.bytes());
  qdrt::Array<int64_t> memory(device, {2});
  int64_t *first = memory.address(), *second = first + 1;
  REQUIRE(qdrt_package_bind_global(package.get(), "pair", first, 16) == QDRT_OK);
  // Inside of the other, where it ends, and in memory that belongs to nobody.
  for (int64_t *address : {second, first, first + 2, reinterpret_cast<int64_t *>(64)})
    CHECK(qdrt_package_bind_global(package.get(), "nothing", address, 0) == QDRT_OK);
  REQUIRE(qdrt_package_bind_global(other.get(), "nothing", second, 0) == QDRT_OK);
  CHECK(qdrt_package_bind_global(other.get(), "pair", first, 16) == QDRT_OK);
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "nothing", reinterpret_cast<char *>(first) + 4, 0),
              QDRT_INVALID_ARGUMENT, "is not a multiple of 8");
}

TEST_CASE("an array must not overlap a global that one of the two writes") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makePackage());
  auto info = sized<qdrt_global_info>();
  REQUIRE(qdrt_package_find_global(package.get(), "counter", &info) == QDRT_OK);
  auto *counter = static_cast<int64_t *>(info.address);
  CHECK_THROWS_STATUS(package.kernel("copy")(qdrt::View(counter, {}, QDRT_MEMORY_DEVICE)), QDRT_INVALID_ARGUMENT,
                      "argument 'to' of kernel 'copy' overlaps global 'counter', and one of the two is written");
}

TEST_CASE("a global is described while another thread binds it") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makePackage());
  qdrt::Array<int64_t> one(device, {}), other(device, {});
  const void *first = one.address(), *second = other.address();
  std::thread binder([&] {
    for (int round = 0; round < 500; ++round)
      if (qdrt_package_bind_global(package.get(), "shared", round % 2 ? one.address() : other.address(), 8) != QDRT_OK)
        std::abort();
  });
  auto info = sized<qdrt_global_info>();
  for (int round = 0; round < 500; ++round) {
    REQUIRE(qdrt_package_find_global(package.get(), "shared", &info) == QDRT_OK);
    REQUIRE((!info.address || info.address == first || info.address == second));
  }
  binder.join();
}

TEST_CASE("a global that no memory holds is an error that names it") {
  PackageBuilder package;
  package.global(zeroGlobal("universe", ElementType::i8, {int64_t{1} << 62}));
  qdrt::Device device = openDevice();
  CHECK_THROWS_STATUS(qdrt::Package(device, package.bytes()), QDRT_OUT_OF_MEMORY,
                      "global 'universe': cannot allocate 4611686018427387904 bytes on");
}

TEST_CASE("globals refuse NULL") {
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, makePackage());
  qdrt_package package = loaded.get();
  auto info = sized<qdrt_global_info>();
  int64_t value = 0;
  CHECK_FAILS(qdrt_package_global(nullptr, 0, &info), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_global(package, 0, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_package_find_global(nullptr, "x", &info), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_find_global(package, nullptr, &info), QDRT_INVALID_ARGUMENT, "'name'");
  CHECK_FAILS(qdrt_package_find_global(package, "x", nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_package_bind_global(nullptr, "x", &value, 8), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_bind_global(package, nullptr, &value, 8), QDRT_INVALID_ARGUMENT, "'name'");
  CHECK_FAILS(qdrt_package_bind_global(package, "x", nullptr, 8), QDRT_INVALID_ARGUMENT, "'address'");
  CHECK_FAILS(qdrt_package_read_global(nullptr, "x", &value, 8, nullptr), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_read_global(package, nullptr, &value, 8, nullptr), QDRT_INVALID_ARGUMENT, "'name'");
  CHECK_FAILS(qdrt_package_read_global(package, "x", nullptr, 8, nullptr), QDRT_INVALID_ARGUMENT, "'to'");
  CHECK_FAILS(qdrt_package_write_global(nullptr, "x", &value, 8, nullptr), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_write_global(package, nullptr, &value, 8, nullptr), QDRT_INVALID_ARGUMENT, "'name'");
  CHECK_FAILS(qdrt_package_write_global(package, "x", nullptr, 8, nullptr), QDRT_INVALID_ARGUMENT, "'from'");
  CHECK(qdrt_package_global_count(nullptr) == 0);
}
