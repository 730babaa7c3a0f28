//===- BackendInstanceTest.cpp - What a backend keeps for launches --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When the loader makes a BackendInstance, what it tells it, and what it does
// with the answers: on a device that is asynchronous and has graphs. That of
// the CPU is tested by its results (test/runtime/PrivateFormTest.cpp).
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

namespace {
/// A kernel of two tasks: x[i] = x[i] + i + 1 for all of x, then sum += value.
struct Setup : KernelFixture {
  Setup() {
    const uint32_t x = k.array("x", ElementType::i64, {kDynamicDimension}), sum = k.array("sum", ElementType::i64, {1}),
                   value = k.scalar("value", ElementType::i64);
    k.graph({k.task("add_index", {array(x)}, SizeExpr::dim(x, 0)), k.task("add", {array(sum), scalar(value)})});
    state.keepsInstances = true;
    open();
    load();
  }
  const KeptInstance &kept() const { return *state.instances.at(0); }
};
} // namespace

TEST_CASE_METHOD(Setup,
                 "a backend is told the sizes and each change of slots, and of launches that are as before nothing") {
  qdrt::Array<int64_t> x(device(), {4}), longer(device(), {6}), sum(device(), {1});
  kernel("k")(x, sum, int64_t{1});
  REQUIRE(state.instances.size() == 1);
  CHECK(kept().entries.size() == 2);
  CHECK(kept().extents == Values{4, 1});
  CHECK(kept().dims == Values{4, 1});
  CHECK(kept().resizes == 1);
  CHECK(kept().notes == 1);
  for (int round = 0; round < 3; ++round)
    kernel("k")(x, sum, int64_t{1});
  CHECK(kept().resizes == 1);
  CHECK(kept().notes == 1);
  kernel("k")(x, sum, int64_t{7});
  CHECK(kept().resizes == 1);
  CHECK(kept().notes == 2);
  kernel("k")(longer, sum, int64_t{7});
  CHECK(kept().extents == Values{6, 1});
  CHECK(kept().dims == Values{6, 1});
  CHECK(kept().resizes == 2);
  CHECK(kept().notes == 3);
  CHECK(sum.read() == Values{4 + 7 + 7});
}

TEST_CASE_METHOD(Setup, "every launch carries what was made for it") {
  qdrt::Array<int64_t> x(device(), {4}), sum(device(), {1});
  kernel("k")(x, sum, int64_t{1});
  REQUIRE(state.nodes.size() == 2);
  for (uint32_t task = 0; task < 2; ++task) {
    const auto &launch = std::get<qdrt::loader::TaskLaunch>(state.nodes[task].work);
    CHECK(launch.instance);
    CHECK(launch.task == task);
    CHECK(launch.entry == kept().entries[task]);
  }
  device().synchronize();
}

TEST_CASE_METHOD(Setup, "what a backend says that it used is counted") {
  qdrt::Array<int64_t> x(device(), {4}), sum(device(), {1});
  kernel("k")(x, sum, int64_t{1});
  CHECK(kernel("k").counters().private_tasks == 2);
  CHECK(kernel("k").counters().private_bytes == 100);
  device().synchronize();
}

TEST_CASE_METHOD(Setup, "a backend that refuses sizes refuses the launch, and is asked again by the next") {
  qdrt::Array<int64_t> x(device(), {4}), longer(device(), {6}), sum(device(), {1});
  kernel("k")(x, sum, int64_t{1});
  state.failing = "resize";
  for (int round = 0; round < 2; ++round)
    CHECK_THROWS_STATUS(kernel("k")(longer, sum, int64_t{1}), QDRT_UNSUPPORTED, "the test makes 'resize' fail");
  state.failing.clear();
  CHECK(kept().extents == Values{4, 1});
  kernel("k")(longer, sum, int64_t{1});
  CHECK(kept().extents == Values{6, 1});
  CHECK(kept().notes == 2);
  CHECK(longer.read() == Values{1, 2, 3, 4, 5, 6});
  CHECK(sum.read() == Values{2});
}

TEST_CASE_METHOD(Setup, "each stream, and each captured launch, has an instance of its own") {
  qdrt::Array<int64_t> x(device(), {4}), sum(device(), {1});
  qdrt::Stream other(device());
  kernel("k")(x, sum, int64_t{1});
  kernel("k").launch({.stream = other.get()}, x, sum, int64_t{1});
  device().synchronize();
  other.synchronize();
  CHECK(state.instances.size() == 2);
  state.isCapturing = true;
  kernel("k").launch({.stream = other.get()}, x, sum, int64_t{1});
  state.isCapturing = false;
  REQUIRE(state.instances.size() == 3);
  CHECK(state.instances[2]->resizes == 1);
  CHECK(state.instances[2]->notes == 1);
}
