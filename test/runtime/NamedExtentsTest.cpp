//===- NamedExtentsTest.cpp - Extents that arguments agree on -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <array>

using namespace qdc;
using namespace runtime_test;

static SizeExpr sum(const SizeExpr &a, const SizeExpr &b) { return SizeExpr::binary(SizeExprKind::add, a, b); }
static SizeExpr product(int64_t factor, const SizeExpr &a) {
  return SizeExpr::binary(SizeExprKind::mul, SizeExpr::constant(factor), a);
}

/// Kernel "k" with x of n by m, r of n + 1, s of k * 4611686018427387904 + m, t of 3, and a scalar k.
static ByteVector makePackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t x = k.array("x", ElementType::f32, {kDynamicDimension, kDynamicDimension}, Access::read);
  uint32_t r = k.array("r", ElementType::i64, {kDynamicDimension});
  uint32_t s = k.array("s", ElementType::i8, {kDynamicDimension}, Access::read);
  uint32_t t = k.array("t", ElementType::i8, {kDynamicDimension, kDynamicDimension}, Access::read);
  uint32_t count = k.scalar("count", ElementType::i32);
  SizeExpr n = SizeExpr::dim(x, 0), m = SizeExpr::dim(x, 1);
  k.dims(x, {{"n", n}, {"m", m}});
  k.dims(r, {{"n + 1", sum(n, SizeExpr::constant(1))}});
  k.dims(s, {{"4611686018427387904 * count + m", sum(product(int64_t(1) << 62, SizeExpr::scalar(count)), m)}});
  k.dims(t, {{"3", SizeExpr::constant(3)}, {"?", std::nullopt}});
  k.graph({k.task("add_index", {array(r)}, SizeExpr::dim(r, 0))});
  return package.bytes();
}

namespace {
/// Arguments that agree, to be spoilt one at a time.
struct ExtentsSetup {
  qdrt::Device device = openDevice();
  qdrt::Package package = qdrt::Package(device, makePackage());
  qdrt_kernel kernel = package.kernel("k").get();
  alignas(16) std::array<float, 64> x = {};
  std::array<int64_t, 16> r = {};
  std::array<int8_t, 16> s = {}, t = {};
  int64_t shapes[4][2] = {{5, 2}, {6, 0}, {2, 0}, {3, 4}};
  std::array<qdrt_argument, 5> arguments = {};

  ExtentsSetup() {
    void *data[] = {x.data(), r.data(), s.data(), t.data()};
    const qdrt_type types[] = {QDRT_F32, QDRT_I64, QDRT_I8, QDRT_I8};
    for (size_t index = 0; index < 4; ++index) {
      arguments[index].type = types[index];
      arguments[index].rank = index == 0 || index == 3 ? 2 : 1;
      arguments[index].memory = QDRT_MEMORY_HOST;
      arguments[index].shape = shapes[index];
      arguments[index].data = data[index];
    }
    arguments[4].type = QDRT_I32;
    arguments[4].value.i32 = 0;
  }
  qdrt_status launch() { return qdrt_kernel_launch(kernel, arguments.data(), nullptr, nullptr); }
};
} // namespace

TEST_CASE_METHOD(ExtentsSetup, "extents that agree are taken", "[results]") {
  REQUIRE(launch() == QDRT_OK);
  CHECK(r[5] == 6);
  CHECK(r[6] == 0);
  shapes[0][0] = 7;
  shapes[1][0] = 8;
  shapes[3][1] = 1; // of any size
  REQUIRE(launch() == QDRT_OK);
  CHECK(r[5] == 12);
  CHECK(r[7] == 8);
}

TEST_CASE_METHOD(ExtentsSetup, "named extents may be 0") {
  shapes[0][0] = shapes[0][1] = shapes[2][0] = 0;
  shapes[1][0] = 1;
  arguments[0].data = arguments[2].data = nullptr;
  CHECK(launch() == QDRT_OK);
}

TEST_CASE_METHOD(ExtentsSetup, "an extent that another one does not make is refused by both names") {
  shapes[1][0] = 4;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 'r' of kernel 'k' has extent 4 on axis 0, but 'x' makes it 6 (n + 1)");
  shapes[1][0] = 6;
  REQUIRE(launch() == QDRT_OK);
  // The array that was taken before keeps its shape, and the other one changes.
  shapes[0][0] = 6;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 'r' of kernel 'k' has extent 6 on axis 0, but 'x' makes it 7 (n + 1)");
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "but 'x' makes it 7 (n + 1)");
  shapes[0][0] = 5;
  CHECK(launch() == QDRT_OK);
}

TEST_CASE_METHOD(ExtentsSetup, "an extent that several arguments make is refused by all their names") {
  arguments[4].value.i32 = -1;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 's' of kernel 'k' has extent 2 on axis 0, but 'x' and 'count' make it -4611686018427387902 "
              "(4611686018427387904 * count + m)");
  arguments[4].value.i32 = 0;
  REQUIRE(launch() == QDRT_OK);
  // A scalar alone is another.
  arguments[4].value.i32 = 1;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "but 'x' and 'count' make it 4611686018427387906");
}

TEST_CASE_METHOD(ExtentsSetup, "an extent that is out of range is an error that shows it") {
  arguments[4].value.i32 = 2;
  CHECK_FAILS(
      launch(), QDRT_INVALID_ARGUMENT,
      "argument 's' of kernel 'k' can have no extent on axis 0, where it takes 4611686018427387904 * count + m: "
      "the size 'mul(scalar(4), 4611686018427387904)' does not fit in 64 bits: mul(2, 4611686018427387904) must be "
      "below 2^63");
}

TEST_CASE_METHOD(ExtentsSetup, "an extent that is a number in the text is refused") {
  shapes[3][0] = 2;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 't' of kernel 'k' has extent 2 on axis 0; it takes 3");
}

TEST_CASE("an axis may depend on another one of its array, and on three arguments") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t x = k.array("x", ElementType::i8, {kDynamicDimension, kDynamicDimension}, Access::read);
  uint32_t y = k.array("y", ElementType::i8, {kDynamicDimension}, Access::read);
  uint32_t n = k.scalar("n", ElementType::i64);
  k.dims(x, {{"a", SizeExpr::dim(x, 0)}, {"a", SizeExpr::dim(x, 0)}});
  uint32_t z = k.array("z", ElementType::i8, {kDynamicDimension}, Access::read);
  k.dims(z, {{"a + n + b", sum(sum(SizeExpr::dim(x, 0), SizeExpr::scalar(n)), SizeExpr::dim(y, 0))}});
  k.graph({k.task("add_index", {array(z)}, SizeExpr::constant(0))});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Array<int8_t> square(device, {3, 3}), other(device, {3, 4}), five(device, {5}), ten(device, {10});
  CHECK_NOTHROW(loaded.kernel("k")(square, five, int64_t{2}, ten));
  CHECK_THROWS_STATUS(loaded.kernel("k")(other, five, int64_t{2}, ten), QDRT_INVALID_ARGUMENT,
                      "argument 'x' of kernel 'k' has extent 4 on axis 1, but 'x' makes it 3 (a)");
  CHECK_THROWS_STATUS(loaded.kernel("k")(square, five, int64_t{1}, ten), QDRT_INVALID_ARGUMENT,
                      "argument 'z' of kernel 'k' has extent 10 on axis 0, but 'x', 'y' and 'n' make it 9 (a + n + b)");
}
