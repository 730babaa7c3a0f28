//===- ManifestTexts.cpp - Every text in a manifest -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestTexts.h"

#include "ManifestFields.h"

using namespace qdc;

namespace {

/// One more side of mapFields.
class TextVisitor {
public:
  explicit TextVisitor(const std::function<void(std::string &)> &change) : change(change) {}

  template <typename T>
  void operator()(std::string_view, T &value) {
    visit(value);
  }
  template <typename T>
  void unlessDefault(std::string_view key, T &value) {
    (*this)(key, value);
  }
  void bits(std::string_view, uint64_t) {}

private:
  template <typename T>
  void visit(T &value) {
    if constexpr (!std::integral<T> && !std::is_enum_v<T>)
      mapFields(*this, value);
  }
  void visit(std::string &value) { change(value); }
  void visit(SizeExpr &) {}
  template <typename T>
  void visit(std::optional<T> &value) {
    if (value)
      visit(*value);
  }
  template <typename T>
  void visit(std::vector<T> &values) {
    for (T &value : values)
      visit(value);
  }

  const std::function<void(std::string &)> &change;
};

} // namespace

void qdc::forEachText(Manifest &manifest, const std::function<void(std::string &)> &change) {
  TextVisitor visitor(change);
  mapFields(visitor, manifest);
}
