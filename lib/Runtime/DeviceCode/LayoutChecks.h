/* LayoutChecks.h - that Layout.h says where the parts of structs are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef QDRT_DEVICECODE_LAYOUTCHECKS_H
#define QDRT_DEVICECODE_LAYOUTCHECKS_H

#include "Runtime/Core/LaunchReport.h"
#include "Runtime/DeviceCode/Layout.h"

static_assert(offsetof(qd_error_record, code) == QDRT_RECORD_CODE_AT, "device code has the number");
static_assert(offsetof(qd_error_record, site) == QDRT_RECORD_SITE_AT, "device code has the number");
static_assert(offsetof(qd_error_record, iteration) == QDRT_RECORD_ITERATION_AT, "device code has the number");
static_assert(offsetof(qd_error_record, values) == QDRT_RECORD_VALUES_AT, "device code has the number");
static_assert(sizeof(qd_error_record) == 8 * QDRT_RECORD_WORDS, "device code has the number");
static_assert(offsetof(qd_print_buffer, used) == QDRT_PRINTS_USED_AT, "device code has the number");
static_assert(offsetof(qdrt_launch_report, number) == QDRT_REPORT_NUMBER_AT, "device code has the number");
static_assert(offsetof(qdrt_launch_report, first_number) == QDRT_REPORT_FIRST_NUMBER_AT, "device code has the number");
static_assert(offsetof(qdrt_launch_report, last) == QDRT_REPORT_LAST_AT, "device code has the number");
static_assert(offsetof(qdrt_launch_report, first) == QDRT_REPORT_FIRST_AT, "device code has the number");
static_assert(offsetof(qdrt_launch_report, printed) == QDRT_REPORT_PRINTED_AT, "device code has the number");
static_assert(sizeof(qdrt_launch_report) == QDRT_REPORT_BYTES, "device code has the number");
static_assert(QD_ERROR_NONE == 0, "device code has the number");

#endif
