//===- ManifestFields.h - The shape of the manifest's JSON ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of keys, in the order they are written. mapFields(fields, value)
// calls fields(key, member) for every member that the JSON object of `value`
// has; the writer and the reader each bring their `fields`. A kind comes before
// the keys that depend on it. bits() is a number that JSON shows in
// hexadecimal. unlessDefault() is a key that is left out where the value is its
// type's own: empty, 0, false, the first enumerator, or what a struct starts as.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_MANIFESTFIELDS_H
#define QDC_LIB_PACKAGE_MANIFESTFIELDS_H

#include "qdc/Package/Manifest.h"
#include "qdc/Package/ManifestNames.h"

#include <concepts>

namespace qdc {

/// `T` or `const T`.
template <typename Candidate, typename T>
concept Either = std::same_as<std::remove_const_t<Candidate>, T>;

/// The version has its own object: {"major": 2, "minor": 0}.
struct ManifestVersion {
  uint32_t major = 0;
  uint32_t minor = 0;
};

template <typename Fields>
void mapFields(Fields &fields, Either<ManifestVersion> auto &version) {
  fields("major", version.major);
  fields("minor", version.minor);
}

template <typename Fields>
void mapFields(Fields &fields, Either<SourceLocation> auto &location) {
  fields("file", location.file);
  fields("line", location.line);
  fields("column", location.column);
}

template <typename Fields>
void mapFields(Fields &fields, Either<NamedExtent> auto &dim) {
  fields("text", dim.text);
  fields("extent", dim.extent);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Argument> auto &argument) {
  fields("name", argument.name);
  fields.unlessDefault("group", argument.group);
  fields("kind", argument.kind);
  fields.unlessDefault("role", argument.role);
  fields("type", argument.type);
  fields.unlessDefault("signedness", argument.signedness);
  fields.unlessDefault("doc", argument.doc);
  if (argument.kind != ArgumentKind::array)
    return;
  fields("shape", argument.shape);
  fields("access", argument.access);
  fields.unlessDefault("mayAlias", argument.mayAlias);
  fields.unlessDefault("dims", argument.dims);
}

template <typename Fields>
void mapFields(Fields &fields, Either<KernelResult> auto &result) {
  fields.unlessDefault("name", result.name);
  fields("type", result.type);
  fields.unlessDefault("signedness", result.signedness);
  fields("workspaceOffset", result.workspaceOffset);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Global> auto &global) {
  fields("name", global.name);
  fields("type", global.type);
  fields("shape", global.shape);
  fields("isExternal", global.isExternal);
  fields("isConstant", global.isConstant);
  fields("isPublic", global.isPublic);
  fields("initial", global.initial);
  if (global.initial == GlobalInitial::splat)
    fields.bits("splatBits", global.splatBits);
  if (global.initial == GlobalInitial::data)
    fields("dataOffset", global.dataOffset);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Site> auto &site) {
  fields("kind", site.kind);
  fields("location", site.location);
  fields("message", site.message);
  if (site.kind == SiteKind::print || site.kind == SiteKind::check)
    fields("valueTypes", site.valueTypes);
}

template <typename Fields>
void mapFields(Fields &fields, Either<SourceLoop> auto &loop) {
  fields.unlessDefault("name", loop.name);
  fields("location", loop.location);
}

template <typename Fields>
void mapFields(Fields &fields, Either<NotFused> auto &neighbour) {
  fields("reason", neighbour.reason);
  fields("with", neighbour.with);
  fields.unlessDefault("arrays", neighbour.arrays);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Task> auto &task) {
  fields("name", task.name);
  fields("kind", task.kind);
  fields("location", task.location);
  fields.unlessDefault("sourceLoops", task.sourceLoops);
  fields("extent", task.extent);
  fields.unlessDefault("blockDim", task.blockDim);
  fields("operations", task.operations);
  fields.unlessDefault("readArrays", task.readArrays);
  fields.unlessDefault("writtenArrays", task.writtenArrays);
  fields.unlessDefault("readGlobals", task.readGlobals);
  fields.unlessDefault("writtenGlobals", task.writtenGlobals);
  fields.unlessDefault("readRegions", task.readRegions);
  fields.unlessDefault("writtenRegions", task.writtenRegions);
  fields.unlessDefault("reductions", task.reductions);
  fields("notFused", task.notFused);
}

template <typename Fields>
void mapFields(Fields &fields, Either<SlotSource> auto &slot) {
  fields("kind", slot.kind);
  for (SlotOperand operand : rowOf(slot.kind).operands) {
    if (operand == SlotOperand::axis)
      fields(keyOf(operand), slot.axis);
    else if (operand == SlotOperand::offset)
      fields(keyOf(operand), slot.offset);
    else if (operand != SlotOperand::none)
      fields(keyOf(operand), slot.index);
  }
}

template <typename Fields>
void mapFields(Fields &fields, Either<FlagSource> auto &flag) {
  fields("kind", flag.kind);
  fields("index", flag.index);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Node> auto &node) {
  fields("kind", node.kind);
#define QDC_NODE_OPERAND(NAME)                                                                                         \
  if (hasOperand(node.kind, NodeOperand::NAME))                                                                        \
    fields(#NAME, node.NAME);
#include "qdc/Package/NodeKinds.def"
}

template <typename Fields>
void mapFields(Fields &fields, Either<KnownWord> auto &known) {
  fields("word", known.word);
  fields("value", known.value);
  fields("task", known.task);
}

template <typename Fields>
void mapFields(Fields &fields, Either<RegionSize> auto &size) {
  fields.unlessDefault("source", size.source);
  fields("bytes", size.bytes);
  if (size.source == SizeSource::word)
    fields("node", size.node);
}

template <typename Fields>
void mapFields(Fields &fields, Either<WorkspaceRegion> auto &region) {
  fields("name", region.name);
  fields("alignment", region.alignment);
  fields.unlessDefault("lifetime", region.lifetime);
  fields("size", region.size);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Workspace> auto &workspace) {
  fields("regions", workspace.regions);
  fields.unlessDefault("readbackOffset", workspace.readbackOffset);
  fields.unlessDefault("readbackBytes", workspace.readbackBytes);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Temporary> auto &temporary) {
  fields("location", temporary.location);
  fields("type", temporary.type);
  fields("extents", temporary.extents);
  fields("region", temporary.region);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Accumulation> auto &accumulation) {
  fields("kind", accumulation.kind);
  fields("location", accumulation.location);
  fields("argument", accumulation.argument);
  fields("global", accumulation.global);
}

template <typename Fields>
void mapFields(Fields &fields, Either<KeptValue> auto &kept) {
  fields("reason", kept.reason);
  fields("location", kept.location);
  fields("write", kept.write);
  fields("temporary", kept.temporary);
  fields("task", kept.task);
  fields("bytes", kept.bytes);
}

template <typename Fields>
void mapFields(Fields &fields, Either<SpecializedValue> auto &value) {
  fields("argument", value.argument);
  fields.bits("bits", value.bits);
}

template <typename Fields>
void mapFields(Fields &fields, Either<CheckedCode> auto &checked) {
  fields("variant", checked.variant);
  fields("checks", checked.checks);
  fields("proven", checked.proven);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Kernel> auto &kernel) {
  fields("name", kernel.name);
  fields.unlessDefault("doc", kernel.doc);
  fields("location", kernel.location);
  fields("checked", kernel.checked);
  fields.unlessDefault("specializedValues", kernel.specializedValues);
  fields.unlessDefault("arguments", kernel.arguments);
  fields.unlessDefault("results", kernel.results);
  fields.unlessDefault("sourceLoops", kernel.sourceLoops);
  fields.unlessDefault("tasks", kernel.tasks);
  fields.unlessDefault("graph", kernel.graph);
  fields.unlessDefault("knownWords", kernel.knownWords);
  fields.unlessDefault("workspace", kernel.workspace);
  fields.unlessDefault("temporaries", kernel.temporaries);
  fields.unlessDefault("accumulations", kernel.accumulations);
  fields.unlessDefault("keptValues", kernel.keptValues);
  fields.unlessDefault("graphMode", kernel.graphMode);
}

template <typename Fields>
void mapFields(Fields &fields, Either<LaunchShape> auto &shape) {
  fields("blockThreads", shape.blockThreads);
  fields("threadsPerIteration", shape.threadsPerIteration);
  fields("subgroupWidth", shape.subgroupWidth);
  fields("iterationsPerThread", shape.iterationsPerThread);
  fields("slotPassing", shape.slotPassing);
  fields("grid", shape.grid);
  fields("waitsForDependencies", shape.waitsForDependencies);
}

template <typename Fields>
void mapFields(Fields &fields, Either<PrivateArray> auto &array) {
  fields("slot", array.slot);
  fields("mergeSymbol", array.mergeSymbol);
  fields.bits("neutralBits", array.neutralBits);
}

template <typename Fields>
void mapFields(Fields &fields, Either<PrivateForm> auto &form) {
  fields("symbol", form.symbol);
  fields("atomics", form.atomics);
  fields("arrays", form.arrays);
}

template <typename Fields>
void mapFields(Fields &fields, Either<CPULaunch> auto &launch) {
  fields("privateForm", launch.privateForm);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Launch> auto &launch) {
  LaunchKind kind = kindOf(launch);
  fields("kind", kind);
  // A reader starts with the first alternative.
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(launch)>>)
    if (kind == LaunchKind::grid && kindOf(launch) != kind)
      launch = LaunchShape();
  std::visit([&](auto &alternative) { mapFields(fields, alternative); }, launch);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Coverage> auto &coverage) {
  fields("kind", coverage.kind);
  if (coverage.kind == CoverageKind::tasks)
    fields("tasks", coverage.tasks);
  else
    fields("node", coverage.node);
  if (coverage.kind == CoverageKind::end)
    fields("lastTasks", coverage.lastTasks);
}

template <typename Fields>
void mapFields(Fields &fields, Either<EntryPoint> auto &entryPoint) {
  fields("symbol", entryPoint.symbol);
  fields("kernel", entryPoint.kernel);
  fields("covers", entryPoint.covers);
  fields("slots", entryPoint.slots);
  fields("launch", entryPoint.launch);
}

template <typename Fields>
void mapFields(Fields &fields, Either<ImageRegion> auto &added) {
  fields("kernel", added.kernel);
  mapFields(fields, added.region);
}

template <typename Fields>
void mapFields(Fields &fields, Either<LoopCode> auto &loop) {
  fields("kernel", loop.kernel);
  fields("node", loop.node);
  fields("strategy", loop.strategy);
  fields("entryPoint", loop.entryPoint);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Image> auto &image) {
  fields("target", image.target);
  fields.unlessDefault("variant", image.variant);
  fields.unlessDefault("features", image.features);
  fields("kernelABIVersion", image.kernelABIVersion);
  fields.unlessDefault("mathLibrary", image.mathLibrary);
  fields("digest", image.digest);
  fields("assembler", image.assembler);
  fields.unlessDefault("regions", image.regions);
  fields.unlessDefault("entryPoints", image.entryPoints);
  fields.unlessDefault("loops", image.loops);
}

template <typename Fields>
void mapFields(Fields &fields, Either<Module> auto &module) {
  fields("sourceDigest", module.sourceDigest);
  fields("optionsDigest", module.optionsDigest);
  fields.unlessDefault("dataBytes", module.dataBytes);
  fields.unlessDefault("dataDigest", module.dataDigest);
  fields.unlessDefault("globals", module.globals);
  fields.unlessDefault("sites", module.sites);
  fields.unlessDefault("kernels", module.kernels);
  fields("images", module.images);
}

/// All but the version, which decides whether the rest can be read.
template <typename Fields>
void mapFields(Fields &fields, Either<Manifest> auto &manifest) {
  fields("producer", manifest.producer);
  fields("requires", manifest.requires_);
  fields("modules", manifest.modules);
}

} // namespace qdc

#endif // QDC_LIB_PACKAGE_MANIFESTFIELDS_H
