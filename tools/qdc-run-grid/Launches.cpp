//===- Launches.cpp - The launches of a run -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Launches.h"

using namespace mlir;

namespace qdc {

static qd::EntryPointAttr descriptionOf(func::FuncOp entry) {
  return entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
}

const Program *Programs::find(StringRef name) {
  if (auto program = known.find(name); program != known.end())
    return program->second.get();
  auto entry = symbols.lookup<func::FuncOp>(name);
  if (!entry || !descriptionOf(entry)) {
    std::string names;
    for (auto function : module().getOps<func::FuncOp>())
      if (descriptionOf(function))
        names += (names.empty() ? "'" : ", '") + function.getSymName().str() + "'";
    module().emitError() << "there is no entry point '" << name << "'; accepted: " << names;
    return nullptr;
  }
  FailureOr<Program> program = flattenEntry(entry);
  if (failed(program))
    return nullptr;
  return (known[name.str()] = std::make_unique<Program>(*std::move(program))).get();
}

LogicalResult Launches::launch(StringRef name) {
  const Program *program = programs.find(name);
  if (!program)
    return failure();
  func::FuncOp entry = program->entry;
  qd::EntryPointAttr description = descriptionOf(entry);
  qd::LaunchAttr launch = description.getLaunch();
  GridShape shape;
  shape.blocks = launch.getGrid() == qd::GridSize::single ? 1 : options.blocks;
  shape.blockThreads = launch.getBlockThreads();
  shape.subgroupWidth = options.subgroupWidth ? options.subgroupWidth : launch.getSubgroupWidth();
  shape.longestRun = options.longestRun;
  if (shape.subgroupWidth == 0)
    return entry.emitOpError("is for subgroups of any width; say by '--device-subgroup=N' how many threads one has");
  if (launch.getSubgroupWidth() && launch.getSubgroupWidth() != shape.subgroupWidth)
    return entry.emitOpError("is for subgroups of ")
           << launch.getSubgroupWidth() << " threads, and those of the device have " << shape.subgroupWidth;
  Result<std::vector<uint64_t>> parameters = instance.slotsOf(description);
  if (!parameters)
    return entry.emitOpError("cannot be launched: ") << parameters.error().message;
  return Grid(*program, shape, *parameters, order, intervals).run(said);
}

} // namespace qdc
