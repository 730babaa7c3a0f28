//===- WrapperTest.cpp - What qdrt.hpp does beyond qdrt.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which C++ values fit which arguments and results. wrapper/ has what compiles,
// and what does not.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

using namespace qdc;
using namespace runtime_test;

/// Kernel "copy" adds the word `from` to the word `to`.
static ByteVector copyPackage(ElementType type = ElementType::i64) {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("copy");
  uint32_t to = k.array("to", type, {kDynamicDimension}),
           from = k.array("from", type, {kDynamicDimension}, Access::read);
  k.graph({k.task("add_word", {array(to), array(from)})});
  return package.bytes();
}

/// Kernel "store" returns its argument.
static ByteVector storePackage(ElementType type, Signedness signedness = Signedness::signedInteger) {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("store");
  uint32_t value = k.scalar("value", type, signedness);
  k.result(type, 0);
  k.graph({k.task("store", {word(0), scalar(value)})});
  return package.bytes();
}

TEST_CASE("what is const is read and never written", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, copyPackage());
  qdrt::Kernel copy = package.kernel("copy");
  std::vector<int64_t> to = {1};
  const std::vector<int64_t> from = {4};
  const std::string refusal = "argument 'to' of kernel 'copy' is written, and is given as const or as a temporary; it "
                              "takes memory that may change";
  copy(to, from);
  CHECK(to[0] == 5);
  copy(to, std::vector<int64_t>{10});
  CHECK(to[0] == 15);
  // Everything that can be const.
  const std::array<int64_t, 1> fixed = {7};
  const int64_t plain[1] = {7};
  const qdrt::Array<int64_t> ofDevice(device, {1}, from);
  CHECK_THROWS_STATUS(copy(from, to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(std::vector<int64_t>{1}, to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(fixed, to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(plain, to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(std::span<const int64_t>(to), from), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(qdrt::Span<const int64_t>(to), from), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(ofDevice, to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(qdrt::View(from), to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(copy(qdrt::View(from.data(), {1}, QDRT_MEMORY_HOST), to), QDRT_INVALID_ARGUMENT, refusal);
  CHECK(from[0] == 4);
  CHECK(fixed[0] == 7);
  CHECK(plain[0] == 7);
  CHECK(ofDevice.read()[0] == 4);
  // All of them can be read, and what looks at memory that may change can be const itself.
  const std::span<int64_t> span(to);
  const qdrt::View view(to);
  copy(span, fixed);
  copy(qdrt::Span<int64_t>(to), plain);
  copy(view, ofDevice);
  CHECK(to[0] == 15 + 7 + 7 + 4);
}

TEST_CASE("integers fit scalars of any integer type that holds them", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package indices(device, storePackage(ElementType::index)), bytes(device, storePackage(ElementType::i8)),
      naturals(device, storePackage(ElementType::i16, Signedness::unsignedInteger)),
      flags(device, storePackage(ElementType::i1));
  auto store = [](const qdrt::Package &package, auto value) {
    package.kernel("store")(value);
    return package.kernel("store").result<decltype(value)>();
  };
  auto storeIndex = [&](auto value) {
    indices.kernel("store")(value);
    return indices.kernel("store").result<int64_t>();
  };
  CHECK(storeIndex(int64_t{1} << 40) == int64_t{1} << 40);
  CHECK(storeIndex(-3) == -3);
  CHECK(storeIndex(size_t{5}) == 5);
  CHECK(storeIndex(int8_t{-1}) == -1);
  CHECK(storeIndex(uint8_t{255}) == 255);
  CHECK(storeIndex(std::numeric_limits<int64_t>::min()) == std::numeric_limits<int64_t>::min());
  CHECK_THROWS_STATUS(storeIndex(uint64_t{1} << 63), QDRT_INVALID_ARGUMENT,
                      "argument 'value' of kernel 'store' is given a value that 'index' does not hold");
  CHECK(store(bytes, int8_t{-128}) == -128);
  bytes.kernel("store")(-128);
  CHECK(bytes.kernel("store").result<int8_t>() == -128);
  bytes.kernel("store")(127u);
  CHECK(bytes.kernel("store").result<int8_t>() == 127);
  for (int value : {-129, 128})
    CHECK_THROWS_STATUS(bytes.kernel("store")(value), QDRT_INVALID_ARGUMENT, "a value that 'i8' does not hold");
  // Of the same size they are the same bits, as qdrt.h has it.
  bytes.kernel("store")(uint8_t{255});
  CHECK(bytes.kernel("store").result<int8_t>() == -1);
  naturals.kernel("store")(65535);
  CHECK(naturals.kernel("store").result<uint16_t>() == 65535);
  for (int value : {-1, 65536})
    CHECK_THROWS_STATUS(naturals.kernel("store")(value), QDRT_INVALID_ARGUMENT, "a value that 'i16' does not hold");
  // No floating-point number is an integer, and nothing is a truth value but a bool.
  CHECK(store(flags, true));
  CHECK_THROWS_STATUS(flags.kernel("store")(1), QDRT_INVALID_ARGUMENT,
                      "argument 'value' of kernel 'store' is given as 'i32'; it takes 'i1'");
  CHECK_THROWS_STATUS(indices.kernel("store")(1.0), QDRT_INVALID_ARGUMENT, "is given as 'f64'; it takes 'index'");
  CHECK_THROWS_STATUS(indices.kernel("store")(true), QDRT_INVALID_ARGUMENT, "is given as 'i1'; it takes 'index'");
  CHECK_THROWS_STATUS(indices.kernel("store")(1.0f), QDRT_INVALID_ARGUMENT, "is given as 'f32'; it takes 'index'");
  CHECK_THROWS_STATUS(naturals.kernel("store")(2.5), QDRT_INVALID_ARGUMENT,
                      "argument 'value' of kernel 'store' is given as 'f64'; it takes 'i16'");
  CHECK_THROWS_STATUS(flags.kernel("store")(1.0), QDRT_INVALID_ARGUMENT, "is given as 'f64'; it takes 'i1'");
  // Bits of another type are no integer.
  const qdrt::View half = qdrt::View(uint16_t{1}).as(QDRT_F16);
  CHECK_THROWS_STATUS(naturals.kernel("store")(half), QDRT_INVALID_ARGUMENT, "is given as 'f16'; it takes 'i16'");
}

/// What the kernel "store" of a package makes of a scalar.
template <typename Float, typename Given>
static Float stored(const qdrt::Package &package, Given value) {
  package.kernel("store")(value);
  return package.kernel("store").result<Float>();
}

TEST_CASE("a double is rounded once to the nearest float, and a float is a double", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package floats(device, storePackage(ElementType::f32)), doubles(device, storePackage(ElementType::f64)),
      halves(device, storePackage(ElementType::f16));
  const float infinity = std::numeric_limits<float>::infinity(), most = std::numeric_limits<float>::max();
  CHECK(stored<float>(floats, 2.5) == 2.5f);
  CHECK(stored<float>(floats, 0.1) == 0.1f);
  // Halfway between two floats, to the even one, and a little above; subnormal; rounded to zero.
  CHECK(stored<float>(floats, 1 + std::ldexp(1.0, -24)) == 1.0f);
  CHECK(stored<float>(floats, 1 + std::ldexp(1.0, -24) + std::ldexp(1.0, -50)) == 1 + std::ldexp(1.0f, -23));
  CHECK(stored<float>(floats, std::ldexp(1.0, -149)) == std::ldexp(1.0f, -149));
  CHECK(std::signbit(stored<float>(floats, -std::ldexp(1.0, -200))));
  CHECK(stored<float>(floats, 3.4028235e38) == most);
  CHECK(stored<float>(floats, double{infinity}) == infinity);
  CHECK(std::isnan(stored<float>(floats, std::numeric_limits<double>::quiet_NaN())));
  for (double value : {3.5e38, -1e300, std::numeric_limits<double>::max()})
    CHECK_THROWS_STATUS(floats.kernel("store")(value), QDRT_INVALID_ARGUMENT,
                        "argument 'value' of kernel 'store' is given a value that 'f32' does not hold");
  CHECK(stored<double>(doubles, 0.1f) == double{0.1f});
  CHECK(stored<double>(doubles, -infinity) == double{-infinity});
  CHECK_THROWS_STATUS(floats.kernel("store")(true), QDRT_INVALID_ARGUMENT, "is given as 'i1'; it takes 'f32'");
  // C++17 has no type of 16 bits.
  CHECK_THROWS_STATUS(halves.kernel("store")(2.5), QDRT_INVALID_ARGUMENT, "is given as 'f64'; it takes 'f16'");
  CHECK_THROWS_STATUS(halves.kernel("store")(2), QDRT_INVALID_ARGUMENT, "is given as 'i32'; it takes 'f16'");
}

TEST_CASE("an integer is a float or a double that is the same", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package floats(device, storePackage(ElementType::f32)), doubles(device, storePackage(ElementType::f64));
  CHECK(stored<float>(floats, 1) == 1);
  CHECK(stored<float>(floats, -16777216) == -16777216);
  CHECK(stored<float>(floats, 33554432u) == 33554432);
  CHECK(stored<float>(floats, 0) == 0);
  CHECK(stored<float>(floats, uint64_t{1} << 63) == std::ldexp(1.0f, 63));
  CHECK(stored<float>(floats, std::numeric_limits<int64_t>::min()) == -std::ldexp(1.0f, 63));
  CHECK(stored<float>(floats, uint8_t{255}) == 255);
  CHECK(stored<double>(doubles, (int64_t{1} << 53) - 1) == 9007199254740991.0);
  for (int value : {16777217, -16777217, 33554433})
    CHECK_THROWS_STATUS(floats.kernel("store")(value), QDRT_INVALID_ARGUMENT,
                        "argument 'value' of kernel 'store' is given a value that 'f32' does not hold");
  CHECK_THROWS_STATUS(floats.kernel("store")(std::numeric_limits<uint64_t>::max()), QDRT_INVALID_ARGUMENT, "'f32'");
  CHECK_THROWS_STATUS(doubles.kernel("store")((int64_t{1} << 53) + 1), QDRT_INVALID_ARGUMENT,
                      "is given a value that 'f64' does not hold");
}

TEST_CASE("a container has the extents that it is viewed with", "[results]") {
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("copy");
  uint32_t to = k.array("to", ElementType::i64, {kDynamicDimension, 3}),
           from = k.array("from", ElementType::i64, {kDynamicDimension, kDynamicDimension, 1}, Access::read);
  k.graph({k.task("add_word", {array(to), array(from)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Kernel copy = package.kernel("copy");
  std::vector<int64_t> values(6);
  const std::vector<int64_t> fixed = {7, 8};
  copy(qdrt::View(values, {2, 3}), qdrt::View(fixed, {2, 1, 1}));
  copy(qdrt::View(values, {2, 3}), qdrt::View(std::array<int64_t, 1>{5}, {1, 1, 1}));
  CHECK(values == std::vector<int64_t>{12, 0, 0, 0, 0, 0});
  CHECK_THROWS_STATUS(copy(values, qdrt::View(fixed, {2, 1, 1})), QDRT_INVALID_ARGUMENT,
                      "argument 'to' of kernel 'copy' has rank 1; it takes rank 2");
  CHECK_THROWS_STATUS(copy(qdrt::View(fixed, {0, 3}), values), QDRT_INVALID_ARGUMENT,
                      "a host array of 2 elements is given the extents (0 x 3)");
  CHECK_THROWS_STATUS(qdrt::View(values, {2, 2}), QDRT_INVALID_ARGUMENT,
                      "a host array of 6 elements is given the extents (2 x 2)");
  CHECK_THROWS_STATUS(qdrt::View(values, {-2, -3}), QDRT_INVALID_ARGUMENT, "(-2 x -3)");
  CHECK_THROWS_STATUS(qdrt::View(values, {int64_t{1} << 62, 4, 6}), QDRT_INVALID_ARGUMENT, "6 elements");
  CHECK_THROWS_STATUS(qdrt::View(values, {}), QDRT_INVALID_ARGUMENT, "()");
  const std::vector<int64_t> none;
  CHECK(qdrt::View(none, {std::numeric_limits<int64_t>::max(), 4, 0}).get().rank == 3);
  // What is const is only read, also in another shape.
  CHECK_THROWS_STATUS(copy(qdrt::View(std::vector<int64_t>(3), {1, 3}), qdrt::View(fixed, {2, 1, 1})),
                      QDRT_INVALID_ARGUMENT, "'to' of kernel 'copy' is written, and is given as const");
}

TEST_CASE("arrays of 64-bit integers fit arrays of index", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, copyPackage(ElementType::index));
  std::vector<int64_t> to = {1}, from = {2};
  qdrt::Array<int64_t> onDevice(device, {1}, from);
  package.kernel("copy")(to, onDevice);
  CHECK(to[0] == 3);
  std::vector<int32_t> narrow = {1};
  CHECK_THROWS_STATUS(package.kernel("copy")(to, narrow), QDRT_INVALID_ARGUMENT, "given as 'i32'; it takes 'index'");
}

TEST_CASE("scalars and arrays are not taken for each other") {
  qdrt::Device device = openDevice();
  qdrt::Package copies(device, copyPackage()), stores(device, storePackage(ElementType::i64));
  std::vector<int64_t> values = {1};
  CHECK_THROWS_STATUS(copies.kernel("copy")(values, int64_t{1}), QDRT_INVALID_ARGUMENT,
                      "argument 'from' of kernel 'copy' is an array, and is given a scalar");
  CHECK_THROWS_STATUS(stores.kernel("store")(values), QDRT_INVALID_ARGUMENT,
                      "argument 'value' of kernel 'store' is a scalar, and is given an array");
}

TEST_CASE("a result is taken as what it is", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package doubles(device, storePackage(ElementType::f64)), indices(device, storePackage(ElementType::index)),
      halves(device, storePackage(ElementType::f16)), flags(device, storePackage(ElementType::i1));
  doubles.kernel("store")(2.5);
  CHECK(doubles.kernel("store").result<double>() == 2.5);
  CHECK_THROWS_STATUS(doubles.kernel("store").result<int64_t>(), QDRT_INVALID_ARGUMENT,
                      "result 0 of kernel 'store' is 'f64'; it can't be taken as 'i64'");
  CHECK_THROWS_STATUS(doubles.kernel("store").result<float>(), QDRT_INVALID_ARGUMENT, "can't be taken as 'f32'");
  CHECK_THROWS_STATUS(doubles.kernel("store").result<double>(1), QDRT_INVALID_ARGUMENT, "result 1 does not exist");
  indices.kernel("store")(-7);
  CHECK(indices.kernel("store").result<int64_t>() == -7);
  CHECK_THROWS_STATUS(indices.kernel("store").result<double>(), QDRT_INVALID_ARGUMENT, "can't be taken as 'f64'");
  CHECK_THROWS_STATUS(indices.kernel("store").result<int32_t>(), QDRT_INVALID_ARGUMENT, "can't be taken as 'i32'");
  halves.kernel("store")(qdrt::View(uint16_t{0x3c00}).as(QDRT_F16));
  CHECK(halves.kernel("store").result<uint16_t>() == 0x3c00);
  CHECK_THROWS_STATUS(halves.kernel("store").result<int16_t>(), QDRT_INVALID_ARGUMENT, "is 'f16'");
  flags.kernel("store")(true);
  CHECK(flags.kernel("store").result<bool>());
  CHECK_THROWS_STATUS(flags.kernel("store").result<uint8_t>(), QDRT_INVALID_ARGUMENT, "is 'i1'");
}

TEST_CASE("the options of a launch say its ordinal", "[results]") {
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("ordinal");
  k.result(ElementType::i64, 0);
  k.graph({k.task("store", {word(0), source(SlotKind::launchOrdinal)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Kernel ordinal = package.kernel("ordinal");
  auto launched = [&](const qdrt::LaunchOptions &options) {
    ordinal.launch(options);
    return ordinal.result<uint64_t>();
  };
  CHECK(launched({}) == 0);
  CHECK(launched({.ordinal = 77}) == 77);
  CHECK(launched({.ordinal = 0}) == 0);
  CHECK(launched({}) == 3);
}

TEST_CASE("the options of a package say its target and variant") {
  PackageBuilder builder;
  builder.kernel("empty");
  builder.image(anyTarget());
  builder.image(anyTarget()).variant = "bounds";
  const ByteVector bytes = builder.bytes();
  qdrt::Device device = openDevice();
  auto chosen = [&](const qdrt::PackageOptions &options) {
    qdrt::Package package(device, bytes, options);
    auto info = sized<qdrt_image_info>();
    qdrt::check(qdrt_package_image(package.get(), 1, &info));
    return info.chosen;
  };
  CHECK(chosen({}) == 0);
  CHECK(chosen({anyTarget(), "bounds"}) == 1);
  CHECK_THROWS_STATUS(chosen({{}, "float"}), QDRT_INCOMPATIBLE, "'float'");
  CHECK_THROWS_STATUS(chosen({"cpu:none", {}}), QDRT_INCOMPATIBLE, "'cpu:none'");
}

TEST_CASE("a wrong number of arguments names the kernel") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  CHECK_THROWS_STATUS(package.kernel("saxpy")(1), QDRT_INVALID_ARGUMENT, "kernel 'saxpy' takes 3 arguments, not 1");
  CHECK_THROWS_STATUS(qdrt::Kernel(nullptr)(1), QDRT_INVALID_ARGUMENT, "'kernel'");
}
