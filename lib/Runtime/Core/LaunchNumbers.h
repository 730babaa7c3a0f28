/* LaunchNumbers.h - how launches of a stream are counted
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers alone, for languages of devices that have nothing else of C. */
#ifndef QDRT_CORE_LAUNCHNUMBERS_H
#define QDRT_CORE_LAUNCHNUMBERS_H

/* From one launch of a stream that reports to the next: the numbers between are those of launches that a caller
 * captured. */
#define QDRT_LAUNCH_NUMBER_STEP 2

#endif
