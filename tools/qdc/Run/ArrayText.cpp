//===- ArrayText.cpp - Arrays as nested brackets --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/ArrayText.h"

#include "Run/Element.h"
#include "qdc/Support/JsonValue.h"

using namespace qdc;

static constexpr size_t kWholeUpTo = 1000;
static constexpr int64_t kEdge = 3;

namespace {
/// Visits an array axis by axis; `first` is the flat index of a slice.
class TextPrinter {
public:
  explicit TextPrinter(const ArrayContents &array)
      : array(array), elementBytes(qdrt_type_bytes(array.type)),
        isWhole(array.data.size() / elementBytes <= kWholeUpTo) {
    strides.assign(array.shape.size() + 1, 1);
    for (size_t axis = array.shape.size(); axis-- > 0;)
      strides[axis] = strides[axis + 1] * array.shape[axis];
  }

  std::string print() {
    slice(0, 0);
    return std::move(text);
  }

private:
  void slice(size_t axis, int64_t first) {
    if (axis == array.shape.size()) {
      text += elementText(array.data.data() + static_cast<size_t>(first) * elementBytes, array.type, array.isUnsigned);
      return;
    }
    bool isInnermost = axis + 1 == array.shape.size();
    std::string separator = isInnermost ? ", " : ",\n" + std::string(axis + 1, ' ');
    int64_t extent = array.shape[axis];
    text += '[';
    for (int64_t i = 0; i < extent; ++i) {
      text += i ? separator : "";
      if (!isWhole && extent > 2 * kEdge && i == kEdge) {
        text += "...";
        i = extent - kEdge - 1;
        continue;
      }
      slice(axis + 1, first + i * strides[axis + 1]);
    }
    text += ']';
  }

  const ArrayContents &array;
  size_t elementBytes;
  bool isWhole;
  std::vector<int64_t> strides;
  std::string text;
};
} // namespace

std::string qdc::arrayText(const ArrayContents &array) { return TextPrinter(array).print(); }

/// The slice whose first element is at `next`, which is moved past it.
static Json sliceJson(const ArrayContents &array, size_t axis, const std::byte *&next) {
  if (axis == array.shape.size()) {
    Json element = elementJson(next, array.type, array.isUnsigned);
    next += qdrt_type_bytes(array.type);
    return element;
  }
  Json::array_t elements;
  elements.reserve(static_cast<size_t>(array.shape[axis]));
  for (int64_t i = 0; i < array.shape[axis]; ++i)
    elements.push_back(sliceJson(array, axis + 1, next));
  return elements;
}

Json qdc::arrayJson(const ArrayContents &array) {
  const std::byte *next = array.data.data();
  return sliceJson(array, 0, next);
}
