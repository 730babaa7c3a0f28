/* InterfacesHeaderTest.c - interfaces.h by itself
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "qdrt/interfaces.h" /* when it comes first, it brings all of qdrt.h */

#include <assert.h>

static_assert(sizeof(&qdrt_package_find_interface) == sizeof(&qdrt_kernel_launch), "of this header, and of qdrt.h");
static_assert(sizeof(&qdrt_package_find_interface) == sizeof(&qdrt_workspace_bind), "and of the other part");
static_assert(offsetof(qdrt_interface, results) == 32, "part of the ABI");
