//===- GivenSizes.cpp - Bytes at some sizes -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/GivenSizes.h"

#include "Inspect/Labels.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/ExtentNames.h"
#include "qdc/Support/CheckedArithmetic.h"
#include "qdc/Support/Format.h"

#include <algorithm>
#include <charconv>
#include <optional>

using namespace qdc;

namespace {

using Numbers = std::map<std::pair<std::string, size_t>, std::vector<int64_t>>;

/// How many numbers an argument takes.
size_t countOf(const Argument &argument) { return argument.kind == ArgumentKind::array ? argument.shape.size() : 1; }

/// Whether they can be those of an argument that takes so many.
bool areInRange(const Argument &argument, const std::vector<int64_t> &numbers) {
  return argument.kind != ArgumentKind::array || std::ranges::all_of(numbers, [](int64_t n) { return n >= 0; });
}

/// Whether what is said of an extent is a name of the source, and no sum, number or product.
bool isOneName(std::string_view text) {
  return !text.empty() && !isMadeExtentName(text) && text.find_first_of(" +-*") == text.npos &&
         text.find_first_not_of("0123456789") != text.npos;
}

/// Whether the name is that of an extent: no argument that is an array has it.
bool isExtentName(const Kernel &kernel, std::string_view name) {
  bool isKnown = false;
  for (const Argument &argument : kernel.arguments) {
    if (argument.kind == ArgumentKind::array && argument.name == name)
      return false;
    for (size_t axis = 0; axis < argument.dims.size(); ++axis)
      isKnown |= extentName(argument, axis) == name;
  }
  return isKnown;
}

/// An integer of the bits that a slot holds.
int64_t valueOf(ElementType type, uint64_t bits) {
  const uint64_t unused = 64 - 8 * elementSize(type);
  return static_cast<int64_t>(bits << unused) >> unused;
}

/// The arguments of one kernel, as far as they are given, or the code is for their values.
class GivenBindings final : public SizeExprBindings {
public:
  /// `isFirst`: an extent may be found by what it is made of. These are extents that are given or not.
  GivenBindings(const Kernel &kernel, const Numbers &numbers, bool isFirst = true)
      : kernel(kernel), numbers(numbers), isFirst(isFirst) {}

  Result<int64_t> scalar(uint32_t argument) const override {
    for (const SpecializedValue &value : kernel.specializedValues)
      if (value.argument == argument)
        return valueOf(kernel.arguments[argument].type, value.bits);
    std::optional<int64_t> number = find(kernel.arguments[argument], 0);
    return number ? Result<int64_t>(*number) : notGiven(kernel.arguments[argument].name);
  }

  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override {
    const Argument &array = kernel.arguments[argument];
    if (array.shape[axis] != kDynamicDimension)
      return array.shape[axis];
    if (std::optional<int64_t> number = find(array, axis))
      return *number;
    const std::string_view name = extentName(array, axis);
    if (name.empty())
      return notGiven(array.name);
    return named(name, array, axis);
  }

  Result<int64_t> word(uint64_t) const override { return Error{ErrorCode::notFound, "the device decides"}; }

private:
  static Error notGiven(std::string_view name) {
    return Error{ErrorCode::notFound, "'" + std::string(name) + "' is not given"};
  }

  std::optional<int64_t> find(const Argument &argument, uint32_t place) const {
    const auto found = numbers.find({argument.name, countOf(argument)});
    if (found == numbers.end() || !areInRange(argument, found->second))
      return std::nullopt;
    return found->second[place];
  }

  /// An extent by its name, by another array that has it too, or by what it is made of.
  Result<int64_t> named(std::string_view name, const Argument &array, uint32_t axis) const {
    for (const SpecializedValue &value : kernel.specializedValues)
      if (kernel.arguments[value.argument].name == name)
        return scalar(value.argument);
    if (const auto found = numbers.find({std::string(name), 1});
        found != numbers.end() && isExtentName(kernel, name) && found->second.front() >= 0)
      return found->second.front();
    for (const Argument &other : kernel.arguments)
      for (uint32_t place = 0; place < other.dims.size(); ++place)
        if (extentName(other, place) == name)
          if (std::optional<int64_t> number = find(other, place))
            return *number;
    const std::optional<SizeExpr> &extent = array.dims[axis].extent;
    if (!extent || !isFirst)
      return notGiven(isMadeExtentName(name) ? std::string_view(array.name) : name);
    return extent->evaluate(GivenBindings(kernel, numbers, /*isFirst=*/false));
  }

  const Kernel &kernel;
  const Numbers &numbers;
  bool isFirst;
};

} // namespace

/// "64x3" as numbers; nothing for what has another form.
static std::vector<int64_t> readNumbers(std::string_view text) {
  std::vector<int64_t> numbers;
  for (;;) {
    int64_t number = 0;
    auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc())
      return {};
    numbers.push_back(number);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.empty())
      return numbers;
    if (text.front() != 'x')
      return {};
    text.remove_prefix(1);
  }
}

/// "; expected one of 'u' of rank 2, 'n'", where n is a scalar or an extent; empty if no kernel has arguments.
static std::string argumentList(const Manifest &manifest) {
  std::vector<std::string> labels;
  auto add = [&](std::string label) {
    if (std::ranges::find(labels, label) == labels.end())
      labels.push_back(std::move(label));
  };
  for (const Module &module : manifest.modules)
    for (const Kernel &kernel : module.kernels)
      for (const Argument &argument : kernel.arguments) {
        add("'" + argument.name + "'" +
            (argument.kind == ArgumentKind::array ? " of rank " + std::to_string(argument.shape.size()) : ""));
        for (size_t axis = 0; axis < argument.dims.size(); ++axis)
          if (std::string name(extentName(argument, axis)); isOneName(name) && isExtentName(kernel, name))
            add("'" + name + "'");
      }
  std::string list;
  for (const std::string &label : labels)
    list += (list.empty() ? "; expected one of " : ", ") + label;
  return list;
}

/// Refuses numbers that fit no argument of that name.
static Status checkFit(const std::string &word, const std::string &name, const std::vector<int64_t> &numbers,
                       const Manifest &manifest) {
  bool isKnown = false;
  for (const Module &module : manifest.modules)
    for (const Kernel &kernel : module.kernels) {
      if (numbers.size() == 1 && isOneName(name) && isExtentName(kernel, name)) {
        isKnown = true;
        if (numbers.front() >= 0)
          return {};
      }
      for (const Argument &argument : kernel.arguments) {
        if (argument.name != name || countOf(argument) != numbers.size())
          continue;
        isKnown = true;
        if (areInRange(argument, numbers))
          return {};
      }
    }
  if (isKnown)
    return makeError(ErrorCode::invalidArgument, "'{}' has an extent below 0: '{}' takes extents from 0 on", word,
                     name);
  return makeError(ErrorCode::invalidArgument,
                   "'{}' fits no argument: no kernel of the package has an array '{}' of rank {}{}{}", word, name,
                   numbers.size(), numbers.size() == 1 ? ", or a scalar or an extent of that name" : "",
                   argumentList(manifest));
}

namespace {
/// An extent of a kernel as a word gives it.
struct GivenExtent {
  const std::string *word;
  int64_t size;
};
} // namespace

/// Notes what `word`, which gives `numbers` for `name`, says of the named extents of a kernel, and refuses what
/// contradicts an earlier word. An array with a name in several axes may contradict itself.
static Status addExtents(const std::string &word, const std::string &name, const std::vector<int64_t> &numbers,
                         const Kernel &kernel, std::map<std::string_view, GivenExtent> &extents) {
  auto add = [&](std::string_view extent, int64_t size) -> Status {
    const GivenExtent &first = extents.try_emplace(extent, GivenExtent{&word, size}).first->second;
    if (first.size == size)
      return {};
    const std::string both = isMadeExtentName(extent) ? "one extent" : "the extent '" + std::string(extent) + "'";
    if (first.word == &word)
      return makeError(ErrorCode::invalidArgument, "'{}' contradicts itself: two of its numbers are {} of kernel '{}'",
                       word, both, kernel.name);
    return makeError(ErrorCode::invalidArgument, "'{}' contradicts '{}': both give {} of kernel '{}'", word,
                     *first.word, both, kernel.name);
  };
  if (numbers.size() == 1 && numbers.front() >= 0 && isExtentName(kernel, name))
    if (Status status = add(name, numbers.front()); !status)
      return status;
  for (const Argument &argument : kernel.arguments) {
    if (argument.kind != ArgumentKind::array || argument.name != name || countOf(argument) != numbers.size() ||
        !areInRange(argument, numbers))
      continue;
    for (size_t axis = 0; axis < argument.dims.size(); ++axis)
      if (const std::string_view extent = extentName(argument, axis);
          !extent.empty() && argument.shape[axis] == kDynamicDimension)
        if (Status status = add(extent, numbers[axis]); !status)
          return status;
  }
  return {};
}

/// Refuses an array of `kernel` with another extent than the source says, as far as what that is made of is given.
/// `wordOf` has the word of each name and its count. Code for given scalars is left to the general one: the words need
/// not be of a launch that takes it.
static Status checkSaidExtents(const Kernel &kernel, const Numbers &numbers,
                               const std::map<std::pair<std::string, size_t>, const std::string *> &wordOf) {
  if (!kernel.specializedValues.empty())
    return {};
  const GivenBindings bindings(kernel, numbers);
  for (const Argument &array : kernel.arguments) {
    const auto given = numbers.find({array.name, countOf(array)});
    if (array.kind != ArgumentKind::array || given == numbers.end() || !areInRange(array, given->second))
      continue;
    for (size_t axis = 0; axis < array.dims.size(); ++axis) {
      const NamedExtent &said = array.dims[axis];
      const Result<int64_t> size = said.extent ? said.extent->evaluate(bindings) : given->second[axis];
      if (size && *size != given->second[axis])
        return makeError(ErrorCode::invalidArgument,
                         "'{}' contradicts the other sizes, by which the extent '{}' on axis {} of kernel '{}' is {}",
                         *wordOf.at(given->first), said.text, axis, kernel.name, *size);
    }
  }
  return {};
}

Result<GivenSizes> GivenSizes::read(std::span<const std::string> words, const Manifest &manifest) {
  GivenSizes given;
  std::map<const Kernel *, std::map<std::string_view, GivenExtent>> extents;
  std::map<std::pair<std::string, size_t>, const std::string *> wordOf;
  for (const std::string &word : words) {
    size_t equals = std::min(word.find('='), word.size());
    std::string name = word.substr(0, equals);
    std::vector<int64_t> values = readNumbers(std::string_view(word).substr(std::min(equals + 1, word.size())));
    if (values.empty() || name.empty())
      return makeError(
          ErrorCode::invalidArgument,
          "'{}' is no size: expected NAME=64x3 for the extents of an array, or NAME=5 for a scalar or an extent "
          "of that name",
          word);
    if (Status status = checkFit(word, name, values, manifest); !status)
      return status.error();
    const auto [place, isNew] = given.numbers.try_emplace({std::move(name), values.size()}, std::move(values));
    const auto &[key, numbers] = *place;
    if (!isNew)
      return makeError(ErrorCode::invalidArgument, "'{}' gives '{}' a second time: expected one size for each argument",
                       word, key.first);
    wordOf.emplace(key, &word);
    for (const Module &module : manifest.modules)
      for (const Kernel &kernel : module.kernels)
        if (Status status = addExtents(word, key.first, numbers, kernel, extents[&kernel]); !status)
          return status.error();
  }
  for (const Module &module : manifest.modules)
    for (const Kernel &kernel : module.kernels)
      if (Status status = checkSaidExtents(kernel, given.numbers, wordOf); !status)
        return status.error();
  return given;
}

std::string GivenSizes::bytesLabel(const Kernel &kernel, const RegionSize &size) const {
  if (numbers.empty() || size.bytes.isConstant())
    return "";
  Result<int64_t> value = evaluate(kernel, size.bytes);
  return value ? " = " + std::to_string(*value) + " bytes" : " = ?, since " + value.error().message;
}

Result<int64_t> GivenSizes::evaluate(const Kernel &kernel, const SizeExpr &size) const {
  return size.evaluate(GivenBindings(kernel, numbers));
}

Result<uint64_t> GivenSizes::total(const Kernel &kernel, std::span<const ImageRegion> added) const {
  uint64_t total = 0;
  auto add = [&](const WorkspaceRegion &region) -> Status {
    Result<int64_t> bytes = evaluate(kernel, region.size.bytes);
    if (!bytes)
      return bytes.error();
    if (*bytes < 0)
      return makeError(ErrorCode::invalidArgument, "'{}' has less than 0 bytes", region.name);
    std::optional<uint64_t> filled = checkedAlignUp(static_cast<uint64_t>(*bytes), QDC_ALLOCATION_ALIGNMENT);
    std::optional<uint64_t> sum = filled ? checkedAdd(total, *filled) : std::nullopt;
    if (!sum)
      return makeError(ErrorCode::invalidArgument, "it does not fit in 64 bits");
    total = *sum;
    return {};
  };
  Status status;
  for (size_t i = 0; status && i < kernel.workspace.regions.size(); ++i)
    status = add(kernel.workspace.regions[i]);
  for (size_t i = 0; status && i < added.size(); ++i)
    status = add(added[i].region);
  return status ? Result<uint64_t>(total) : status.error();
}

std::string GivenSizes::totalLabel(const Kernel &kernel) const {
  Result<uint64_t> bytes = total(kernel);
  if (bytes)
    return std::to_string(*bytes) + " bytes";
  return workspaceLabel(kernel) + (numbers.empty() ? "" : " = ?, since " + bytes.error().message);
}
