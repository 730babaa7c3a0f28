//===- ArrayText.h - Arrays as nested brackets ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_ARRAYTEXT_H
#define QDC_TOOLS_RUN_ARRAYTEXT_H

#include "Run/LaunchArguments.h"
#include "qdc/Support/Json.h"

namespace qdc {

/// "[[1, 2],\n [3, 4]]". Above 1000 elements the middle of every axis longer
/// than 6 is shown as "...".
std::string arrayText(const ArrayContents &array);

/// Nested JSON arrays of all elements; a rank-0 array is one number.
Json arrayJson(const ArrayContents &array);

} // namespace qdc

#endif // QDC_TOOLS_RUN_ARRAYTEXT_H
