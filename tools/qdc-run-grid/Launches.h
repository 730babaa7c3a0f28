//===- Launches.h - The launches of a run -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_LAUNCHES_H
#define QDC_TOOLS_RUNGRID_LAUNCHES_H

#include "Grid.h"
#include "Instance.h"

namespace qdc {

/// What all launches of a run have alike.
struct LaunchOptions {
  unsigned blocks = 1;       // of entry points that run in any number of them
  unsigned subgroupWidth = 0; // of the device; 0: that of the entry point, where it has one
  uint64_t longestRun = 0;    // instructions that a thread may take
};

/// The entry points of a module, each flattened once.
class Programs {
public:
  /// Of a module that verifyGrid accepts.
  explicit Programs(mlir::ModuleOp module) : symbols(module) {}

  /// Null, after an error at the module, if it has no such entry point, or, at an op, if that cannot be run.
  const Program *find(llvm::StringRef name);
  mlir::ModuleOp module() { return llvm::cast<mlir::ModuleOp>(symbols.getOp()); }

private:
  mlir::SymbolTable symbols;
  std::map<std::string, std::unique_ptr<Program>, std::less<>> known;
};

/// The launches of one run, one after the other.
class Launches {
public:
  Launches(Programs &programs, Instance &instance, const LaunchOptions &options, Order order)
      : programs(programs), instance(instance), options(options), order(order) {}

  /// Runs an entry point. Fails, with an error, where its threads do something that is wrong.
  mlir::LogicalResult launch(llvm::StringRef name);

  /// The code in the error record.
  uint32_t errorCode() const { return instance.errorRecord().load(0, sizeof(uint32_t)); }
  const Conditions &conditions() const { return said; }
  /// What the launches last set a conditional node to; false where none did.
  bool condition(uint64_t handle) const {
    auto set = said.find(handle);
    return set != said.end() && set->second;
  }
  Programs &entryPoints() { return programs; }
  Instance &memory() { return instance; }

private:
  Programs &programs;
  Instance &instance;
  LaunchOptions options;
  Order order;
  uint64_t intervals = 0;
  Conditions said;
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_LAUNCHES_H
