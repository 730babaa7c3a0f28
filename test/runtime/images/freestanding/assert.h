/* assert.h - what KernelABI.h needs of it, for a target without a C library
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define static_assert _Static_assert
