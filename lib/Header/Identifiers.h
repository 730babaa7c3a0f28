//===- Identifiers.h - Names as C and C++ take them -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_HEADER_IDENTIFIERS_H
#define QDC_LIB_HEADER_IDENTIFIERS_H

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// Whether a program may use the name for what it likes: an identifier that is neither a word of C or C++
/// (ReservedWords.h), nor reserved for an implementation or the loader.
bool isFreeIdentifier(std::string_view name);

/// The identifiers of one scope, each of which stands for one name.
class Identifiers {
public:
  /// `taken` has another meaning in the scope. Each identifier stands there with each of the suffixes too.
  explicit Identifiers(std::initializer_list<std::string_view> taken,
                       std::initializer_list<std::string_view> suffixes = {})
      : used(taken.begin(), taken.end()), suffixes(suffixes) {}

  /// Names as identifiers, each the name itself where that is free. Of others each run of other characters than letters
  /// of ASCII, digits and '_' becomes '_', `what` ("argument") is put before a digit and in place of nothing, '_' after
  /// a keyword or a macro, and "_2" and so on after what is in use.
  std::vector<std::string> add(const std::vector<std::string_view> &names, std::string_view what);

private:
  /// False, and nothing changes, if one of its forms is in use.
  bool use(const std::string &identifier);

  std::set<std::string, std::less<>> used;
  std::vector<std::string_view> suffixes;
};

} // namespace qdc

#endif // QDC_LIB_HEADER_IDENTIFIERS_H
