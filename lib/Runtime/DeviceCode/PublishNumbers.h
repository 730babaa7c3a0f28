/* PublishNumbers.h - the numbers of Publish.h and LaunchReport.h
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers alone, for the language of Host/DeviceTarget.h. */
#ifndef QDRT_DEVICECODE_PUBLISHNUMBERS_H
#define QDRT_DEVICECODE_PUBLISHNUMBERS_H

#include "Runtime/Core/LaunchNumbers.h"

/* One block of so many threads. */
#define QDRT_PUBLISH_THREADS 32

#endif
