/*===- Libclc.h - Names of functions of libclc ------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_LIBCLC_H
#define QDC_LIB_TARGET_MATH_LIBCLC_H

/* The name that OpenCL C overloading gives to NAME with the parameter types PARAMETERS (f, d, ff, dd). LENGTH is the
 * number of letters in NAME. */
#define LIBCLC_SYMBOL(length, name, parameters) "_Z" #length #name #parameters

#endif
