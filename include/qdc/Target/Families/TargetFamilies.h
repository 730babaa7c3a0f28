//===- TargetFamilies.h - All families of targets ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_FAMILIES_TARGETFAMILIES_H
#define QDC_TARGET_FAMILIES_TARGETFAMILIES_H

#include "qdc/Target/TargetFamily.h"

namespace qdc {

using TargetFamilies = std::vector<std::unique_ptr<TargetFamily>>;

/// All families, each with the variables that it asks for. `variable` gives the value of one, empty where it is not
/// set.
TargetFamilies makeTargetFamilies(const std::function<std::string(const std::string &name)> &variable);

/// The family of a spelling such as "cpu:native", by what stands before the colon; null where there is none.
const TargetFamily *findFamily(const TargetFamilies &families, std::string_view spelling);

/// The target of a spelling. Fails with ErrorCode::invalidArgument, listing what is accepted, where there is none.
Result<std::unique_ptr<Target>> makeTarget(const TargetFamilies &families, std::string_view spelling);

/// The targets of all families.
std::vector<TargetDescription> describeTargets(const TargetFamilies &families);

} // namespace qdc

#endif // QDC_TARGET_FAMILIES_TARGETFAMILIES_H
