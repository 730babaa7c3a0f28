//===- AcceptedOperationsTest.cpp - Each operation that kernels may hold --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier takes the dialects arith, math and index as a whole, but for what
// it refuses by name. Here stands each of their operations: a new one of LLVM
// fails the test until it has a row, which says whether it becomes machine code.
// What the operations compute is for test/EndToEnd.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/MLIRContext.h"

#include <catch2/catch.hpp>

#include <set>
#include <sstream>

using namespace qdc;

namespace {

const char *const integerTypes[] = {"i1", "i8", "i16", "i32", "i64", "index"};
const char *const floatTypes[] = {"f16", "bf16", "f32", "f64"};

/// Operations whose operands and result have one type, by the number of operands.
const char *const integerUnary[] = {"math.absi", "math.ctlz", "math.ctpop", "math.cttz"};
const char *const integerBinary[] = {
    "arith.addi",  "arith.subi",  "arith.muli",  "arith.divui", "arith.divsi", "arith.ceildivui",  "arith.ceildivsi",
    "arith.remui", "arith.remsi", "arith.andi",  "arith.ori",   "arith.xori",  "arith.floordivsi", "arith.shli",
    "arith.shrui", "arith.shrsi", "arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui",      "math.ipowi"};
const char *const indexBinary[] = {"index.add",       "index.sub",  "index.mul",  "index.divs", "index.divu",
                                   "index.ceildivs",  "index.rems", "index.remu", "index.maxs", "index.maxu",
                                   "index.ceildivu",  "index.mins", "index.minu", "index.shl",  "index.shrs",
                                   "index.floordivs", "index.shru", "index.and",  "index.or",   "index.xor"};
const char *const floatUnary[] = {
    "arith.negf", "math.absf", "math.acos",  "math.acosh", "math.asin", "math.asinh", "math.atan",      "math.atanh",
    "math.cbrt",  "math.ceil", "math.cos",   "math.cosh",  "math.erf",  "math.erfc",  "math.exp",       "math.exp2",
    "math.expm1", "math.log",  "math.floor", "math.log10", "math.log2", "math.log1p", "math.roundeven", "math.round",
    "math.rsqrt", "math.sin",  "math.sinh",  "math.sqrt",  "math.tan",  "math.tanh",  "math.trunc"};
const char *const floatBinary[] = {"arith.addf",    "arith.subf",     "arith.mulf",    "arith.divf",
                                   "arith.remf",    "arith.maximumf", "arith.maxnumf", "arith.minimumf",
                                   "arith.minnumf", "math.atan2",     "math.copysign", "math.powf"};
const char *const floatClasses[] = {"math.isfinite", "math.isinf", "math.isnan", "math.isnormal"};

/// An operation of any other form on %a_TYPE and %b_TYPE, giving %r (and %s) of the types `results`.
struct Row {
  const char *name, *text;
  std::vector<std::string> results;
};
const Row rows[] = {
    {"arith.addui_extended", "%r, %s = arith.addui_extended %a_i32, %b_i32 : i32, i1", {"i32", "i1"}},
    {"arith.addui_extended", "%r, %s = arith.addui_extended %a_index, %b_index : index, i1", {"index", "i1"}},
    {"arith.bitcast", "%r = arith.bitcast %a_bf16 : bf16 to i16", {"i16"}},
    {"arith.cmpf", "%r = arith.cmpf ueq, %a_f16, %b_f16 : f16", {"i1"}},
    {"arith.cmpi", "%r = arith.cmpi ult, %a_index, %b_index : index", {"i1"}},
    {"arith.constant", "%r = arith.constant 3.0 : bf16", {"bf16"}},
    {"arith.extf", "%r = arith.extf %a_bf16 : bf16 to f64", {"f64"}},
    {"arith.extsi", "%r = arith.extsi %a_i1 : i1 to i64", {"i64"}},
    {"arith.extui", "%r = arith.extui %a_i8 : i8 to i16", {"i16"}},
    {"arith.fptosi", "%r = arith.fptosi %a_bf16 : bf16 to i8", {"i8"}},
    {"arith.fptoui", "%r = arith.fptoui %a_f64 : f64 to i1", {"i1"}},
    {"arith.index_cast", "%r = arith.index_cast %a_i1 : i1 to index", {"index"}},
    {"arith.index_castui", "%r = arith.index_castui %a_index : index to i8", {"i8"}},
    {"arith.mulsi_extended", "%r, %s = arith.mulsi_extended %a_index, %b_index : index", {"index", "index"}},
    {"arith.mului_extended", "%r, %s = arith.mului_extended %a_i8, %b_i8 : i8", {"i8", "i8"}},
    {"arith.select", "%r = arith.select %a_i1, %a_f16, %b_f16 : f16", {"f16"}},
    {"arith.sitofp", "%r = arith.sitofp %a_i64 : i64 to bf16", {"bf16"}},
    {"arith.truncf", "%r = arith.truncf %a_f64 : f64 to f16", {"f16"}},
    {"arith.truncf", "%r = arith.truncf %a_f64 to_nearest_even : f64 to f32", {"f32"}},
    {"arith.trunci", "%r = arith.trunci %a_i64 : i64 to i1", {"i1"}},
    {"arith.uitofp", "%r = arith.uitofp %a_i1 : i1 to f16", {"f16"}},
    {"index.bool.constant", "%r = index.bool.constant true", {"i1"}},
    {"index.casts", "%r = index.casts %a_i32 : i32 to index", {"index"}},
    {"index.castu", "%r = index.castu %a_index : index to i16", {"i16"}},
    {"index.cmp", "%r = index.cmp uge(%a_index, %b_index)", {"i1"}},
    {"index.constant", "%r = index.constant 3", {"index"}},
    {"index.sizeof", "%r = index.sizeof", {"index"}},
    {"math.fma", "%r = math.fma %a_f16, %b_f16, %b_f16 : f16", {"f16"}},
    {"math.fma", "%r = math.fma %a_f64, %b_f64, %b_f64 : f64", {"f64"}},
    {"math.fpowi", "%r = math.fpowi %a_bf16, %b_i8 : bf16, i8", {"bf16"}},
    {"math.fpowi", "%r = math.fpowi %a_f64, %b_index : f64, index", {"f64"}},
    {"math.sincos", "%r, %s = math.sincos %a_f32 : f32", {"f32", "f32"}},
};

/// What the verifier refuses by name: test/Dialect/QD/Transforms/verify-operations.mlir has the messages.
const char *const refused[] = {"arith.scaling_extf", "arith.scaling_truncf", "math.clampf"};

/// A kernel that computes with the elements of arrays of every type, and keeps each result.
class KernelText {
public:
  KernelText() {
    std::string arguments;
    for (const char *type : {"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"})
      for (std::string array : {"in_a_", "in_b_", "out_"})
        arguments += (arguments.empty() ? "%" : ", %") + array + type + ": memref<?x" + type + ">";
    text << "qd.kernel @k(" << arguments << ") {\n%c8 = arith.constant 8 : index\nqd.for (%i) in (%c8) {\n";
    for (const char *type : {"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"})
      for (std::string name : {"a_", "b_"})
        text << '%' << name << type << " = memref.load %in_" << name << type << "[%i] : memref<?x" << type << ">\n";
    for (std::string name : {"a", "b"})
      text << '%' << name << "_index = arith.index_cast %" << name << "_i64 : i64 to index\n";
  }

  /// Adds an operation that gives %r, and %s if it has two results.
  void add(const std::string &name, const std::string &operation, const std::vector<std::string> &results) {
    names.insert(name);
    // Regions have scopes of their own.
    text << "scf.if %a_i1 {\n" << operation << '\n';
    for (size_t index = 0; index < results.size(); ++index) {
      std::string value = index == 0 ? "%r" : "%s", type = results[index];
      if (type == "index") {
        text << value << "_wide = arith.index_cast " << value << " : index to i64\n";
        value += "_wide";
        type = "i64";
      }
      text << "memref.store " << value << ", %out_" << type << "[%i] : memref<?x" << type << ">\n";
    }
    text << "}\n";
  }

  /// Adds an operation on operands of one type.
  void add(const std::string &name, unsigned operands, const std::string &type, const std::string &result) {
    std::string suffix = name.starts_with("index.") ? "" : " : " + type;
    add(name, "%r = " + name + " %a_" + type + (operands == 2 ? ", %b_" + type : "") + suffix, {result});
  }

  std::string str() const { return text.str() + "}\n}\n"; }

  std::set<std::string> names; // of the operations added

private:
  std::ostringstream text;
};

KernelText everyOperation() {
  KernelText kernel;
  for (const char *type : integerTypes) {
    for (const char *name : integerUnary)
      kernel.add(name, 1, type, type);
    for (const char *name : integerBinary)
      kernel.add(name, 2, type, type);
  }
  for (const char *name : indexBinary)
    kernel.add(name, 2, "index", "index");
  for (const char *type : floatTypes) {
    for (const char *name : floatUnary)
      kernel.add(name, 1, type, type);
    for (const char *name : floatBinary)
      kernel.add(name, 2, type, type);
    for (const char *name : floatClasses)
      kernel.add(name, 1, type, "i1");
  }
  for (const Row &row : rows)
    kernel.add(row.name, row.text, row.results);
  return kernel;
}

} // namespace

TEST_CASE("each operation of arith, math and index is lowered here or refused by name") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::arith::ArithDialect, mlir::index::IndexDialect, mlir::math::MathDialect>();
  std::set<std::string> known = everyOperation().names;
  for (const char *name : refused)
    CHECK(known.insert(name).second);
  std::set<std::string> registered;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (llvm::is_contained({"arith", "index", "math"}, name.getDialectNamespace()))
      registered.insert(name.getStringRef().str());
  CHECK(known == registered);
}

TEST_CASE("each accepted operation becomes machine code") {
  CHECK_NOTHROW(KernelRunner(everyOperation().str(), KernelRunner::Simplify::yes));
}

TEST_CASE("an addition of index values has its carry") {
  KernelRunner runner(R"(
    qd.kernel @k(%a: i64, %b: i64) -> (i64, i1) {
      %x = arith.index_cast %a : i64 to index
      %y = arith.index_cast %b : i64 to index
      %sum, %carry = arith.addui_extended %x, %y : index, i1
      %wide = arith.index_cast %sum : index to i64
      qd.return %wide, %carry : i64, i1
    })");
  auto run = [&](int64_t a, int64_t b) {
    runner.run(CompiledModule::Arguments().scalar(a).scalar(b));
    return std::pair(runner.result<int64_t>(0), runner.result<uint8_t>(1));
  };
  CHECK(run(-1, 1) == std::pair<int64_t, uint8_t>(0, 1));
  CHECK(run(-1, -1) == std::pair<int64_t, uint8_t>(-2, 1));
  CHECK(run(INT64_MAX, 1) == std::pair<int64_t, uint8_t>(INT64_MIN, 0));
  CHECK(run(3, 4) == std::pair<int64_t, uint8_t>(7, 0));
}
