//===- BoundWorkspaceTest.cpp - Memory for temporaries from a caller ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdc/ABI/KernelABI.h"

using namespace qdc;
using namespace runtime_test;

namespace {

/// Kernels "k" and "l" have temporaries of `n` and of 2 integers of 64 bits. They store `value` at the start of both,
/// add these to `out`, and write into `slots` where both lie, and their words.
struct Bound {
  PackageBuilder package;

  Bound() {
    for (const char *name : {"k", "l"})
      add(package.kernel(name));
  }
  static void add(KernelBuilder &k) {
    uint32_t out = k.array("out", ElementType::i64, {}), slots = k.array("slots", ElementType::i64, {7});
    uint32_t n = k.scalar("n", ElementType::i64), value = k.scalar("value", ElementType::i64);
    uint32_t first = k.temporary(ElementType::i64, {SizeExpr::scalar(n)});
    uint32_t second = k.temporary(ElementType::i64, {SizeExpr::constant(2)});
    k.graph(
        {k.task("store", {inRegion(first, 0), scalar(value)}), k.task("store", {inRegion(second, 0), scalar(value)}),
         k.task("add_word", {array(out), inRegion(first, 0)}), k.task("add_word", {array(out), inRegion(second, 0)}),
         k.task("dump_slots", {array(slots), inRegion(first, 0), inRegion(second, 0), word(0), scalar(n), scalar(n),
                               scalar(n), scalar(n)})});
  }
};

/// A launch of one of them; `slots` is what it wrote.
struct Launcher {
  const qdrt::Device &device;
  qdrt::Array<int64_t> out{device, {}}, places{device, {7}};
  std::vector<int64_t> slots = std::vector<int64_t>(7);

  int64_t operator()(const qdrt::Kernel &kernel, int64_t n, int64_t value, qdrt_stream stream = nullptr) {
    out.fill(0, stream);
    kernel.launch({.stream = stream}, out, places, n, value);
    slots = places.read(stream);
    return out.read(stream)[0];
  }
};

int64_t addressOf(qdrt_buffer buffer) { return reinterpret_cast<int64_t>(qdrt_buffer_address(buffer)); }

} // namespace

TEST_CASE("temporaries lie in memory that a caller brings, one after the other", "[results]") {
  Bound bound;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, bound.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  Launcher launch{device};
  CHECK(launch(kernel, 5, 3) == 6);
  qdrt::Array<unsigned char> memory(device, {4096});
  const int64_t start = addressOf(memory.get()) + 128;
  kernel.bindWorkspace(memory.get(), 128, 256);
  // 5 * 8 bytes are filled up to 64.
  CHECK(launch(kernel, 5, 4) == 8);
  CHECK(launch.slots[0] == start);
  CHECK(launch.slots[1] == start + 64);
  const int64_t words = launch.slots[2];
  CHECK(kernel.counters().workspace_bytes == 256 + 64 + 64);
  CHECK(launch(kernel, 24, 5) == 10);
  CHECK(launch.slots[1] == start + 192);
  // What others leave in the memory between launches does not matter, nor does a smaller size.
  memory.fill(0xff);
  CHECK(launch(kernel, 0, 6) == 12);
  CHECK(launch.slots[1] == start);
  CHECK(launch(kernel, 24, 7) == 14);
  CHECK(launch(kernel, 24, 7) == 14);
  CHECK(launch.slots[1] == start + 192);
  CHECK(launch.slots[2] == words);
  CHECK((words < addressOf(memory.get()) || words >= addressOf(memory.get()) + 4096));
  // Without it there is other memory again.
  kernel.unbindWorkspace();
  CHECK(launch(kernel, 24, 8) == 16);
  for (int64_t place : {launch.slots[0], launch.slots[1]})
    CHECK((place < addressOf(memory.get()) || place >= addressOf(memory.get()) + 4096));
}

TEST_CASE("a launch that needs more than is bound fails with the bytes, and is none", "[results]") {
  Bound bound;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, bound.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  Launcher launch{device};
  qdrt::Array<unsigned char> memory(device, {512});
  kernel.bindWorkspace(memory.get(), 0, 512);
  CHECK_THROWS_STATUS(launch(kernel, 57, 3), QDRT_OUT_OF_MEMORY,
                      "kernel 'k' needs 576 bytes for temporaries, but the workspace that is bound to it has 512");
  CHECK(kernel.counters().launches == 0);
  CHECK(launch(kernel, 56, 3) == 6);
  CHECK_THROWS_STATUS(launch(kernel, int64_t{1} << 59, 3), QDRT_OUT_OF_MEMORY, "kernel 'k' needs 4611686018427387968");
  CHECK(launch(kernel, 56, 4) == 8);
  // What a query says is enough.
  const uint64_t bytes = kernel.workspaceBytes(launch.out, launch.places, int64_t{999}, int64_t{3});
  qdrt::Array<unsigned char> larger(device, {static_cast<int64_t>(bytes)});
  kernel.bindWorkspace(larger.get(), 0, bytes);
  CHECK(launch(kernel, 999, 5) == 10);
  CHECK(launch.slots[0] == addressOf(larger.get()));
}

TEST_CASE("bound memory may be that of several kernels of a stream, and its handle may go", "[results]") {
  Bound bound;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, bound.package.bytes());
  qdrt::Kernel k = package.kernel("k"), l = package.kernel("l");
  qdrt::Stream stream(device);
  Launcher launch{device};
  device.synchronize();
  int64_t start = 0;
  {
    qdrt::Array<unsigned char> memory(device, {256});
    start = addressOf(memory.get());
    k.bindWorkspace(memory.get(), 0, 256, stream.get());
    l.bindWorkspace(memory.get(), 0, 256, stream.get());
  }
  for (int64_t value : {3, 4}) {
    CHECK(launch(k, 8, value, stream.get()) == 2 * value);
    CHECK(launch.slots[0] == start);
    CHECK(launch(l, 8, 10 * value, stream.get()) == 20 * value);
    CHECK(launch.slots[0] == start);
  }
  // Another stream has memory of its own.
  CHECK(launch(k, 8, 5) == 10);
  CHECK(launch.slots[0] != start);
  // As all have after a reset.
  device.reset();
  CHECK(launch(k, 80, 6, stream.get()) == 12);
}

TEST_CASE("a kernel to which memory is bound keeps it, however many others are launched", "[results]") {
  PackageBuilder many;
  Bound::add(many.kernel("k"));
  for (int number = 0; number < 300; ++number)
    Bound::add(many.kernel("other" + std::to_string(number)));
  qdrt::Device device = openDevice();
  qdrt::Package package(device, many.bytes());
  Launcher launch{device};
  qdrt::Array<unsigned char> memory(device, {256});
  package.kernel("k").bindWorkspace(memory.get(), 0, 256);
  for (int number = 0; number < 300; ++number)
    CHECK(launch(package.kernel("other" + std::to_string(number)), 1, 1) == 2);
  CHECK(launch(package.kernel("k"), 1, 1) == 2);
  CHECK(launch.slots[0] == addressOf(memory.get()));
  package.kernel("k").unbindWorkspace();
  CHECK(launch(package.kernel("k"), 1, 1) == 2);
}

TEST_CASE("what can't be bound is refused") {
  Bound bound;
  qdrt::Device device = openDevice(), other = openDevice();
  qdrt::Package package(device, bound.package.bytes());
  qdrt_kernel kernel = package.kernel("k").get();
  qdrt::Array<unsigned char> memory(device, {256}), foreign(other, {256});
  qdrt::Stream stream(other);
  CHECK_FAILS(qdrt_workspace_bind(nullptr, nullptr, memory.get(), 0, 256), QDRT_INVALID_ARGUMENT,
              "qdrt_workspace_bind: parameter 'kernel' must not be NULL");
  CHECK_FAILS(qdrt_workspace_bind(kernel, nullptr, nullptr, 0, 256), QDRT_INVALID_ARGUMENT,
              "qdrt_workspace_bind: parameter 'buffer' must not be NULL");
  CHECK_FAILS(qdrt_workspace_bind(kernel, nullptr, foreign.get(), 0, 256), QDRT_INVALID_ARGUMENT,
              "the buffer is of another device than the kernel");
  CHECK_FAILS(qdrt_workspace_bind(kernel, stream.get(), memory.get(), 0, 256), QDRT_INVALID_ARGUMENT,
              "the stream was created on another device");
  CHECK_FAILS(qdrt_workspace_bind(kernel, nullptr, memory.get(), 32, 64), QDRT_INVALID_ARGUMENT,
              "a workspace can't begin at byte 32 of a buffer; it takes multiples of 64");
  CHECK_FAILS(qdrt_workspace_bind(kernel, nullptr, memory.get(), 128, 129), QDRT_INVALID_ARGUMENT,
              "the range of 129 bytes from offset 128 does not lie inside the buffer of 256 bytes");
  // To unbind what was never bound is nothing; to bind no bytes leaves no room.
  CHECK(qdrt_workspace_bind(kernel, nullptr, nullptr, 0, 0) == QDRT_OK);
  CHECK(qdrt_workspace_bind(kernel, nullptr, memory.get(), 256, 0) == QDRT_OK);
  auto info = sized<qdrt_failure_info>();
  CHECK_FAILS(qdrt_kernel_failure(kernel, nullptr, &info), QDRT_INVALID_ARGUMENT, "was not launched");
}
