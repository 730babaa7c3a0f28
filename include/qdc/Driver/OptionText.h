//===- OptionText.h - Options as a text that is hashed ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_OPTIONTEXT_H
#define QDC_DRIVER_OPTIONTEXT_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace qdc {

/// Names with values, of which a digest is made. Each value has its length before it, so no two lists look the same,
/// whatever is in them.
class OptionText {
public:
  void add(std::string_view name, std::span<const std::string> values);
  void add(std::string_view name, const std::string &value) { add(name, std::span(&value, 1)); }
  void add(std::string_view name, uint64_t number) { add(name, std::to_string(number)); }

  /// The SHA-256 of all that was added, 64 lower-case hexadecimal digits.
  std::string digest() const;

private:
  std::string text;
};

} // namespace qdc

#endif // QDC_DRIVER_OPTIONTEXT_H
