//===- Arguments.cpp - NAME=VALUE for a kernel's parameters ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"

#include "Run/ArgumentText.h"
#include "Run/Element.h"
#include "Run/Npy.h"
#include "qdc/Support/ArrayBytes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <set>

using namespace mlir;

namespace qdc {

std::optional<qdrt_type> elementTypeOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return parseElementType(text);
}

ArgumentDescriptions describeArguments(ModuleOp grid, qd::KernelOp kernel, StringRef name) {
  ArgumentDescriptions found;
  if (kernel) {
    found.kernel = name.str();
    for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes()))
      found.byNumber[index] = {type, kernel.getArgumentName(index),
                               kernel.getArgAttr(index, qd::unsignedAttr) != nullptr};
    return found;
  }
  for (auto entry : grid.getOps<func::FuncOp>())
    if (auto description = entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr))
      for (auto [slot, type] : llvm::zip_equal(description.getSlots(), entry.getArgumentTypes()))
        if (slot.getKind() == qd::SlotKind::array || slot.getKind() == qd::SlotKind::scalar)
          found.byNumber[slot.getIndex()].type = type;
  return found;
}

namespace {

Error wrong(const ArgumentText &text, const std::string &problem) {
  return Error{ErrorCode::invalidArgument, "argument '" + text.name + "' is given as '" + text.value + "', " + problem};
}

/// The shape of a new array: its own, or that of an earlier argument.
Result<std::vector<int64_t>> shapeOf(const ArgumentText &text, ArrayRef<GivenArgument> earlier) {
  if (text.form == ArgumentForm::list)
    return text.values.shape;
  if (text.shapeOf.empty())
    return text.shape;
  for (const GivenArgument &argument : earlier)
    if (argument.isArray && argument.name == text.shapeOf)
      return argument.array.shape;
  return wrong(text, "and no argument before it is an array '" + text.shapeOf + "'");
}

Result<ArrayContents> readArray(const ArgumentText &text, qdrt_type type, bool isUnsigned,
                                ArrayRef<GivenArgument> earlier) {
  ArrayContents array;
  array.type = type;
  array.isUnsigned = isUnsigned;
  if (text.form == ArgumentForm::file) {
    Result<NpyArray> file = readNpy(text.text);
    if (!file)
      return file.error();
    if (!npyHolds(file->descr, type))
      return wrong(text, "whose elements are '" + file->descr + "'; accepted: " + npyAccepted(type));
    array.shape = std::move(file->shape);
    array.data = std::move(file->data);
    return array;
  }
  Result<std::vector<int64_t>> shape = shapeOf(text, earlier);
  if (!shape)
    return shape.error();
  array.shape = *std::move(shape);
  const std::optional<int64_t> bytes = checkedArrayBytes(static_cast<int64_t>(qdrt_type_bytes(type)), array.shape);
  if (!bytes || *bytes > largestArrayBytes)
    return wrong(text, "which is too large; accepted: arrays of up to " + std::to_string(largestArrayBytes) + " bytes");
  const uint64_t count = static_cast<uint64_t>(*bytes) / qdrt_type_bytes(type);
  if (Status status = checkCount(text.values, count, type, array.isUnsigned); !status)
    return status.error();
  array.data.resize(static_cast<size_t>(*bytes));
  if (Status status = writeElements(text.values, type, array.isUnsigned, 0, array.data); !status)
    return status.error();
  return array;
}

Result<GivenArgument> readArgument(const std::string &word, const ArgumentDescription &description,
                                   ArrayRef<GivenArgument> earlier) {
  Type type = description.type;
  if (!StringRef(word).contains('='))
    return Error{ErrorCode::invalidArgument, "'" + word + "' is no argument; accepted: NAME=VALUE"};
  Result<ArgumentText> text = parseArgumentText(word);
  if (!text)
    return text.error();
  GivenArgument argument;
  argument.name = text->name;
  argument.isArray = text->form != ArgumentForm::number;
  auto memref = dyn_cast_if_present<MemRefType>(type);
  if (type && argument.isArray != static_cast<bool>(memref))
    return wrong(*text, memref ? "but is an array; accepted: TYPE[SHAPE], a list or @FILE.npy"
                               : "but is a scalar; accepted: a number");
  std::optional<qdrt_type> element = type               ? elementTypeOf(memref ? memref.getElementType() : type)
                                     : argument.isArray ? std::optional(text->type)
                                                        : std::optional(QDRT_I64);
  if (!element)
    return wrong(*text, "and is of no type that kernels take");
  if (text->form == ArgumentForm::newArray && text->type != *element)
    return wrong(*text, std::string("but has elements of type ") + qdrt_type_name(*element));
  if (argument.isArray) {
    Result<ArrayContents> array = readArray(*text, *element, description.isUnsigned, earlier);
    if (!array)
      return array.error();
    argument.array = *std::move(array);
    return argument;
  }
  Result<qdrt_scalar> scalar = parseElement(text->text, *element, description.isUnsigned);
  if (!scalar)
    return wrong(*text, scalar.error().message);
  argument.type = *element;
  argument.bits = scalar->bits;
  return argument;
}

std::string nameOf(StringRef word) { return word.split('=').first.str(); }

/// "'x', 'n'", or "none".
std::string namesOf(const ArgumentDescriptions &descriptions) {
  std::string names;
  for (const auto &[number, description] : descriptions.byNumber)
    names += (names.empty() ? "'" : ", '") + description.name + "'";
  return names.empty() ? "none" : names;
}

Status refuseDuplicates(ArrayRef<std::string> words) {
  std::set<std::string> names;
  for (const std::string &word : words)
    if (!names.insert(nameOf(word)).second)
      return Error{ErrorCode::invalidArgument,
                   "argument '" + nameOf(word) +
                       "' is given more than once; accepted: one NAME=VALUE for each argument"};
  return {};
}

/// The words of a kernel's arguments in the order of these.
Result<std::vector<std::string>> sorted(ArrayRef<std::string> words, const ArgumentDescriptions &descriptions) {
  auto ofKernel = [&] { return " of kernel '" + descriptions.kernel + "'; its arguments: " + namesOf(descriptions); };
  std::vector<std::string> found;
  for (const auto &[number, description] : descriptions.byNumber) {
    auto word = llvm::find_if(words, [&](const std::string &text) { return nameOf(text) == description.name; });
    if (word == words.end())
      return Error{ErrorCode::invalidArgument,
                   "no value is given for argument '" + description.name + "'" + ofKernel()};
    found.push_back(*word);
  }
  for (const std::string &word : words)
    if (!llvm::is_contained(found, word))
      return Error{ErrorCode::invalidArgument, "'" + word + "' names no argument" + ofKernel()};
  return found;
}

} // namespace

Result<std::vector<GivenArgument>> readArguments(std::vector<std::string> words,
                                                 const ArgumentDescriptions &descriptions) {
  if (Status status = refuseDuplicates(words); !status)
    return status.error();
  if (!descriptions.kernel.empty()) {
    Result<std::vector<std::string>> inOrder = sorted(words, descriptions);
    if (!inOrder)
      return inOrder.error();
    words = *std::move(inOrder);
  }
  std::vector<GivenArgument> arguments;
  for (auto [index, word] : llvm::enumerate(words)) {
    auto known = descriptions.byNumber.find(index);
    Result<GivenArgument> argument =
        readArgument(word, known == descriptions.byNumber.end() ? ArgumentDescription() : known->second, arguments);
    if (!argument)
      return argument.error();
    arguments.push_back(*std::move(argument));
  }
  const unsigned count = descriptions.byNumber.empty() ? 0 : descriptions.byNumber.rbegin()->first + 1;
  if (arguments.size() < count)
    return Error{ErrorCode::invalidArgument, "argument " + std::to_string(arguments.size()) +
                                                 " is missing; accepted: one NAME=VALUE for each of the grid's " +
                                                 std::to_string(count) + " arguments, in order"};
  return arguments;
}

} // namespace qdc
