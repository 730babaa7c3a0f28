/* Layout.h - where device code finds the parts of structs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers alone, for the language of Host/DeviceTarget.h. LayoutChecks.h holds them against the structs. */
#ifndef QDRT_DEVICECODE_LAYOUT_H
#define QDRT_DEVICECODE_LAYOUT_H

/* qd_error_record */
#define QDRT_RECORD_CODE_AT 0
#define QDRT_RECORD_SITE_AT 4
#define QDRT_RECORD_ITERATION_AT 8
#define QDRT_RECORD_VALUES_AT 16
#define QDRT_RECORD_WORDS 26 /* of 8 bytes */

/* qd_print_buffer */
#define QDRT_PRINTS_USED_AT 4

/* qdrt_launch_report; the results follow it. */
#define QDRT_REPORT_NUMBER_AT 0
#define QDRT_REPORT_FIRST_NUMBER_AT 8
#define QDRT_REPORT_LAST_AT 16
#define QDRT_REPORT_FIRST_AT 224
#define QDRT_REPORT_PRINTED_AT 432
#define QDRT_REPORT_BYTES 464

#endif
