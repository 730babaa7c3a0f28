//===- GivenSizes.cpp - Bytes at some sizes -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/GivenSizes.h"

#include "qdc/Support/Format.h"

#include <algorithm>
#include <charconv>

using namespace qdc;

namespace {

using Numbers = std::map<std::pair<std::string, size_t>, std::vector<int64_t>>;

/// How many numbers an argument takes.
size_t countOf(const Argument &argument) { return argument.kind == ArgumentKind::array ? argument.shape.size() : 1; }

/// Whether they can be those of an argument that takes so many.
bool areInRange(const Argument &argument, const std::vector<int64_t> &numbers) {
  return argument.kind != ArgumentKind::array || std::ranges::all_of(numbers, [](int64_t n) { return n >= 0; });
}

/// The arguments of one kernel, as far as they are given.
class GivenBindings final : public SizeExprBindings {
public:
  GivenBindings(const Kernel &kernel, const Numbers &numbers) : kernel(kernel), numbers(numbers) {}

  Result<int64_t> scalar(uint32_t argument) const override { return find(argument, 0); }
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override {
    int64_t extent = kernel.arguments[argument].shape[axis];
    return extent == kDynamicDimension ? find(argument, axis) : Result<int64_t>(extent);
  }
  Result<int64_t> word(uint64_t) const override { return Error{ErrorCode::notFound, "the device decides"}; }

private:
  Result<int64_t> find(uint32_t argument, uint32_t place) const {
    const Argument &wanted = kernel.arguments[argument];
    const auto found = numbers.find({wanted.name, countOf(wanted)});
    if (found == numbers.end() || !areInRange(wanted, found->second))
      return Error{ErrorCode::notFound, "'" + wanted.name + "' is not given"};
    return found->second[place];
  }

  const Kernel &kernel;
  const Numbers &numbers;
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

/// "; expected one of 'u' of rank 2, 'n'", where n is a scalar; empty if no kernel has arguments.
static std::string argumentList(const Manifest &manifest) {
  std::vector<std::string> labels;
  for (const Module &module : manifest.modules)
    for (const Kernel &kernel : module.kernels)
      for (const Argument &argument : kernel.arguments) {
        std::string label = "'" + argument.name + "'";
        if (argument.kind == ArgumentKind::array)
          label += " of rank " + std::to_string(argument.shape.size());
        if (std::ranges::find(labels, label) == labels.end())
          labels.push_back(std::move(label));
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
    for (const Kernel &kernel : module.kernels)
      for (const Argument &argument : kernel.arguments) {
        if (argument.name != name || countOf(argument) != numbers.size())
          continue;
        isKnown = true;
        if (areInRange(argument, numbers))
          return {};
      }
  if (isKnown)
    return makeError(ErrorCode::invalidArgument, "'{}' has an extent below 0: the array '{}' takes extents from 0 on",
                     word, name);
  return makeError(ErrorCode::invalidArgument,
                   "'{}' fits no argument: no kernel of the package has an array '{}' of rank {}{}{}", word, name,
                   numbers.size(), numbers.size() == 1 ? ", or a scalar of that name" : "", argumentList(manifest));
}

Result<GivenSizes> GivenSizes::read(std::span<const std::string> words, const Manifest &manifest) {
  GivenSizes given;
  for (const std::string &word : words) {
    size_t equals = std::min(word.find('='), word.size());
    std::string name = word.substr(0, equals);
    std::vector<int64_t> values = readNumbers(std::string_view(word).substr(std::min(equals + 1, word.size())));
    if (values.empty() || name.empty())
      return makeError(ErrorCode::invalidArgument,
                       "'{}' is no size: expected NAME=64x3 for the extents of an array, or NAME=5 for a scalar", word);
    if (Status status = checkFit(word, name, values, manifest); !status)
      return status.error();
    const size_t count = values.size();
    if (!given.numbers.try_emplace({name, count}, std::move(values)).second)
      return makeError(ErrorCode::invalidArgument, "'{}' gives '{}' a second time: expected one size for each argument",
                       word, name);
  }
  return given;
}

std::string GivenSizes::bytesLabel(const Kernel &kernel, const RegionSize &size) const {
  if (numbers.empty() || size.bytes.isConstant())
    return "";
  Result<int64_t> value = size.bytes.evaluate(GivenBindings(kernel, numbers));
  return value ? " = " + std::to_string(*value) + " bytes" : " = ?, since " + value.error().message;
}
