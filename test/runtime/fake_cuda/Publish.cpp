//===- Publish.cpp - What ends a launch on the fake driver ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Publish.h"

#include "Runtime/DeviceCode/Publish.h"

#include <cstring>

void fake_cuda::publishBy(const uint64_t *slots) {
  auto &report = *reinterpret_cast<qdrt_launch_report *>(slots[QDRT_PUBLISH_REPORT]);
  report.number = *reinterpret_cast<uint64_t *>(slots[QDRT_PUBLISH_NUMBER]) += QDRT_LAUNCH_NUMBER_STEP;
  report.printed = 0;
  if (slots[QDRT_PUBLISH_PRINTS] != 0)
    report.printed = reinterpret_cast<const qd_print_buffer *>(slots[QDRT_PUBLISH_PRINTS])->used;
  if (const uint64_t words = slots[QDRT_PUBLISH_RESULT_WORDS]; words != 0)
    std::memcpy(&report + 1, reinterpret_cast<const void *>(slots[QDRT_PUBLISH_RESULTS]), 8 * words);
  report.last.code = QD_ERROR_NONE;
  auto *record = reinterpret_cast<qd_error_record *>(slots[QDRT_PUBLISH_RECORD]);
  if (!record || record->code == QD_ERROR_NONE)
    return;
  report.last = *record;
  if (report.first.code == QD_ERROR_NONE) {
    report.first = *record;
    report.first_number = report.number;
  }
  record->code = QD_ERROR_NONE;
}
