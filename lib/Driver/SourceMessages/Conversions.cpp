//===- Conversions.cpp - From one type to another -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversions.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace qdc {

/// The N of iN; 0 for other types.
static unsigned integerWidth(StringRef type) {
  unsigned width = 0;
  return type.consume_front("i") && !type.getAsInteger(10, width) ? width : 0;
}

/// 0 for other types.
static unsigned floatWidth(StringRef type) {
  return llvm::StringSwitch<unsigned>(type).Cases({"f16", "bf16"}, 16).Case("f32", 32).Case("f64", 64).Default(0);
}

bool hasOneType(StringRef operation) {
  auto [dialect, name] = operation.split('.');
  return (dialect == "arith" || dialect == "math") && name != "select" && name != "fpowi";
}

bool isFloatType(StringRef type) { return floatWidth(type) != 0; }
bool isIntegerType(StringRef type) { return type == "index" || integerWidth(type) != 0; }
bool isArrayType(StringRef type) { return type.starts_with("memref<"); }

StringRef conversionOperation(StringRef from, StringRef to) {
  const unsigned fromInteger = integerWidth(from), toInteger = integerWidth(to);
  const unsigned fromFloat = floatWidth(from), toFloat = floatWidth(to);
  if (toInteger == 1 || from == to)
    return ""; // what is true of a number is a comparison
  if ((from == "index" && toInteger) || (fromInteger && to == "index"))
    return fromInteger == 1 ? "arith.index_castui" : "arith.index_cast";
  if (fromInteger && toInteger)
    return fromInteger > toInteger ? "arith.trunci" : fromInteger == 1 ? "arith.extui" : "arith.extsi";
  if (fromInteger && toFloat)
    return fromInteger == 1 ? "arith.uitofp" : "arith.sitofp";
  if (fromFloat && toInteger)
    return "arith.fptosi";
  if (fromFloat == toFloat)
    return "";
  return fromFloat && toFloat ? fromFloat < toFloat ? "arith.extf" : "arith.truncf" : "";
}

/// A type on the way, where one operation does not convert.
static StringRef typeBetween(StringRef from, StringRef to) {
  if ((from == "index" && isFloatType(to)) || (isFloatType(from) && to == "index"))
    return "i64";
  return floatWidth(from) == 16 && floatWidth(to) == 16 ? "f32" : "";
}

std::string explainConversion(StringRef value, StringRef from, StringRef to) {
  auto step = [](StringRef operand, StringRef before, StringRef after) {
    return "'" + conversionOperation(before, after).str() + " " + operand.str() + " : " + before.str() + " to " +
           after.str() + "'";
  };
  if (to == "i1" && isIntegerType(from))
    return "compare it with 0 by 'arith.cmpi ne, " + value.str() + ", %zero : " + from.str() + "'";
  if (to == "i1" && isFloatType(from))
    return "compare it with 0 by 'arith.cmpf une, " + value.str() + ", %zero : " + from.str() + "'";
  if (!conversionOperation(from, to).empty())
    return "convert it by " + step(value, from, to);
  if (StringRef between = typeBetween(from, to); from != to && !between.empty())
    return "convert it by " + step(value, from, between) + " and that by '" + conversionOperation(between, to).str() +
           "'";
  if (isArrayType(from) && (isFloatType(to) || isIntegerType(to)))
    return "load an element of it by 'memref.load'";
  return "";
}

StringRef counterpart(StringRef operation) {
  return llvm::StringSwitch<StringRef>(operation)
      .Case("arith.addi", "arith.addf")
      .Case("arith.subi", "arith.subf")
      .Case("arith.muli", "arith.mulf")
      .Cases({"arith.divsi", "arith.divui"}, "arith.divf")
      .Cases({"arith.remsi", "arith.remui"}, "arith.remf")
      .Cases({"arith.maxsi", "arith.maxui"}, "arith.maximumf")
      .Cases({"arith.minsi", "arith.minui"}, "arith.minimumf")
      .Case("arith.cmpi", "arith.cmpf")
      .Case("math.absi", "math.absf")
      .Case("math.ipowi", "math.powf")
      .Case("arith.addf", "arith.addi")
      .Case("arith.subf", "arith.subi")
      .Case("arith.mulf", "arith.muli")
      .Case("arith.divf", "arith.divsi")
      .Case("arith.remf", "arith.remsi")
      .Cases({"arith.maximumf", "arith.maxnumf"}, "arith.maxsi")
      .Cases({"arith.minimumf", "arith.minnumf"}, "arith.minsi")
      .Case("arith.cmpf", "arith.cmpi")
      .Case("math.absf", "math.absi")
      .Case("math.powf", "math.ipowi")
      .Default("");
}

} // namespace qdc
