//===- Variants.h - The names of checked variants ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package may have its code a second time, with checks compiled in. Such a
// variant is named by its set of checks: sorted, joined by commas. Whoever
// asks for one may name them in any order, and join them by '+' too.
// A variant serves whoever asks for some of its checks.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_VARIANTS_H
#define QDC_PACKAGE_VARIANTS_H

#include "qdc/Support/Result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// The checks that there are, sorted.
inline constexpr std::string_view kChecks[] = {"arithmetic", "bounds", "float"};

/// The variant with the checks of a list such as "bounds,arithmetic" or "bounds+arithmetic": "arithmetic,bounds".
/// invalidArgument for a list that is empty, names a check twice or one that there is not; the message completes
/// "'--checks' ".
Result<std::string> variantOfChecks(std::string_view list);

/// Whether `variant`, which is not empty, is spelled as variantOfChecks spells it: its checks sorted, each once, with
/// commas between them. Checks of another version, which are unknown here, count as others do.
bool isVariantName(std::string_view variant);

/// The checks of a variant, in order; of "" none.
std::vector<std::string_view> checksOfVariant(std::string_view variant);

/// How many checks a variant has beyond those that are asked for, which may be of its own version and unknown here;
/// nothing where it lacks one. "", the code without checks, and whoever asks for no check, get each other alone.
std::optional<size_t> countUnaskedChecks(std::string_view variant, std::string_view asked);

} // namespace qdc

#endif // QDC_PACKAGE_VARIANTS_H
