/* other.c - an image without the entry points that a test asks for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
void something_else(void) {}
