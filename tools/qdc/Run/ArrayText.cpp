//===- ArrayText.cpp - Arrays as nested brackets --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/ArrayText.h"

#include "Run/Element.h"

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

static const std::byte *writeSlice(JsonWriter &json, const ArrayContents &array, size_t axis, const std::byte *next) {
  if (axis == array.shape.size()) {
    writeElement(json, next, array.type, array.isUnsigned);
    return next + qdrt_type_bytes(array.type);
  }
  json.beginArray();
  for (int64_t i = 0; i < array.shape[axis]; ++i)
    next = writeSlice(json, array, axis + 1, next);
  json.endArray();
  return next;
}

void qdc::writeArray(JsonWriter &json, const ArrayContents &array) { writeSlice(json, array, 0, array.data.data()); }
