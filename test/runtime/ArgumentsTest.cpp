//===- ArgumentsTest.cpp - The rules for arguments of a launch ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <array>

using namespace qdc;
using namespace runtime_test;

/// Kernel "k" with arguments of every kind; it writes `out` only.
static ByteVector makePackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  k.array("in", ElementType::f32, {kDynamicDimension, 4}, Access::read);
  uint32_t out = k.array("out", ElementType::f32, {kDynamicDimension, 4});
  k.array("also_in", ElementType::f32, {kDynamicDimension, 4}, Access::read);
  k.scalar("flag", ElementType::i1);
  k.scalar("n", ElementType::i16);
  k.graph({k.task("dump_slots", {array(out), array(0), array(2), dim(0, 0), dim(0, 1), scalar(3), scalar(4), dim(1, 0)},
                  SizeExpr::constant(1))});
  return package.bytes();
}

namespace {
/// Valid arguments, to be spoilt one at a time.
struct Setup {
  qdrt::Device device = openDevice();
  qdrt::Package package = qdrt::Package(device, makePackage());
  qdrt_kernel kernel = package.kernel("k").get();
  alignas(16) std::array<float, 64> in = {}, out = {}, alsoIn = {};
  int64_t shape[2] = {8, 4};
  std::array<qdrt_argument, 5> arguments = {};

  Setup() {
    float *data[] = {in.data(), out.data(), alsoIn.data()};
    for (size_t index = 0; index < 3; ++index) {
      arguments[index].type = QDRT_F32;
      arguments[index].rank = 2;
      arguments[index].memory = QDRT_MEMORY_HOST;
      arguments[index].shape = shape;
      arguments[index].data = data[index];
    }
    arguments[3].type = QDRT_I1;
    arguments[3].value.i1 = 1;
    arguments[4].type = QDRT_I16;
    arguments[4].value.i16 = -3;
  }
  qdrt_status launch() { return qdrt_kernel_launch(kernel, arguments.data(), nullptr, nullptr); }
};
} // namespace

TEST_CASE_METHOD(Setup, "valid arguments reach the slots", "[results]") {
  // High bytes that a small type does not have are not passed on.
  arguments[3].value.bits = 0xabcdef00 | 1;
  REQUIRE(launch() == QDRT_OK);
  std::array<uint64_t, 7> slots;
  std::copy_n(reinterpret_cast<char *>(out.data()), sizeof(slots), reinterpret_cast<char *>(slots.data()));
  // Elsewhere host arrays have a place on the device.
  if (isCPU()) {
    CHECK(slots[0] == reinterpret_cast<uintptr_t>(in.data()));
    CHECK(slots[1] == reinterpret_cast<uintptr_t>(alsoIn.data()));
  }
  CHECK(slots[2] == 8);
  CHECK(slots[3] == 4);
  CHECK(slots[4] == 1);
  CHECK(slots[5] == 0xfffd);
  CHECK(slots[6] == 8);
}

TEST_CASE_METHOD(Setup, "an argument of another type is refused by name") {
  arguments[0].type = QDRT_F64;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'in' of kernel 'k' is given as 'f64'; it takes 'f32'");
  arguments[0].type = static_cast<qdrt_type>(77);
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'in' of kernel 'k' is given as '?'; it takes 'f32'");
  arguments[0].type = QDRT_F32;
  arguments[4].type = QDRT_I32;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'n' of kernel 'k' is given as 'i32'; it takes 'i16'");
}

TEST_CASE_METHOD(Setup, "an argument of another shape is refused by name") {
  arguments[1].rank = 1;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' has rank 1; it takes rank 2");
  arguments[1].rank = 2;
  arguments[1].shape = nullptr;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' has no shape; it takes 2 extents");
  int64_t wrong[] = {8, 5};
  arguments[1].shape = wrong;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' has extent 5 on axis 1; it takes 4");
  int64_t negative[] = {-1, 4};
  arguments[1].shape = negative;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 'out' of kernel 'k' has extent -1 on axis 0; it takes 0 or more");
  int64_t huge[] = {INT64_MAX / 4, 4};
  arguments[1].shape = huge;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' is larger than 2^63 - 1 bytes");
  int64_t far[] = {INT64_MAX / 32, 4};
  arguments[1].shape = far;
  arguments[1].data = reinterpret_cast<void *>(UINTPTR_MAX - 255);
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' ends after the last address");
}

TEST_CASE_METHOD(Setup, "memory that can't hold the elements is refused by name") {
  arguments[2].data = nullptr;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 'also_in' of kernel 'k' has no data; only an array without elements may be NULL");
  arguments[2].data = reinterpret_cast<char *>(alsoIn.data()) + 2;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 'also_in' of kernel 'k' starts at an address that is not a multiple of 4");
  arguments[2].data = alsoIn.data();
  arguments[2].memory = 9;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "has the kind of memory 9; it takes QDRT_MEMORY_DEVICE or");
}

TEST_CASE_METHOD(Setup, "an i1 is 0 or 1") {
  arguments[3].value.i1 = 2;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "argument 'flag' of kernel 'k' has the value 2; an 'i1' is 0 or 1");
}

TEST_CASE_METHOD(Setup, "an array without elements may be NULL") {
  int64_t empty[] = {0, 4};
  arguments[0].shape = empty;
  arguments[0].data = nullptr;
  CHECK(launch() == QDRT_OK);
}

TEST_CASE_METHOD(Setup, "arrays overlap only where nobody writes") {
  arguments[2].data = in.data();
  CHECK(launch() == QDRT_OK);
  arguments[2].data = out.data();
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
              "argument 'also_in' of kernel 'k' overlaps argument 'out', and 'out' is written");
  // By one element, from either side; next to each other is fine.
  int64_t part[] = {1, 4};
  arguments[2].shape = part;
  arguments[2].data = out.data() + 31;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "'also_in' of kernel 'k' overlaps argument 'out'");
  arguments[2].data = out.data() + 32;
  CHECK(launch() == QDRT_OK);
  arguments[1].data = out.data() + 16;
  arguments[1].shape = part;
  arguments[2].data = out.data() + 13;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "overlaps");
  arguments[2].data = out.data() + 12;
  CHECK(launch() == QDRT_OK);
}

TEST_CASE_METHOD(Setup, "an array without elements overlaps nothing") {
  int64_t empty[] = {0, 4};
  arguments[2].shape = empty;
  arguments[2].data = out.data() + 4;
  CHECK(launch() == QDRT_OK);
}

TEST_CASE("two arrays marked may_alias may be the same, one of them not", "[results]") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t a = k.array("a", ElementType::i64, {}, Access::readWrite, true);
  uint32_t b = k.array("b", ElementType::i64, {}, Access::read, true);
  uint32_t c = k.array("c", ElementType::i64, {}, Access::read);
  k.graph({k.task("add_word", {array(a), array(b)}), k.task("add_word", {array(a), array(c)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Array<int64_t> x(device, {}), y(device, {});
  x.fill(3);
  loaded.kernel("k")(x, x, y);
  CHECK(x.read()[0] == 6);
  CHECK_THROWS_STATUS(loaded.kernel("k")(x, y, x), QDRT_INVALID_ARGUMENT,
                      "argument 'c' of kernel 'k' overlaps argument 'a', and 'a' is written");
}

TEST_CASE_METHOD(Setup, "a refused launch leaves the next one as it was") {
  REQUIRE(launch() == QDRT_OK);
  float *data = in.data();
  arguments[0].data = out.data();
  CHECK(launch() == QDRT_INVALID_ARGUMENT);
  CHECK(launch() == QDRT_INVALID_ARGUMENT);
  arguments[0].data = data;
  CHECK(launch() == QDRT_OK);
  uint64_t first = 0;
  std::copy_n(reinterpret_cast<char *>(out.data()), 8, reinterpret_cast<char *>(&first));
  CHECK((!isCPU() || first == reinterpret_cast<uintptr_t>(data)));
}

TEST_CASE_METHOD(Setup, "extents are compared by value, not by the address of the shape", "[results]") {
  REQUIRE(launch() == QDRT_OK);
  shape[0] = 9;
  CHECK(launch() == QDRT_OK);
  uint64_t extent = 0;
  std::copy_n(reinterpret_cast<char *>(out.data()) + 16, 8, reinterpret_cast<char *>(&extent));
  CHECK(extent == 9);
  shape[1] = 3;
  CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT, "has extent 3 on axis 1");
}
