/* Publish.c - the kernel that hands over what a launch left
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In the language of Host/DeviceTarget.h. PTX/Publish.ptx is what PTX/make-ptx writes of this with clang 22, and a test
 * compares them. */
#include "DeviceTarget.h"
#include "Layout.h"
#include "PublishNumbers.h"

QDRT_HELPER void copy_record(uint64_t to, uint64_t from) {
  QDRT_ROLLED
  for (uint32_t at = 0; at < QDRT_RECORD_WORDS; ++at)
    QDRT_STORE(uint64_t, to + 8 * at, QDRT_LOAD(uint64_t, from + 8 * at));
}

QDRT_KERNEL qdrt_publish(uint64_t report, uint64_t number, uint64_t record, uint64_t prints, uint64_t results,
                         uint64_t result_words) {
  const uint32_t thread = QDRT_THREAD();
  /* Reads of the device's memory take long, so these are under way while results are copied. */
  const uint64_t launch = QDRT_LOAD(uint64_t, number) + QDRT_LAUNCH_NUMBER_STEP;
  uint32_t code = 0;
  if (record != 0)
    code = QDRT_LOAD(uint32_t, record + QDRT_RECORD_CODE_AT);
  uint32_t printed = 0;
  if (prints != 0)
    printed = QDRT_LOAD(uint32_t, prints + QDRT_PRINTS_USED_AT);
  QDRT_ROLLED
  for (uint64_t at = thread; at < result_words; at += QDRT_THREADS(QDRT_PUBLISH_THREADS))
    QDRT_STORE(uint64_t, report + QDRT_REPORT_BYTES + 8 * at, QDRT_LOAD(uint64_t, results + 8 * at));
  if (thread != 0)
    return;
  QDRT_STORE(uint64_t, number, launch);
  QDRT_STORE(uint64_t, report + QDRT_REPORT_NUMBER_AT, launch);
  QDRT_STORE(uint32_t, report + QDRT_REPORT_PRINTED_AT, printed);
  QDRT_STORE(uint32_t, report + QDRT_REPORT_LAST_AT + QDRT_RECORD_CODE_AT, 0);
  if (code == 0)
    return;
  copy_record(report + QDRT_REPORT_LAST_AT, record);
  if (QDRT_LOAD(uint32_t, report + QDRT_REPORT_FIRST_AT + QDRT_RECORD_CODE_AT) == 0) {
    QDRT_STORE(uint64_t, report + QDRT_REPORT_FIRST_NUMBER_AT, launch);
    copy_record(report + QDRT_REPORT_FIRST_AT, record);
  }
  QDRT_STORE(uint32_t, record + QDRT_RECORD_CODE_AT, 0);
}
