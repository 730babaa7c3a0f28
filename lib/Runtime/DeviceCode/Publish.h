/* Publish.h - what ends a launch on an asynchronous stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The contract between the loader, which launches the kernel `qdrt_publish` as the last of a launch that reports, and
 * the kernel (Publish.c). It hands over what the launch left and makes the device side ready for the next one, so that
 * a graph of which it is a node can be launched again as it is. Plain C. */
#ifndef QDRT_DEVICECODE_PUBLISH_H
#define QDRT_DEVICECODE_PUBLISH_H

#include "Runtime/DeviceCode/LayoutChecks.h"
#include "Runtime/DeviceCode/PublishNumbers.h"

#define QDRT_PUBLISH_KERNEL "qdrt_publish"

/* The kernel's parameters, each of 8 bytes. */
enum {
  QDRT_PUBLISH_REPORT, /* address of the qdrt_launch_report, as the device knows it; the results follow */
  QDRT_PUBLISH_NUMBER, /* address of the stream's number of launches (u64), which goes up by QDRT_LAUNCH_NUMBER_STEP */
  QDRT_PUBLISH_RECORD, /* address of the error record, whose code is 0 afterwards; 0: there is none */
  QDRT_PUBLISH_PRINTS, /* address of the qd_print_buffer; 0: there is none */
  QDRT_PUBLISH_RESULTS, /* address of the results */
  QDRT_PUBLISH_RESULT_WORDS, /* how many, of 8 bytes each */
  QDRT_PUBLISH_SLOTS
};

#endif
