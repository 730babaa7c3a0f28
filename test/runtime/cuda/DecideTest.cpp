//===- DecideTest.cpp - Tests of CUDA/Decide.h ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source of the kernel that decides, compiled for the host, against what the
// fake driver makes of its description. Another test holds Decide.ptx against
// the source.
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Decide.h"

#include "Decide.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

static fake_cuda::Conditions &setConditions() {
  static fake_cuda::Conditions conditions;
  return conditions;
}

extern "C" {
void cudaGraphSetConditional(uint64_t handle, uint32_t value) { setConditions()[handle] = value != 0; }
void qdrt_decide(qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot,
                 qd_slot, qd_slot);
}

namespace {
/// All that a decision reads and writes.
struct Memory {
  qdrt_loop_state state = {};
  qd_error_record record = {};
  std::array<uint8_t, 8> condition = {};
  int64_t numbers[3] = {};
  int64_t word = 0, count = 0;
  qd_stop_word stop = {};
};

using Slots = std::array<qd_slot, QDRT_DECIDE_SLOTS>;

/// Parameters, with offsets in a Memory for addresses.
struct Parameters {
  Slots slots = {};
  std::array<bool, QDRT_DECIDE_SLOTS> isAddress = {};

  void point(int slot, size_t offset) {
    slots[slot] = offset;
    isAddress[slot] = true;
  }
  Slots in(Memory &memory) const {
    Slots result = slots;
    for (size_t slot = 0; slot < result.size(); ++slot)
      if (isAddress[slot])
        result[slot] += reinterpret_cast<uintptr_t>(&memory);
    return result;
  }
};

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  bool flip() { return engine() & 1; }
  uint64_t below(uint64_t end) { return engine() % end; }
  int64_t number() {
    static constexpr int64_t corners[] = {INT64_MIN, INT64_MIN + 1, -3, -1, 0, 1, 2, 3, 5, INT64_MAX - 1, INT64_MAX};
    return corners[below(std::size(corners))];
  }

  Memory memory() {
    Memory made;
    made.state.known = {static_cast<int64_t>(below(5)), number(), number(), 1 + static_cast<int64_t>(below(3)), 0};
    if (below(4) == 0)
      made.state.known.step = INT64_MAX;
    made.record.code = below(5) == 0 ? QD_ERROR_ASSERT : QD_ERROR_NONE;
    for (uint8_t &byte : made.condition)
      byte = below(3) == 0;
    for (int64_t &each : made.numbers)
      each = number();
    made.word = made.count = 40;
    made.stop.answered = UINT32_MAX - static_cast<uint32_t>(below(2));
    made.stop.requested = made.stop.answered + static_cast<uint32_t>(below(4) == 0) - static_cast<uint32_t>(below(2));
    return made;
  }

  Parameters parameters() {
    Parameters made;
    const uint64_t kind = below(4);
    uint64_t settings = kind | uint64_t{1} << (QDRT_DECIDE_BYTES_SHIFT + below(4)) | 77ull << QDRT_DECIDE_SITE_SHIFT;
    if (kind == QDRT_DECIDE_BRANCH)
      settings |= flip() ? QDRT_DECIDE_CONTRARY : 0;
    else if (flip())
      settings |= QDRT_DECIDE_AT_END;
    if (flip())
      settings |= QDRT_DECIDE_FAILS_AT_MAXIMUM;
    made.slots[QDRT_DECIDE_HANDLE] = 11;
    made.slots[QDRT_DECIDE_OTHER_HANDLE] = kind == QDRT_DECIDE_BRANCH && flip() ? 12 : 11;
    made.slots[QDRT_DECIDE_MAXIMUM] = flip() ? INT64_MAX : 1 + below(4);
    made.point(QDRT_DECIDE_CONDITION, offsetof(Memory, condition));
    const size_t state = offsetof(Memory, state);
    made.point(QDRT_DECIDE_STATE, state);
    made.point(QDRT_DECIDE_RECORD, flip() ? offsetof(Memory, record) : state + offsetof(qdrt_loop_state, none));
    const bool hasCount = kind != QDRT_DECIDE_BRANCH && flip();
    made.point(QDRT_DECIDE_COUNT, hasCount ? offsetof(Memory, count) : state + offsetof(qdrt_loop_state, unread));
    const bool hasWord = (kind == QDRT_DECIDE_DO_WHILE || kind == QDRT_DECIDE_REPEAT) && flip();
    made.point(QDRT_DECIDE_WORD, hasWord ? offsetof(Memory, word) : state + offsetof(qdrt_loop_state, unread));
    made.point(QDRT_DECIDE_STOP_WORD, flip() ? offsetof(Memory, stop) : state + offsetof(qdrt_loop_state, silent));
    static constexpr uint64_t inMemory[] = {QDRT_DECIDE_LOWER_IN_MEMORY, QDRT_DECIDE_UPPER_IN_MEMORY,
                                            QDRT_DECIDE_STEP_IN_MEMORY};
    for (int at : {0, 1, 2})
      if (flip()) {
        made.point(QDRT_DECIDE_LOWER + at, offsetof(Memory, numbers) + at * sizeof(int64_t));
        settings |= inMemory[at];
      } else {
        made.slots[QDRT_DECIDE_LOWER + at] = static_cast<qd_slot>(number());
      }
    made.slots[QDRT_DECIDE_SETTINGS] = settings;
    return made;
  }

private:
  std::mt19937_64 engine;
};
} // namespace

static std::vector<int64_t> valuesOf(const Memory &memory) {
  return {memory.state.known.iterations,
          memory.record.code,
          memory.record.site,
          memory.record.iteration,
          memory.word,
          memory.count,
          static_cast<int64_t>(memory.record.values[0]),
          static_cast<int64_t>(memory.record.values[1])};
}

TEST_CASE("the kernel that decides does what its description says") {
  Random random(GENERATE(range(0, 40)));
  for (int trial = 0; trial < 2000; ++trial) {
    Memory start = random.memory();
    const Parameters parameters = random.parameters();
    // A do-while goes on no further than to its end.
    if ((parameters.slots[QDRT_DECIDE_SETTINGS] & QDRT_DECIDE_KINDS) == QDRT_DECIDE_DO_WHILE)
      start.state.known.end = std::max(start.state.known.end, start.state.known.iterations + 1);
    Memory expected = start, found = start;
    const fake_cuda::Conditions wanted = fake_cuda::decideBy(parameters.in(expected).data());
    const Slots s = parameters.in(found);
    setConditions().clear();
    qdrt_decide(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12]);
    const uint64_t settings = parameters.slots[QDRT_DECIDE_SETTINGS];
    bool isSame = setConditions() == wanted && valuesOf(found) == valuesOf(expected);
    // Of the rest of the state, what the next decision reads.
    if (wanted.at(11) && (settings & QDRT_DECIDE_KINDS) == QDRT_DECIDE_REPEAT)
      isSame = isSame && found.state.known.value == expected.state.known.value &&
               found.state.known.step == expected.state.known.step;
    if (wanted.at(11) && (settings & QDRT_DECIDE_KINDS) != QDRT_DECIDE_BRANCH)
      isSame = isSame && found.state.known.end == expected.state.known.end;
    if (!isSame)
      FAIL_CHECK("trial " << trial << ", settings " << settings);
  }
}
