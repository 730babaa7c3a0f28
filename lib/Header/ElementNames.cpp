//===- ElementNames.cpp - Types of elements in a header -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ElementNames.h"

using namespace qdc;

std::string qdc::elementName(HeaderLanguage language, ElementType type, Signedness signedness) {
  const bool isC = language == HeaderLanguage::c, isUnsigned = signedness == Signedness::unsignedInteger;
  const auto integer = [&](const char *bits) {
    return std::string(isC ? "" : "std::") + (isUnsigned ? "uint" : "int") + bits + "_t";
  };
  switch (type) {
  case ElementType::i1:
    return "bool";
  case ElementType::i8:
    return integer("8");
  case ElementType::i16:
    return integer("16");
  case ElementType::i32:
    return integer("32");
  case ElementType::i64:
    return integer("64");
  case ElementType::index:
    return isC ? integer("64") : isUnsigned ? "qdrt::UnsignedIndex" : "qdrt::Index";
  case ElementType::f16:
    return isC ? "uint16_t" : "qdrt::Float16";
  case ElementType::bf16:
    return isC ? "uint16_t" : "qdrt::BFloat16";
  case ElementType::f32:
    return "float";
  case ElementType::f64:
    return "double";
  }
  return "";
}
