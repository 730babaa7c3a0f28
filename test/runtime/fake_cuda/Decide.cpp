//===- Decide.cpp - What decides about loops in the fake driver's graphs --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decide.h"

#include "Runtime/CUDA/Decide.h"

#include <algorithm>

using namespace fake_cuda;

namespace {
/// One run of the kernel.
class Decision {
public:
  explicit Decision(const uint64_t *slots) : slots(slots), settings(slots[QDRT_DECIDE_SETTINGS]) {}

  Conditions run() const {
    const bool goesOn = decide() != has(QDRT_DECIDE_CONTRARY), isBlocked = hasFailed();
    Conditions conditions = {{slots[QDRT_DECIDE_OTHER_HANDLE], !isBlocked && !goesOn}};
    conditions[slots[QDRT_DECIDE_HANDLE]] = !isBlocked && goesOn;
    return conditions;
  }

private:
  bool has(uint64_t bit) const { return (settings & bit) != 0; }
  template <typename T>
  T *at(int slot) const {
    return reinterpret_cast<T *>(slots[slot]);
  }
  bool hasFailed() const { return record->code != QD_ERROR_NONE; }
  int64_t number(int slot, uint64_t inMemory) const {
    return has(inMemory) ? *at<int64_t>(slot) : static_cast<int64_t>(slots[slot]);
  }
  bool fail(uint32_t code, int64_t value) const {
    *record = {code, static_cast<uint32_t>(settings >> QDRT_DECIDE_SITE_SHIFT), value, {}};
    return false;
  }
  bool conditionHolds() const {
    const auto *bytes = at<const uint8_t>(QDRT_DECIDE_CONDITION);
    return std::any_of(bytes, bytes + (settings >> QDRT_DECIDE_BYTES_SHIFT & 255), [](uint8_t byte) { return byte; });
  }
  bool isAllowed() const {
    const auto allowed = static_cast<int64_t>(slots[QDRT_DECIDE_MAXIMUM]);
    return loop->iterations < allowed || fail(QD_ERROR_LAUNCH_MAXIMUM, allowed);
  }

  /// Of a loop that would go on.
  bool isNotStopped() const {
    const auto *stop = at<const qd_stop_word>(QDRT_DECIDE_STOP_WORD);
    return static_cast<int32_t>(stop->requested - stop->answered) <= 0 || fail(QD_ERROR_STOPPED, loop->iterations);
  }

  bool decide() const {
    const uint64_t kind = settings & QDRT_DECIDE_KINDS;
    const bool isEnd = has(QDRT_DECIDE_AT_END);
    loop->iterations = isEnd ? loop->iterations + 1 : 0;
    *at<int64_t>(QDRT_DECIDE_COUNT) += isEnd;
    if (kind == QDRT_DECIDE_BRANCH)
      return conditionHolds();
    if (hasFailed())
      return false;
    if (kind == QDRT_DECIDE_WHILE_DO)
      return conditionHolds() && isAllowed() && isNotStopped();
    if (kind == QDRT_DECIDE_REPEAT)
      return isEnd ? endRepeat() : beginRepeat();
    if (isEnd)
      return endDoWhile();
    loop->end = std::max<int64_t>(number(QDRT_DECIDE_UPPER, QDRT_DECIDE_UPPER_IN_MEMORY), 1);
    return isNotStopped();
  }

  bool endDoWhile() const {
    if (conditionHolds()) {
      if (loop->iterations < loop->end)
        return isAllowed() && isNotStopped();
      if (has(QDRT_DECIDE_FAILS_AT_MAXIMUM))
        return fail(QD_ERROR_LOOP_MAXIMUM, loop->end);
    }
    *at<int64_t>(QDRT_DECIDE_WORD) = loop->iterations;
    return false;
  }

  bool beginRepeat() const {
    loop->value = number(QDRT_DECIDE_LOWER, QDRT_DECIDE_LOWER_IN_MEMORY);
    loop->end = number(QDRT_DECIDE_UPPER, QDRT_DECIDE_UPPER_IN_MEMORY);
    loop->step = number(QDRT_DECIDE_STEP, QDRT_DECIDE_STEP_IN_MEMORY);
    return loop->step < 1 ? fail(QD_ERROR_LOOP_STEP, loop->step) : beginIteration();
  }

  bool endRepeat() const {
    if (loop->value > INT64_MAX - loop->step)
      return false;
    loop->value += loop->step;
    return beginIteration();
  }

  bool beginIteration() const {
    if (loop->value >= loop->end || !isNotStopped())
      return false;
    *at<int64_t>(QDRT_DECIDE_WORD) = loop->value;
    return true;
  }

  const uint64_t *slots;
  const uint64_t settings;
  qd_loop_state *const loop = &at<qdrt_loop_state>(QDRT_DECIDE_STATE)->known;
  qd_error_record *const record = at<qd_error_record>(QDRT_DECIDE_RECORD);
};
} // namespace

Conditions fake_cuda::decideBy(const uint64_t *slots) { return Decision(slots).run(); }
