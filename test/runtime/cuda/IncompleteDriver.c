/* IncompleteDriver.c - a libcuda.so.1 that is new enough and lacks everything
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int cuDriverGetVersion(int *version) {
  *version = 12040;
  return 0;
}
