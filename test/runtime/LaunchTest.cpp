//===- LaunchTest.cpp - Launches, arguments kept, results -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace qdc;
using namespace runtime_test;

TEST_CASE("a kernel runs on host arrays, on the CPU in place", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt::Kernel saxpy = package.kernel("saxpy");
  std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
  saxpy(x, y, 2.0f);
  CHECK(y == std::vector<float>{12, 24, 36});
  CHECK((saxpy.counters().bytes_copied == 0) == isCPU());
}

TEST_CASE("a kernel runs on memory of the device, also from an offset on", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt::Kernel saxpy = package.kernel("saxpy");
  qdrt::Array<float> x(device, {4}, std::vector<float>{1, 2, 3, 4}), y(device, {4});
  saxpy(x, y, 0.5f);
  CHECK(y.read() == std::vector<float>{0.5f, 1, 1.5f, 2});
  saxpy(qdrt::View(x.address() + 1, {2}, QDRT_MEMORY_DEVICE), qdrt::View(y.address() + 2, {2}, QDRT_MEMORY_DEVICE),
        1.0f);
  CHECK(y.read() == std::vector<float>{0.5f, 1, 3.5f, 5});
}

TEST_CASE("the C++ wrapper refuses another number of arguments") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt::Kernel saxpy = package.kernel("saxpy");
  std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
  CHECK_THROWS_STATUS(saxpy(), QDRT_INVALID_ARGUMENT, "kernel 'saxpy' takes 3 arguments, not 0");
  CHECK_THROWS_STATUS(saxpy(x, y), QDRT_INVALID_ARGUMENT, "kernel 'saxpy' takes 3 arguments, not 2");
  CHECK_THROWS_STATUS(saxpy(x, y, 2.0f, y), QDRT_INVALID_ARGUMENT, "kernel 'saxpy' takes 3 arguments, not 4");
  CHECK_THROWS_STATUS(qdrt::Kernel(nullptr)(x), QDRT_INVALID_ARGUMENT, "'kernel' must not be NULL");
  CHECK(y == std::vector<float>{10, 20, 30});
}

TEST_CASE("only what changed is written again", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt::Kernel saxpy = package.kernel("saxpy");
  std::vector<float> x = {1, 2, 3}, y = {0, 0, 0}, z = {7, 7, 7};
  saxpy(x, y, 1.0f);
  CHECK(saxpy.counters().builds == 1);
  CHECK(saxpy.counters().patched_slots == (isVulkan() ? 4 : 3)); // there is a slot for the extent there
  saxpy(x, y, 1.0f);
  CHECK(saxpy.counters().patched_slots == 0);
  // A device that has graphs built one.
  const uint64_t builds = saxpy.counters().builds;
  CHECK(builds <= 2);
  saxpy(x, y, 2.0f);
  CHECK(saxpy.counters().patched_slots == 1);
  saxpy(x, z, 2.0f);
  CHECK(saxpy.counters().patched_slots == 1);
  CHECK(y == std::vector<float>{4, 8, 12});
  CHECK(z == std::vector<float>{9, 11, 13});
  qdrt_counters counters = saxpy.counters();
  CHECK(counters.launches == 4);
  CHECK(counters.builds == builds);
  CHECK(counters.replays == 4 - builds);
  CHECK(counters.instances == 1);
  CHECK(counters.tasks == 1);
  CHECK(counters.source_loops == 1);
  CHECK(counters.nodes == 1);
  CHECK(counters.workspace_bytes == 256);
  CHECK(counters.specialized == 0);
}

TEST_CASE("a changed shape changes the range", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt::Kernel saxpy = package.kernel("saxpy");
  std::vector<float> x = {1, 1, 1, 1}, y = {0, 0, 0, 0};
  for (int64_t n : {2, 4, 0, 3})
    saxpy(qdrt::View(x.data(), {n}, QDRT_MEMORY_HOST), y, 1.0f);
  CHECK(y == std::vector<float>{3, 3, 2, 1});
}

TEST_CASE("a task without iterations does not run", "[results]") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension});
  k.graph({k.task("add_index", {array(out)},
                  SizeExpr::binary(SizeExprKind::sub, SizeExpr::dim(out, 0), SizeExpr::constant(2)))});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  std::vector<int64_t> one = {0}, three = {0, 0, 0}, none;
  loaded.kernel("k")(none);
  loaded.kernel("k")(one);
  loaded.kernel("k")(three);
  CHECK(one[0] == 0);
  CHECK(three == std::vector<int64_t>{1, 0, 0});
}

/// Dumps seed, ordinal, scalars and words into `out`.
static ByteVector dumpPackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("dump");
  uint32_t out = k.array("out", ElementType::i64, {7});
  k.graph({k.task("dump_slots", {array(out), source(SlotKind::seed), source(SlotKind::launchOrdinal), dim(out, 0),
                                 word(0), word(8), word(0), word(0)})},
          qdc::GraphMode::always);
  return package.bytes();
}

TEST_CASE("a launch carries a seed and an ordinal that counts", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, dumpPackage());
  qdrt::Kernel dump = package.kernel("dump");
  qdrt::Stream stream(device);
  std::vector<int64_t> out(7);
  dump(out);
  CHECK(out[0] == 0);
  CHECK(out[1] == 0);
  dump.launch({.seed = 99}, out);
  CHECK(out[0] == 99);
  CHECK(out[1] == 1);
  // Of the kernel on the device, not of the stream.
  dump.launch({.stream = stream.get()}, out);
  CHECK(out[1] == 2);
  auto options = sized<qdrt_launch_options>();
  options.ordinal = 1000;
  options.set_ordinal = 1;
  qdrt_argument argument = qdrt::View(out).get();
  int64_t extent = 7;
  argument.shape = &extent;
  REQUIRE(qdrt_kernel_launch(dump.get(), &argument, nullptr, &options) == QDRT_OK);
  CHECK(out[1] == 1000);
}

TEST_CASE("two streams share no scratch", "[results]") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, dumpPackage());
  qdrt::Kernel dump = package.kernel("dump");
  qdrt::Stream a(device), b(device);
  std::vector<int64_t> first(7), second(7), again(7);
  dump.launch({.stream = a.get()}, first);
  dump.launch({.stream = b.get()}, second);
  dump.launch({.stream = a.get()}, again);
  CHECK(first[3] % 64 == 0);
  CHECK(first[4] == first[3] + 8);
  CHECK(first[3] != second[3]);
  CHECK(first[3] == again[3]);
  CHECK(dump.counters().instances == 2);
  CHECK(dump.counters().builds == 2);
  b = qdrt::Stream(device);
  CHECK(dump.counters().instances == 1);
  device.reset();
  CHECK(dump.counters().instances == 0);
  dump.launch({.stream = a.get()}, again);
  CHECK(dump.counters().builds == 3);
}

TEST_CASE("a workspace is as large as its expression says and never shrinks", "[results]") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t x = k.array("x", ElementType::i64, {kDynamicDimension});
  uint32_t n = k.scalar("n", ElementType::i32);
  k.workspace(SizeExpr::binary(SizeExprKind::mul, SizeExpr::scalar(n), SizeExpr::dim(x, 0)));
  k.graph({k.task("add", {array(x), scalar(n)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Kernel kernel = loaded.kernel("k");
  std::vector<int64_t> data(100);
  auto bytes = [&](int32_t factor) {
    kernel(data, factor);
    return kernel.counters().workspace_bytes;
  };
  CHECK(bytes(1) == 128);
  CHECK(bytes(5) == 512);
  CHECK(bytes(2) == 512);
  CHECK_THROWS_STATUS(bytes(0), QDRT_INVALID_PACKAGE, "workspace of kernel 'k' has 0 bytes; its tasks use 64");
  CHECK_THROWS_STATUS(bytes(-1), QDRT_INVALID_PACKAGE, "workspace of kernel 'k' has -100 bytes");
  CHECK(bytes(2) == 512);
  CHECK(data[0] == 10);
}

TEST_CASE("a workspace that no memory holds is an error that names the kernel") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  k.workspace(SizeExpr::constant(int64_t{1} << 62));
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  for (int round = 0; round < 2; ++round)
    CHECK_THROWS_STATUS(loaded.kernel("k")(), QDRT_OUT_OF_MEMORY,
                        "workspace of kernel 'k': cannot allocate 4611686018427387904 bytes on");
}

TEST_CASE("a size that overflows is an error that names the task", "[results]") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t x = k.array("x", ElementType::i64, {kDynamicDimension});
  uint32_t n = k.scalar("n", ElementType::i64);
  k.graph(
      {k.task("add_index", {array(x)}, SizeExpr::binary(SizeExprKind::mul, SizeExpr::scalar(n), SizeExpr::scalar(n)))});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  std::vector<int64_t> data(9);
  CHECK_THROWS_STATUS(loaded.kernel("k")(data, INT64_MAX), QDRT_INVALID_ARGUMENT, "extent of task 'k_0' of kernel 'k'");
  loaded.kernel("k")(data, int64_t{3});
  CHECK(data[8] == 9);
}

TEST_CASE("results come back with their types", "[results]") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t x = k.scalar("x", ElementType::f64);
  uint32_t n = k.scalar("n", ElementType::i16);
  k.result(ElementType::f64, 8);
  k.result(ElementType::i16, 0);
  k.graph({k.task("store", {word(8), scalar(x)}), k.task("store", {word(0), scalar(n)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Kernel kernel = loaded.kernel("k");
  qdrt_scalar none[2];
  CHECK_FAILS(qdrt_kernel_results(kernel.get(), nullptr, none, 2), QDRT_INVALID_ARGUMENT,
              "kernel 'k' was not launched on this stream");
  kernel(1.25, int16_t{-5});
  CHECK(kernel.result<double>(0) == 1.25);
  CHECK(kernel.result<int16_t>(1) == -5);
  qdrt_scalar values[2];
  REQUIRE(qdrt_kernel_results(kernel.get(), nullptr, values, 2) == QDRT_OK);
  CHECK(values[1].bits == 0xfffb);
  CHECK_FAILS(qdrt_kernel_results(kernel.get(), nullptr, values, 1), QDRT_INVALID_ARGUMENT,
              "kernel 'k' has 2 results, not 1");
  CHECK_THROWS_STATUS(kernel.result<float>(0), QDRT_INVALID_ARGUMENT,
                      "result 0 of kernel 'k' is 'f64'; it can't be taken as 'f32'");
  qdrt::Stream stream(device);
  CHECK_THROWS_STATUS(kernel.result<double>(0, stream.get()), QDRT_INVALID_ARGUMENT, "was not launched on this stream");
}

TEST_CASE("code made for a scalar is used for that scalar only", "[results]") {
  PackageBuilder package;
  // Each code stores its own value into the second element.
  for (int64_t special : {8, 16, 0}) {
    KernelBuilder &k = package.kernel("k");
    uint32_t out = k.array("out", ElementType::i64, {7});
    uint32_t width = k.scalar("width", ElementType::i32);
    if (special != 0)
      k.specialize(width, static_cast<uint64_t>(special));
    k.graph({k.task("dump_slots", {array(out), scalar(width), word(static_cast<uint64_t>(special)), word(0),
                                   dim(out, 0), dim(out, 0), dim(out, 0), dim(out, 0)})},
            qdc::GraphMode::always);
  }
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  CHECK(qdrt_package_kernel_count(loaded.get()) == 1);
  qdrt::Kernel kernel = loaded.kernel("k");
  std::vector<int64_t> out(7), other(7);
  for (int round = 0; round < 2; ++round)
    for (int32_t width : {8, 9, 16, 16, 8, -8}) {
      kernel(out, width);
      CHECK(out[0] == static_cast<uint32_t>(width));
      bool special = width == 8 || width == 16;
      CHECK(out[1] - out[2] == (special ? width : 0));
      CHECK(kernel.counters().specialized == special);
    }
  CHECK(kernel.counters().builds == 3);
  CHECK(kernel.counters().instances == 1);
  // Code that was not in use when an argument changed sees the change.
  kernel(other, 8);
  CHECK(other[0] == 8);
}

TEST_CASE("a refused launch takes no other kernel's results", "[results]") {
  PackageBuilder package;
  constexpr int kKernels = 257; // one more than a stream keeps
  for (int index = 0; index < kKernels; ++index) {
    KernelBuilder &k = package.kernel("k" + std::to_string(index));
    uint32_t value = k.scalar("value", ElementType::i64);
    k.result(ElementType::i64, 0);
    k.graph({k.task("store", {word(0), scalar(value)})});
  }
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  auto kernel = [&](int index) { return loaded.kernel("k" + std::to_string(index)); };
  for (int64_t index = 0; index < kKernels - 1; ++index)
    kernel(static_cast<int>(index))(index);
  CHECK_THROWS_STATUS(kernel(256)(1.5), QDRT_INVALID_ARGUMENT, "is given as 'f64'; it takes 'i64'");
  CHECK(kernel(256).counters().instances == 0);
  CHECK(kernel(0).result<int64_t>() == 0);
  // One that runs takes the place of the one whose launch is longest ago.
  kernel(256)(int64_t{7});
  CHECK(kernel(256).result<int64_t>() == 7);
  CHECK_THROWS_STATUS(kernel(0).result<int64_t>(), QDRT_INVALID_ARGUMENT, "or its instance was freed since");
  CHECK(kernel(1).result<int64_t>() == 1);
}

TEST_CASE("instances are bounded in number, and a freed one is built again", "[results]") {
  PackageBuilder package;
  constexpr int kKernels = 300;
  for (int index = 0; index < kKernels; ++index) {
    KernelBuilder &k = package.kernel("k" + std::to_string(index));
    uint32_t p = k.array("p", ElementType::i64, {});
    uint32_t value = k.scalar("value", ElementType::i64);
    k.graph({k.task("add", {array(p), scalar(value)})});
  }
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  int64_t sum = 0;
  uint64_t alive = 0;
  qdrt::View target(&sum, {}, QDRT_MEMORY_HOST);
  for (int round = 0; round < 2; ++round)
    for (int index = 0; index < kKernels; ++index)
      loaded.kernel("k" + std::to_string(index))(target, int64_t{1});
  for (int index = 0; index < kKernels; ++index)
    alive += loaded.kernel("k" + std::to_string(index)).counters().instances;
  CHECK(sum == 2 * kKernels);
  CHECK(alive == 256);
}

TEST_CASE("a launch refuses NULL and a stream of another device") {
  qdrt::Device device = openDevice(), other = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt_kernel kernel = package.kernel("saxpy").get();
  qdrt::Stream stream(other);
  qdrt_argument arguments[3] = {};
  auto counters = sized<qdrt_counters>();
  auto failure = sized<qdrt_failure_info>();
  auto loop = sized<qdrt_loop_info>();
  CHECK_FAILS(qdrt_kernel_launch(nullptr, arguments, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_launch(kernel, nullptr, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'arguments'");
  CHECK_FAILS(qdrt_kernel_launch(kernel, arguments, stream.get(), nullptr), QDRT_INVALID_ARGUMENT,
              "the stream was created on another device");
  qdrt_launch_options options = {};
  CHECK_FAILS(qdrt_kernel_launch(kernel, arguments, nullptr, &options), QDRT_INVALID_ARGUMENT,
              "qdrt_launch_options.size is 0");
  CHECK_FAILS(qdrt_kernel_results(nullptr, nullptr, nullptr, 0), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_results(kernel, nullptr, nullptr, 1), QDRT_INVALID_ARGUMENT, "'results'");
  CHECK_FAILS(qdrt_kernel_failure(nullptr, nullptr, &failure), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_failure(kernel, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_kernel_failure(kernel, nullptr, &failure), QDRT_INVALID_ARGUMENT, "was not launched");
  CHECK_FAILS(qdrt_kernel_counters(nullptr, &counters), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_counters(kernel, nullptr), QDRT_INVALID_ARGUMENT, "'counters'");
  CHECK_FAILS(qdrt_kernel_loop(nullptr, 0, &loop), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_loop(kernel, 0, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_kernel_loop(kernel, 0, &loop), QDRT_INVALID_ARGUMENT, "loop 0 does not exist; there are 0");
  CHECK(qdrt_kernel_loop_count(nullptr) == 0);
}

TEST_CASE("a kernel without arguments and tasks is launched") {
  PackageBuilder package;
  package.kernel("empty");
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  CHECK(qdrt_kernel_launch(loaded.kernel("empty").get(), nullptr, nullptr, nullptr) == QDRT_OK);
  CHECK(loaded.kernel("empty").counters().tasks == 0);
}
