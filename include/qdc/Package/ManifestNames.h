//===- ManifestNames.h - How the manifest spells its enums ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for each enum of Manifest.h, in the order of its enumerators. The
// reader, the writer, messages and tools all take the names from here.
// SlotOperand has no names of its own but keys, which two may share.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTNAMES_H
#define QDC_PACKAGE_MANIFESTNAMES_H

#include "qdc/Package/Manifest.h"

#include <optional>
#include <span>
#include <string_view>

namespace qdc {

/// What an enum's values are ("element type") and their names.
struct EnumNames {
  std::string_view what;
  std::span<const std::string_view> names;
};

EnumNames enumNames(ElementType);
EnumNames enumNames(Signedness);
EnumNames enumNames(Access);
EnumNames enumNames(ArgumentKind);
EnumNames enumNames(ArgumentRole);
EnumNames enumNames(GlobalInitial);
EnumNames enumNames(SiteKind);
EnumNames enumNames(TaskKind);
EnumNames enumNames(FusionObstacle);
EnumNames enumNames(SlotKind);
EnumNames enumNames(NodeKind);
EnumNames enumNames(RegionLifetime);
EnumNames enumNames(SizeSource);
EnumNames enumNames(FlagKind);
EnumNames enumNames(AccumulationKind);
EnumNames enumNames(KeptReason);
EnumNames enumNames(GraphMode);
EnumNames enumNames(SlotPassing);
EnumNames enumNames(GridSize);
EnumNames enumNames(LaunchKind);
EnumNames enumNames(CoverageKind);
EnumNames enumNames(LoopStrategy);

/// The key of an operand in a slot's object; empty for none.
std::string_view keyOf(SlotOperand operand);

/// The name of one value: enumName(ElementType::f32) is "f32".
template <typename Enum>
std::string_view enumName(Enum value) {
  return enumNames(value).names[static_cast<size_t>(value)];
}

/// The value of that name, or nothing.
template <typename Enum>
std::optional<Enum> enumFromName(std::string_view name) {
  std::span<const std::string_view> names = enumNames(Enum()).names;
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTNAMES_H
