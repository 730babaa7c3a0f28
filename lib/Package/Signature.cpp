//===- Signature.cpp - What a caller sees of a kernel ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Signature.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/Format.h"
#include "qdc/Support/PrintableText.h"

#include <algorithm>

using namespace qdc;

bool qdc::isWritten(const Argument &argument) {
  return argument.access == Access::write || argument.access == Access::readWrite;
}

static std::string scalarText(ElementType type, Signedness signedness) {
  return formatText("{}{}", enumName(type), signedness == Signedness::unsignedInteger ? " unsigned" : "");
}

std::string qdc::typeText(const Argument &argument) {
  if (argument.kind == ArgumentKind::scalar)
    return scalarText(argument.type, argument.signedness);
  std::string extents;
  for (int64_t extent : argument.shape) {
    extents += extents.empty() ? "" : "x";
    extents += extent == kDynamicDimension ? "?" : std::to_string(extent);
  }
  return formatText("{}[{}]{}", enumName(argument.type), extents,
                    argument.signedness == Signedness::unsignedInteger ? " unsigned" : "");
}

std::string qdc::typeText(const KernelResult &result) { return scalarText(result.type, result.signedness); }

std::string qdc::docLine(std::string_view doc) {
  std::string text(doc);
  std::ranges::replace(text, '\n', ' ');
  return printableLine(text);
}

static std::string argumentText(const Argument &argument) {
  return formatText("'{}' of type '{}'{}", argument.name, typeText(argument), isWritten(argument) ? ", written" : "");
}

static std::string resultText(const KernelResult &result) {
  const std::string name = result.name.empty() ? std::string() : formatText("'{}' ", result.name);
  return formatText("{}of type '{}'", name, typeText(result));
}

/// What of a list is said where one is longer than the other: the name of the first that it has more.
static std::string moreText(const Argument &argument) { return formatText(", among them '{}'", argument.name); }
static std::string moreText(const KernelResult &) { return ""; }

template <typename T, typename Text>
static std::optional<std::string> listDifference(std::string_view verb, std::string_view what, std::span<const T> one,
                                                 std::string_view onePlace, std::span<const T> other,
                                                 std::string_view otherPlace, const Text &text) {
  const size_t common = std::min(one.size(), other.size());
  for (size_t index = 0; index < common; ++index)
    if (const std::string a = text(one[index]), b = text(other[index]); a != b)
      return formatText("has the {} {} {} in {}, and {} in {}", what, index, a, onePlace, b, otherPlace);
  if (one.size() == other.size())
    return std::nullopt;
  const T &more = one.size() > common ? one[common] : other[common];
  return formatText("{} {} {}{} in {}, and {} in {}{}", verb, one.size(), what, one.size() == 1 ? "" : "s", onePlace,
                    other.size(), otherPlace, moreText(more));
}

std::optional<std::string> qdc::signatureDifference(const PlacedSignature &one, const PlacedSignature &other) {
  std::optional<std::string> difference = listDifference("takes", "argument", one.signature.arguments, one.place,
                                                         other.signature.arguments, other.place, argumentText);
  return difference ? difference
                    : listDifference("gives", "result", one.signature.results, one.place, other.signature.results,
                                     other.place, resultText);
}
