//===- OptionText.cpp - Options as a text that is hashed ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/OptionText.h"

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

void OptionText::add(std::string_view name, std::span<const std::string> values) {
  text += name;
  for (const std::string &value : values)
    text += " " + std::to_string(value.size()) + ":" + value;
  text += "\n";
}

std::string OptionText::digest() const { return sha256Hex(asBytes(text)); }
