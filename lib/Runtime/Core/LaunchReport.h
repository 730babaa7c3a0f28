/* LaunchReport.h - what a launch on an asynchronous stream tells the host
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shared by the loader and by what hands a launch's outcome over on the device (GraphPublish of Backend.h), which may
 * be a kernel of the backend's own. Plain C. A report lies in memory of the host; the bytes of the results follow it. A
 * wait finds it complete. */
#ifndef QDRT_CORE_LAUNCHREPORT_H
#define QDRT_CORE_LAUNCHREPORT_H

#include "Runtime/Core/LaunchNumbers.h"

#include "qdc/ABI/KernelABI.h"

/* What launches of one kernel on one stream, with one code, have reported. A launch that has reported leaves error
 * record and number of the stream's launches on the device as the next one needs them. */
typedef struct qdrt_launch_report {
  uint64_t number; /* of the last launch: among those of the stream that report, by steps */
  uint64_t first_number; /* of the launch that `first` is of */
  qd_error_record last; /* of the last launch: code QD_ERROR_NONE, and nothing else, or all of its error record */
  qd_error_record first; /* the error record of the first launch that failed since the host set the code to
                          * QD_ERROR_NONE */
  uint32_t printed; /* words reserved in the print buffer, by all launches since it was emptied */
  uint32_t reserved[7];
} qdrt_launch_report;
static_assert(sizeof(qdrt_launch_report) == 464, "device code and host share this layout");
static_assert(offsetof(qdrt_launch_report, last) == 16, "device code and host share this layout");
static_assert(offsetof(qdrt_launch_report, first) == 224, "device code and host share this layout");
static_assert(offsetof(qdrt_launch_report, printed) == 432, "device code and host share this layout");

#endif
