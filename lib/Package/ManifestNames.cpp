//===- ManifestNames.cpp - How the manifest spells its enums --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestNames.h"

using namespace qdc;

static constexpr std::string_view kElementTypes[] = {"i1",    "i8",  "i16",  "i32", "i64",
                                                     "index", "f16", "bf16", "f32", "f64"};
static constexpr std::string_view kSignedness[] = {"signed", "unsigned"};
static constexpr std::string_view kAccess[] = {"none", "read", "write", "readWrite"};
static constexpr std::string_view kArgumentKinds[] = {"array", "scalar"};
static constexpr std::string_view kGlobalInitials[] = {"zero", "splat", "data"};
static constexpr std::string_view kSiteKinds[] = {"assertion", "print", "loop"};
static constexpr std::string_view kTaskKinds[] = {"parallel", "serial"};
static constexpr std::string_view kSlotKinds[] = {"array",       "dim",         "scalar", "global",       "workspace",
                                                  "errorRecord", "printBuffer", "seed",   "launchOrdinal"};
static constexpr std::string_view kSlotPassings[] = {"values", "memory"};
static constexpr std::string_view kGridSizes[] = {"iterations", "resident"};
static constexpr std::string_view kNodeKinds[] = {"task", "doWhile", "whileDo", "repeat", "branch"};
static constexpr std::string_view kGraphModes[] = {"auto", "always", "never"};

EnumNames qdc::enumNames(ElementType) { return {"element type", kElementTypes}; }
EnumNames qdc::enumNames(Signedness) { return {"signedness", kSignedness}; }
EnumNames qdc::enumNames(Access) { return {"access", kAccess}; }
EnumNames qdc::enumNames(ArgumentKind) { return {"argument kind", kArgumentKinds}; }
EnumNames qdc::enumNames(GlobalInitial) { return {"initial value", kGlobalInitials}; }
EnumNames qdc::enumNames(SiteKind) { return {"site kind", kSiteKinds}; }
EnumNames qdc::enumNames(TaskKind) { return {"task kind", kTaskKinds}; }
EnumNames qdc::enumNames(SlotKind) { return {"slot kind", kSlotKinds}; }
EnumNames qdc::enumNames(SlotPassing) { return {"way to pass slots", kSlotPassings}; }
EnumNames qdc::enumNames(GridSize) { return {"grid size", kGridSizes}; }
EnumNames qdc::enumNames(NodeKind) { return {"node kind", kNodeKinds}; }
EnumNames qdc::enumNames(GraphMode) { return {"graph mode", kGraphModes}; }

uint64_t qdc::elementSize(ElementType type) {
  constexpr uint8_t sizes[] = {1, 1, 2, 4, 8, 8, 2, 2, 4, 8};
  return sizes[static_cast<size_t>(type)];
}
