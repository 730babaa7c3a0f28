//===- ProceedTest.cpp - Tests of the kernel of Proceed.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel that decides about loops, compiled for the host, against loops as
// C++ has them.
//
//===----------------------------------------------------------------------===//

#include "Runtime/DeviceCode/Proceed.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <vector>

extern "C" void qdrt_proceed(uint64_t);

namespace {
uint64_t addressOf(const void *place) { return reinterpret_cast<uintptr_t>(place); }

/// A loop whose body is one block of two launches, that wants 3 and 0 workgroups.
struct Loop {
  qd_vulkan_dispatch dispatches[2] = {{{0, 1, 1}, 3}, {{0, 1, 1}, 0}};
  qd_vulkan_condition body = {0, 2, addressOf(dispatches)}, over = {};
  qd_loop_state state = {};
  qd_error_record record = {};
  qd_stop_word stop = {};
  alignas(8) unsigned char flag[16] = {};
  uint64_t slots[QDRT_PROCEED_SLOTS] = {};
  int64_t word = -1, count = 0, lower = 0, upper = 0, step = 1;

  explicit Loop(uint64_t settings) {
    slots[QDRT_PROCEED_SETTINGS] = settings | uint64_t{5} << QDRT_PROCEED_SITE_SHIFT;
    slots[QDRT_PROCEED_WHEN_HOLDS] = addressOf(&body);
    slots[QDRT_PROCEED_OTHERWISE] = slots[QDRT_PROCEED_OVER] = addressOf(&over);
    slots[QDRT_PROCEED_STATE] = addressOf(&state);
    slots[QDRT_PROCEED_RECORD] = addressOf(&record);
    slots[QDRT_PROCEED_CONDITION] = addressOf(flag);
    if ((settings & QDRT_PROCEED_KINDS) != QDRT_PROCEED_WHILE_DO)
      slots[QDRT_PROCEED_WORD] = addressOf(&word);
    slots[QDRT_PROCEED_COUNT] = addressOf(&count);
    slots[QDRT_PROCEED_STOP_WORD] = addressOf(&stop);
    slots[QDRT_PROCEED_MAXIMUM] = INT64_MAX;
  }
  void setBytes(uint64_t bytes, uint64_t offset = 0) {
    slots[QDRT_PROCEED_SETTINGS] |= bytes << QDRT_PROCEED_BYTES_SHIFT;
    slots[QDRT_PROCEED_CONDITION] = addressOf(flag + offset);
  }
  void setNumbers(int64_t from, int64_t to, int64_t by) {
    slots[QDRT_PROCEED_LOWER] = static_cast<uint64_t>(from);
    slots[QDRT_PROCEED_UPPER] = static_cast<uint64_t>(to);
    slots[QDRT_PROCEED_STEP] = static_cast<uint64_t>(by);
  }

  /// True: the body proceeds. Its launches have what they want then, else none.
  bool decide(bool isAtEnd) {
    uint64_t now[QDRT_PROCEED_SLOTS];
    std::copy(std::begin(slots), std::end(slots), now);
    now[QDRT_PROCEED_SETTINGS] |= isAtEnd ? QDRT_PROCEED_AT_END : 0;
    now[QDRT_PROCEED_BLOCK] = addressOf(isAtEnd ? &body : &over);
    qdrt_proceed(addressOf(now));
    REQUIRE(body.proceeds + over.proceeds == 1);
    REQUIRE(dispatches[0].groups[0] == (body.proceeds ? 3 : 0));
    REQUIRE(dispatches[1].groups[0] == 0);
    return body.proceeds != 0;
  }
  /// Runs it, at most 100 iterations; `runBody` gets the number of each.
  template <typename Body>
  uint64_t run(const Body &runBody) {
    uint64_t iterations = 0;
    for (bool goesOn = decide(false); goesOn && iterations < 100; goesOn = decide(true))
      runBody(iterations++);
    return iterations;
  }
};
} // namespace

TEST_CASE("a repeat has the iterations and values that a loop of C++ has", "[proceed]") {
  const bool isInMemory = GENERATE(false, true);
  struct Bounds {
    int64_t lower, upper, step;
  };
  for (const auto &[lower, upper, step] :
       {Bounds{0, 5, 1}, Bounds{0, 0, 1}, Bounds{3, 2, 1}, Bounds{-7, 8, 4}, Bounds{-7, 9, 4},
        Bounds{INT64_MAX - 3, INT64_MAX, 2}, Bounds{INT64_MIN, INT64_MIN + 10, 3}, Bounds{INT64_MAX - 5, INT64_MAX, 4},
        Bounds{INT64_MIN, INT64_MAX, INT64_MAX}}) {
    CAPTURE(lower, upper, step, isInMemory);
    Loop loop(
        QDRT_PROCEED_REPEAT |
        (isInMemory ? QDRT_PROCEED_LOWER_IN_MEMORY | QDRT_PROCEED_UPPER_IN_MEMORY | QDRT_PROCEED_STEP_IN_MEMORY : 0));
    loop.lower = lower;
    loop.upper = upper;
    loop.step = step;
    loop.setNumbers(lower, upper, step);
    if (isInMemory) {
      loop.slots[QDRT_PROCEED_LOWER] = addressOf(&loop.lower);
      loop.slots[QDRT_PROCEED_UPPER] = addressOf(&loop.upper);
      loop.slots[QDRT_PROCEED_STEP] = addressOf(&loop.step);
    }
    std::vector<int64_t> expected, found;
    for (__int128 value = lower; value < upper; value += step)
      expected.push_back(static_cast<int64_t>(value));
    loop.run([&](uint64_t) {
      found.push_back(loop.word);
      // What the loop was begun with counts.
      loop.lower = loop.upper = loop.step = 0;
    });
    CHECK(found == expected);
    CHECK(loop.count == static_cast<int64_t>(expected.size()));
    CHECK(loop.record.code == QD_ERROR_NONE);
  }
}

TEST_CASE("a step below 1 fails the launch", "[proceed]") {
  for (int64_t step : {int64_t{0}, int64_t{-3}, INT64_MIN}) {
    Loop loop(QDRT_PROCEED_REPEAT);
    loop.setNumbers(0, 5, step);
    CHECK(loop.run([](uint64_t) {}) == 0);
    CHECK(loop.record.code == QD_ERROR_LOOP_STEP);
    CHECK(loop.record.site == 5);
    CHECK(loop.record.iteration == step);
    CHECK(loop.word == -1);
  }
}

TEST_CASE("a flag of any size goes on while it is not 0, whatever lies around it", "[proceed]") {
  const bool isDoWhile = GENERATE(true, false);
  for (const uint64_t bytes : {1, 2, 4, 8})
    for (uint64_t offset = 0; offset + bytes <= 8; offset += bytes)
      for (uint64_t set = 0; set < bytes; ++set) {
        CAPTURE(isDoWhile, bytes, offset, set);
        Loop loop(isDoWhile ? QDRT_PROCEED_DO_WHILE : QDRT_PROCEED_WHILE_DO);
        loop.setBytes(bytes, offset);
        loop.setNumbers(0, INT64_MAX, 1);
        auto write = [&](unsigned char value) {
          std::memset(loop.flag, 0xff, sizeof(loop.flag));
          std::memset(loop.flag + offset, 0, bytes);
          loop.flag[offset + set] = value;
        };
        write(0x80);
        const uint64_t iterations = loop.run([&](uint64_t number) { write(number == 3 ? 0 : 1); });
        CHECK(iterations == 4);
        CHECK(loop.count == 4);
        CHECK(loop.word == (isDoWhile ? 4 : -1));
        write(0);
        CHECK(loop.run([](uint64_t) {}) == (isDoWhile ? 1 : 0));
        CHECK(loop.count == (isDoWhile ? 5 : 4));
      }
}

TEST_CASE("a maximum ends a doWhile, as an error or not, and below 1 it counts as 1", "[proceed]") {
  const bool isError = GENERATE(false, true);
  for (int64_t maximum : {int64_t{3}, int64_t{1}, int64_t{0}, INT64_MIN}) {
    CAPTURE(isError, maximum);
    Loop loop(QDRT_PROCEED_DO_WHILE | (isError ? QDRT_PROCEED_FAILS_AT_MAXIMUM : 0));
    loop.setBytes(1);
    loop.setNumbers(0, maximum, 0);
    loop.flag[0] = 1;
    const int64_t expected = maximum < 1 ? 1 : maximum;
    CHECK(loop.run([](uint64_t) {}) == static_cast<uint64_t>(expected));
    CHECK(loop.record.code == (isError ? QD_ERROR_LOOP_MAXIMUM : QD_ERROR_NONE));
    CHECK(loop.record.iteration == (isError ? expected : 0));
    CHECK(loop.word == (isError ? -1 : expected));
  }
}

TEST_CASE("what the launch allows ends a loop with a condition, and no other", "[proceed]") {
  for (const uint64_t kind : {QDRT_PROCEED_DO_WHILE, QDRT_PROCEED_WHILE_DO, QDRT_PROCEED_REPEAT}) {
    CAPTURE(kind);
    Loop loop(kind);
    loop.setBytes(1);
    loop.setNumbers(0, 10, 1);
    loop.flag[0] = 1;
    loop.slots[QDRT_PROCEED_MAXIMUM] = 4;
    const bool isBounded = kind != QDRT_PROCEED_REPEAT;
    CHECK(loop.run([](uint64_t) {}) == (isBounded ? 4 : 10));
    CHECK(loop.record.code == (isBounded ? QD_ERROR_LAUNCH_MAXIMUM : QD_ERROR_NONE));
    CHECK(loop.record.iteration == (isBounded ? 4 : 0));
  }
}

TEST_CASE("a stop ends any loop, and what was answered none", "[proceed]") {
  for (const uint64_t kind : {QDRT_PROCEED_DO_WHILE, QDRT_PROCEED_WHILE_DO, QDRT_PROCEED_REPEAT}) {
    CAPTURE(kind);
    Loop loop(kind);
    loop.setBytes(1);
    loop.setNumbers(0, 10, 1);
    loop.flag[0] = 1;
    loop.stop = {7, 7};
    CHECK(loop.run([&](uint64_t number) { loop.stop.requested += number == 2; }) == 3);
    CHECK(loop.record.code == QD_ERROR_STOPPED);
    CHECK(loop.record.site == 5);
    CHECK(loop.record.iteration == 3);
  }
  Loop wrapped(QDRT_PROCEED_REPEAT);
  wrapped.setNumbers(0, 10, 1);
  wrapped.stop = {0, UINT32_MAX};
  CHECK(wrapped.run([](uint64_t) {}) == 0);
  wrapped.record = {};
  wrapped.stop = {UINT32_MAX, 0};
  CHECK(wrapped.run([](uint64_t) {}) == 10);
}

TEST_CASE("a failure ends a loop, and stays what it was", "[proceed]") {
  for (const uint64_t kind : {QDRT_PROCEED_DO_WHILE, QDRT_PROCEED_WHILE_DO, QDRT_PROCEED_REPEAT}) {
    CAPTURE(kind);
    Loop loop(kind);
    loop.setBytes(1);
    loop.setNumbers(0, 2, 1);
    loop.flag[0] = 1;
    loop.slots[QDRT_PROCEED_MAXIMUM] = 2;
    const uint64_t iterations = loop.run([&](uint64_t number) {
      loop.word = -5;
      if (number == 1)
        loop.record = {QD_ERROR_ASSERT, 9, 8, {}};
    });
    CHECK(iterations == 2);
    CHECK(loop.record.code == QD_ERROR_ASSERT);
    CHECK(loop.record.site == 9);
    CHECK(loop.word == -5);
    CHECK(loop.run([](uint64_t) {}) == 0);
  }
}

TEST_CASE("a branch takes one of two ways, a jump always the same", "[proceed]") {
  qd_vulkan_dispatch dispatches[3] = {{{9, 1, 1}, 9}, {{0, 1, 1}, 8}, {{0, 1, 1}, 7}};
  qd_vulkan_condition from = {1, 1, addressOf(dispatches)}, then = {0, 1, addressOf(dispatches + 1)},
                      otherwise = {0, 1, addressOf(dispatches + 2)};
  alignas(4) unsigned char condition[4] = {0, 0, 1, 0};
  uint64_t slots[QDRT_PROCEED_SLOTS] = {};
  slots[QDRT_PROCEED_BLOCK] = addressOf(&from);
  slots[QDRT_PROCEED_WHEN_HOLDS] = addressOf(&then);
  slots[QDRT_PROCEED_OTHERWISE] = addressOf(&otherwise);
  slots[QDRT_PROCEED_SETTINGS] = QDRT_PROCEED_BRANCH | 1 << QDRT_PROCEED_BYTES_SHIFT;
  slots[QDRT_PROCEED_CONDITION] = addressOf(condition + 2);
  auto groups = [&] {
    qdrt_proceed(addressOf(slots));
    CHECK(from.proceeds + then.proceeds + otherwise.proceeds == 1);
    return std::vector<uint32_t>{dispatches[0].groups[0], dispatches[1].groups[0], dispatches[2].groups[0]};
  };
  CHECK(groups() == std::vector<uint32_t>{0, 8, 0});
  then.proceeds = dispatches[1].groups[0] = 0;
  condition[2] = 0;
  CHECK(groups() == std::vector<uint32_t>{0, 0, 7});
  otherwise.proceeds = dispatches[2].groups[0] = 0;
  slots[QDRT_PROCEED_SETTINGS] = QDRT_PROCEED_JUMP;
  CHECK(groups() == std::vector<uint32_t>{0, 8, 0});
}
