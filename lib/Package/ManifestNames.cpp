//===- ManifestNames.cpp - How the manifest spells its enums --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestNames.h"

using namespace qdc;

static constexpr std::string_view kElementTypes[] = {
#define QDC_ELEMENT_TYPE(NAME, BYTES, IS_INTEGER) #NAME,
#include "qdc/Package/ElementTypes.def"
};
static constexpr std::string_view kSlotKindNames[] = {
#define QDC_SLOT_KIND(NAME, DIALECT_NAME, HELD, FIRST, SECOND) #NAME,
#include "qdc/ABI/SlotKinds.def"
};
static constexpr std::string_view kFusionObstacles[] = {
#define QDC_FUSION_OBSTACLE(NAME, TEXT) #NAME,
#include "qdc/Package/FusionObstacles.def"
};
static constexpr std::string_view kNodeKinds[] = {
#define QDC_NODE_KIND(NAME, ...) #NAME,
#include "qdc/Package/NodeKinds.def"
};

/// The table of an enum whose names stand here alone; `last` is its last enumerator.
#define QDC_ENUM_NAMES(TYPE, WHAT, LAST, ...)                                                                          \
  static constexpr std::string_view k##TYPE##Names[] = {__VA_ARGS__};                                                  \
  static_assert(std::size(k##TYPE##Names) == static_cast<size_t>(TYPE::LAST) + 1);                                     \
  EnumNames qdc::enumNames(TYPE) { return {WHAT, k##TYPE##Names}; }

EnumNames qdc::enumNames(ElementType) { return {"element type", kElementTypes}; }
EnumNames qdc::enumNames(FusionObstacle) { return {"reason not to fuse", kFusionObstacles}; }
EnumNames qdc::enumNames(SlotKind) { return {"slot kind", kSlotKindNames}; }
EnumNames qdc::enumNames(NodeKind) { return {"node kind", kNodeKinds}; }
QDC_ENUM_NAMES(Signedness, "signedness", unsignedInteger, "signed", "unsigned")
QDC_ENUM_NAMES(Access, "access", readWrite, "none", "read", "write", "readWrite")
QDC_ENUM_NAMES(ArgumentKind, "argument kind", scalar, "array", "scalar")
QDC_ENUM_NAMES(ArgumentRole, "argument role", seed, "primal", "shadow", "tangent", "seed")
QDC_ENUM_NAMES(GlobalInitial, "initial value", data, "zero", "splat", "data")
QDC_ENUM_NAMES(SiteKind, "site kind", adstack, "assertion", "print", "loop", "check", "adstack")
QDC_ENUM_NAMES(TaskKind, "task kind", serial, "parallel", "serial")
QDC_ENUM_NAMES(RegionLifetime, "lifetime", caller, "instance", "stream", "launch", "caller")
QDC_ENUM_NAMES(SizeSource, "source of a size", word, "host", "word")
QDC_ENUM_NAMES(FlagKind, "kind of flag", temporary, "argument", "global", "temporary")
QDC_ENUM_NAMES(AccumulationKind, "kind of accumulation", atomic, "plain", "gather", "reduce", "atomic")
QDC_ENUM_NAMES(KeptReason, "reason to keep a value", extreme, "overwritten", "local", "unrepeatable", "carried",
               "extreme")
QDC_ENUM_NAMES(GraphMode, "graph mode", never, "auto", "always", "never")
QDC_ENUM_NAMES(SlotPassing, "way to pass slots", memory, "values", "memory")
QDC_ENUM_NAMES(GridSize, "grid size", cooperative, "iterations", "resident", "single", "cooperative")
QDC_ENUM_NAMES(LaunchKind, "launch kind", grid, "cpu", "grid")
QDC_ENUM_NAMES(CoverageKind, "kind of coverage", end, "tasks", "node", "end")
QDC_ENUM_NAMES(LoopStrategy, "loop strategy", grid, "host", "graph", "replay", "block", "grid")
#undef QDC_ENUM_NAMES

std::string_view qdc::keyOf(SlotOperand operand) {
  switch (operand) {
  case SlotOperand::none:
    return {};
  case SlotOperand::array:
  case SlotOperand::scalar:
  case SlotOperand::global:
    return "index";
  case SlotOperand::axis:
    return "axis";
  case SlotOperand::region:
    return "region";
  case SlotOperand::offset:
    return "offset";
  case SlotOperand::loop:
    return "node";
  }
  return {};
}
