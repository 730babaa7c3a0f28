//===- TemporariesTest.cpp - Arrays of a kernel's own ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdc/ABI/KernelABI.h"

using namespace qdc;
using namespace runtime_test;

namespace {

/// Kernel "k" has a temporary of `n` by 3 integers of 64 bits. It stores `value` in a flag, a temporary too, and runs
/// until that is 0, adding 1 to `out` in each iteration; then `slots` has where both lie.
struct Temporaries {
  PackageBuilder package;
  uint32_t table, flag;

  Temporaries() {
    uint32_t site = package.site(SiteKind::loop, 10, "solve");
    KernelBuilder &k = package.kernel("k");
    uint32_t out = k.array("out", ElementType::i64, {}), slots = k.array("slots", ElementType::i64, {7});
    uint32_t n = k.scalar("n", ElementType::i64), value = k.scalar("value", ElementType::i64);
    uint32_t one = k.scalar("one", ElementType::i64);
    table = k.temporary(ElementType::i64, {SizeExpr::scalar(n), SizeExpr::constant(3)});
    flag = k.temporary(ElementType::i64, {});
    k.graph({k.task("store", {inRegion(flag, 0), scalar(value)}),
             doWhile(site, {FlagKind::temporary, 1},
                     {k.task("add", {array(out), scalar(one)}), k.task("down_i64", {inRegion(flag, 0)})}),
             k.task("dump_slots", {array(slots), inRegion(table, 0), inRegion(flag, 0), scalar(n), scalar(n), scalar(n),
                                   scalar(n), scalar(n)})});
  }
};

} // namespace

TEST_CASE("a temporary is as large as its extents say, and may be a loop's flag", "[results]") {
  Temporaries temporaries;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, temporaries.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  int64_t slots[7] = {}, out = 0;
  auto run = [&](int64_t n, int64_t value) {
    kernel(qdrt::View(&out, {}, QDRT_MEMORY_HOST), qdrt::View(slots, {7}, QDRT_MEMORY_HOST), n, value, int64_t{1});
    return std::exchange(out, 0);
  };
  CHECK(run(5, 4) == 4);
  CHECK(kernel.counters().workspace_bytes == 256 + 128 + 64);
  CHECK(slots[0] % QDC_ALLOCATION_ALIGNMENT == 0);
  CHECK(slots[1] % QDC_ALLOCATION_ALIGNMENT == 0);
  const int64_t table = slots[0], flag = slots[1];
  // A smaller one lies where it did; a larger one takes the place of it, and nothing else moves.
  CHECK(run(2, 3) == 3);
  CHECK(slots[0] == table);
  CHECK(run(1 << 16, 2) == 2);
  CHECK(kernel.counters().workspace_bytes == 256 + (3 * 8 << 16) + 64);
  CHECK(slots[1] == flag);
}

TEST_CASE("a temporary may have no elements", "[results]") {
  Temporaries temporaries;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, temporaries.package.bytes());
  int64_t slots[7] = {}, out = 0;
  package.kernel("k")(qdrt::View(&out, {}, QDRT_MEMORY_HOST), qdrt::View(slots, {7}, QDRT_MEMORY_HOST), int64_t{0},
                      int64_t{2}, int64_t{1});
  CHECK(out == 2);
  CHECK(package.kernel("k").counters().workspace_bytes == 256 + 64);
}

TEST_CASE("an extent below 0, or beyond 64 bits, is an error of the launch with its place", "[results]") {
  Temporaries temporaries;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, temporaries.package.bytes());
  int64_t slots[7] = {}, out = 0;
  auto run = [&](int64_t n) {
    package.kernel("k")(qdrt::View(&out, {}, QDRT_MEMORY_HOST), qdrt::View(slots, {7}, QDRT_MEMORY_HOST), n, int64_t{1},
                        int64_t{1});
  };
  CHECK_THROWS_STATUS(run(-3), QDRT_INVALID_ARGUMENT,
                      "test.qir:200:3: a temporary of kernel 'k' has the extent -3 on axis 0; it takes 0 or more");
  CHECK_THROWS_STATUS(run(INT64_MAX), QDRT_INVALID_ARGUMENT, "region 'temporaries.1' of kernel 'k'");
  CHECK_THROWS_STATUS(run(int64_t{1} << 56), QDRT_OUT_OF_MEMORY, "region 'temporaries.1' of kernel 'k'");
  run(2);
  CHECK(out == 1);
}

TEST_CASE("the bytes of a workspace are told ahead of a launch", "[results]") {
  Temporaries temporaries;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, temporaries.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  int64_t slots[7] = {}, out = 0;
  const qdrt::View sum(&out, {}, QDRT_MEMORY_HOST), places(slots, {7}, QDRT_MEMORY_HOST);
  CHECK(kernel.workspaceBytes(sum, places, int64_t{5}, int64_t{1}, int64_t{1}) == 256 + 128 + 64);
  CHECK(kernel.workspaceBytes(sum, places, int64_t{1} << 40, int64_t{1}, int64_t{1}) == 256 + (int64_t{24} << 40) + 64);
  CHECK(kernel.counters().instances == 0);
  kernel(sum, places, int64_t{7}, int64_t{1}, int64_t{1});
  CHECK(kernel.counters().workspace_bytes == kernel.workspaceBytes(sum, places, int64_t{7}, int64_t{1}, int64_t{1}));
  // What a launch would refuse is refused.
  CHECK_THROWS_STATUS(kernel.workspaceBytes(sum, places, int64_t{-1}, int64_t{1}, int64_t{1}), QDRT_INVALID_ARGUMENT,
                      "test.qir:200:3: a temporary of kernel 'k' has the extent -1 on axis 0; it takes 0 or more");
  CHECK_THROWS_STATUS(
      kernel.workspaceBytes(sum, qdrt::View(slots, {6}, QDRT_MEMORY_HOST), int64_t{1}, int64_t{1}, int64_t{1}),
      QDRT_INVALID_ARGUMENT, "argument 'slots' of kernel 'k' has extent 6 on axis 0; it takes 7");
}

TEST_CASE("a workspace query needs no arrays") {
  Temporaries temporaries;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, temporaries.package.bytes());
  qdrt_kernel kernel = package.kernel("k").get();
  const int64_t seven = 7;
  qdrt_argument arguments[5] = {};
  for (qdrt_argument &argument : arguments)
    argument.type = QDRT_I64;
  arguments[1].rank = 1;
  arguments[1].shape = &seven;
  arguments[2].value.i64 = 2;
  uint64_t bytes = 0;
  REQUIRE(qdrt_workspace_query(kernel, arguments, &bytes) == QDRT_OK);
  CHECK(bytes == 256 + 64 + 64);
  CHECK_FAILS(qdrt_workspace_query(nullptr, arguments, &bytes), QDRT_INVALID_ARGUMENT,
              "qdrt_workspace_query: parameter 'kernel' must not be NULL");
  CHECK_FAILS(qdrt_workspace_query(kernel, nullptr, &bytes), QDRT_INVALID_ARGUMENT,
              "qdrt_workspace_query: parameter 'arguments' must not be NULL");
  CHECK_FAILS(qdrt_workspace_query(kernel, arguments, nullptr), QDRT_INVALID_ARGUMENT,
              "qdrt_workspace_query: parameter 'bytes' must not be NULL");
}

TEST_CASE("each stream has temporaries of its own", "[results]") {
  Temporaries temporaries;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, temporaries.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  qdrt::Stream first(device), second(device);
  qdrt::Array<int64_t> out[2] = {{device, {}, std::vector<int64_t>{0}}, {device, {}, std::vector<int64_t>{0}}};
  qdrt::Array<int64_t> slots[2] = {{device, {7}}, {device, {7}}};
  device.synchronize(); // the arrays were filled on another stream
  kernel.launch({.stream = first.get()}, out[0], slots[0], int64_t{4}, int64_t{5}, int64_t{1});
  kernel.launch({.stream = second.get()}, out[1], slots[1], int64_t{9}, int64_t{3}, int64_t{1});
  device.synchronize();
  CHECK(out[0].read()[0] == 5);
  CHECK(out[1].read()[0] == 3);
  CHECK(slots[0].read()[0] != slots[1].read()[0]);
  CHECK(slots[0].read()[1] != slots[1].read()[1]);
}
