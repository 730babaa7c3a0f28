//===- LaunchArguments.cpp - From NAME=VALUE to a launch ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/LaunchArguments.h"

#include "CommandLine/QuotedList.h"
#include "Run/Element.h"
#include "Run/Npy.h"
#include "qdc/Support/ArrayBytes.h"

#include <algorithm>
#include <array>

using namespace qdc;

LaunchArguments::LaunchArguments(qdrt_device device, qdrt_package package, qdrt_kernel kernel)
    : device(device), package(package), kernel(kernel) {
  infos.resize(qdrt_kernel_argument_count(kernel));
  for (uint32_t index = 0; index < infos.size(); ++index) {
    infos[index].size = sizeof(qdrt_argument_info);
    qdrt_kernel_argument(kernel, index, &infos[index]);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

const qdrt_argument_info *LaunchArguments::findArgument(const std::string &name) const {
  for (const qdrt_argument_info &info : infos)
    if (name == info.name)
      return &info;
  return nullptr;
}

bool LaunchArguments::findGlobal(const std::string &name, qdrt_global_info &global) const {
  global = {};
  global.size = sizeof(global);
  return qdrt_package_find_global(package, name.c_str(), &global) == QDRT_OK;
}

bool LaunchArguments::findStaticShape(const std::string &name, std::vector<int64_t> &shape) const {
  const qdrt_argument_info *info = findArgument(name);
  qdrt_global_info global;
  std::span<const int64_t> extents;
  if (info && info->kind == QDRT_ARRAY)
    extents = {info->shape, info->rank};
  else if (!info && findGlobal(name, global))
    extents = {global.shape, global.rank};
  else
    return false;
  shape.assign(extents.begin(), extents.end());
  return std::ranges::find(shape, QDRT_DYNAMIC) == shape.end();
}

std::vector<std::string> LaunchArguments::names(bool arraysOnly) const {
  std::vector<std::string> result;
  for (const qdrt_argument_info &info : infos)
    if (info.kind == QDRT_ARRAY || !arraysOnly)
      result.emplace_back(info.name);
  for (uint32_t index = 0; index < qdrt_package_global_count(package); ++index) {
    qdrt_global_info global = {};
    global.size = sizeof(global);
    if (qdrt_package_global(package, index, &global) == QDRT_OK)
      result.emplace_back(global.name);
  }
  return result;
}

ToolError LaunchArguments::unknownName(const std::string &name) const {
  std::vector<std::string> known = names(/*arraysOnly=*/false);
  return ToolError::badUsage(std::string("kernel '") + qdrt_kernel_name(kernel) + "' has no argument '" + name +
                             "': expected one of " + quotedList(known) + suggestion(name, known));
}

Failure LaunchArguments::checkArrayName(const std::string &name) const {
  const qdrt_argument_info *info = findArgument(name);
  qdrt_global_info global;
  if ((info && info->kind == QDRT_ARRAY) || (!info && findGlobal(name, global)))
    return {};
  if (info)
    return ToolError::badUsage("argument '" + name + "' is a scalar: only arrays can be printed and saved");
  std::vector<std::string> known = names(/*arraysOnly=*/true);
  return ToolError::badUsage(std::string("kernel '") + qdrt_kernel_name(kernel) + "' has no array '" + name +
                             "': expected one of " + quotedList(known) + suggestion(name, known));
}

Failure LaunchArguments::checkNames(std::span<const ArgumentText> texts) const {
  for (size_t i = 0; i < texts.size(); ++i) {
    qdrt_global_info global;
    if (!findArgument(texts[i].name) && !findGlobal(texts[i].name, global))
      return unknownName(texts[i].name);
    for (size_t j = 0; j < i; ++j)
      if (texts[i].name == texts[j].name)
        return ToolError::badUsage("'" + texts[i].name + "' is given twice: '" + texts[j].value + "' and '" +
                                   texts[i].value + "'");
  }
  std::vector<std::string> missing;
  for (const qdrt_argument_info &info : infos)
    if (std::ranges::none_of(texts, [&](const ArgumentText &text) { return text.name == info.name; }))
      missing.push_back(howToGive(info));
  if (missing.empty())
    return {};
  ToolError error =
      ToolError::badUsage(std::string("kernel '") + qdrt_kernel_name(kernel) + "' needs more arguments; give them as");
  error.details = std::move(missing);
  return error;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Failure LaunchArguments::resolveShape(const ArgumentText &text, std::vector<int64_t> &shape) const {
  // A chain of names longer than the list of arguments goes in a circle.
  const ArgumentText *source = &text;
  for (size_t steps = 0; source->form == ArgumentForm::newArray && !source->shapeOf.empty(); ++steps) {
    if (findStaticShape(source->shapeOf, shape))
      return {};
    auto next = std::ranges::find(given, source->shapeOf, &ArgumentText::name);
    if (next == given.end() || next->form == ArgumentForm::number || steps > given.size())
      return ToolError::badUsage("in '" + text.name + "=" + text.value + "': '" + source->shapeOf +
                                 "' gives no shape: expected the name of an array that is given one");
    source = &*next;
  }
  if (source->form != ArgumentForm::file) {
    shape = source->form == ArgumentForm::list ? source->values.shape : source->shape;
    return {};
  }
  Result<NpyArray> array = readNpy(source->text);
  if (!array)
    return ToolError::input(array.error().message);
  shape = array->shape;
  return {};
}

/// Elements are made and written this many bytes at a time.
static constexpr uint64_t kPieceBytes = 1 << 20;

Failure LaunchArguments::fill(const ArgumentText &text, qdrt_type type, bool isUnsigned, Array &array) {
  const std::string where = "in '" + text.name + "=" + text.value + "': ";
  const ArrayValues &values = text.values;
  const uint64_t size = qdrt_type_bytes(type);
  if (values.rule == ArrayRule::zeros)
    return {};
  if (values.rule == ArrayRule::list && values.shape != array.shape)
    return ToolError::badUsage(
        where + "the list is " + arrayTypeText(type, static_cast<uint32_t>(values.shape.size()), values.shape.data()) +
        ", the array " + arrayTypeText(type, static_cast<uint32_t>(array.shape.size()), array.shape.data()));
  if (Status status = checkCount(values, array.bytes / size, type, isUnsigned); !status)
    return ToolError::badUsage(where + status.error().message);
  if (values.rule == ArrayRule::number) {
    std::array<std::byte, sizeof(qdrt_scalar)> element;
    if (Status status = writeElements(values, type, isUnsigned, 0, std::span(element).first(size)); !status)
      return ToolError::badUsage(where + status.error().message);
    return checkLoader(qdrt_buffer_fill(array.buffer.get(), 0, array.bytes, element.data(), size, nullptr));
  }
  std::vector<std::byte> piece;
  for (uint64_t at = 0; at < array.bytes; at += piece.size()) {
    piece.resize(std::min(kPieceBytes, array.bytes - at));
    if (Status status = writeElements(values, type, isUnsigned, at / size, piece); !status)
      return ToolError::badUsage(where + status.error().message);
    if (Failure failure = checkLoader(qdrt_buffer_write(array.buffer.get(), at, piece.data(), piece.size(), nullptr)))
      return failure;
  }
  return {};
}

static Failure byteCount(const std::string &name, const std::vector<int64_t> &shape, qdrt_type type, uint64_t &bytes) {
  const std::optional<int64_t> known = checkedArrayBytes(static_cast<int64_t>(qdrt_type_bytes(type)), shape);
  if (!known)
    return ToolError::badUsage("'" + name + "' is larger than 2^63 - 1 bytes");
  bytes = static_cast<uint64_t>(*known);
  return {};
}

/// Whether an array fits what the package says. A shape from the command line is bad usage, one from a file an error in
/// the input. `what` is "argument" or "global".
static Failure checkShape(const char *what, const ArgumentText &text, qdrt_type type, std::span<const int64_t> expected,
                          const std::vector<int64_t> &shape) {
  auto fits = [](int64_t extent, int64_t given) { return extent == QDRT_DYNAMIC || extent == given; };
  if (std::ranges::equal(expected, shape, fits))
    return {};
  std::string message = std::string(what) + " '" + text.name + "' is " +
                        arrayTypeText(type, static_cast<uint32_t>(expected.size()), expected.data()) + ", not " +
                        arrayTypeText(type, static_cast<uint32_t>(shape.size()), shape.data());
  return text.form == ArgumentForm::file ? ToolError::input(message) : ToolError::badUsage(message);
}

Failure LaunchArguments::makeArray(const ArgumentText &text, qdrt_type type, bool isUnsigned, Array &array) {
  if (text.form == ArgumentForm::file) {
    Result<NpyArray> file = readNpy(text.text);
    if (!file)
      return ToolError::input("argument '" + text.name + "': " + file.error().message);
    if (!npyHolds(file->descr, type))
      return ToolError::input("argument '" + text.name + "' is an array of " + qdrt_type_name(type) + ": '" +
                              text.text + "' holds '" + file->descr + "', expected " + npyAccepted(type));
    array.shape = file->shape;
    array.bytes = file->data.size();
    qdrt_buffer buffer = nullptr;
    if (Failure failure = checkLoader(qdrt_buffer_allocate(device, array.bytes, &buffer)))
      return failure;
    array.buffer.reset(buffer);
    return checkLoader(qdrt_buffer_write(buffer, 0, file->data.data(), array.bytes, nullptr));
  }
  if (text.form == ArgumentForm::newArray && text.type != type)
    return ToolError::badUsage("argument '" + text.name + "' is an array of " + qdrt_type_name(type) + ", not of " +
                               qdrt_type_name(text.type));
  if (Failure failure = resolveShape(text, array.shape))
    return failure;
  if (Failure failure = byteCount(text.name, array.shape, type, array.bytes))
    return failure;
  qdrt_buffer buffer = nullptr;
  if (Failure failure = checkLoader(qdrt_buffer_allocate(device, array.bytes, &buffer)))
    return failure;
  array.buffer.reset(buffer);
  return fill(text, type, isUnsigned, array);
}

Failure LaunchArguments::bindScalar(const qdrt_argument_info &info, const ArgumentText &text, qdrt_argument &argument) {
  if (text.form != ArgumentForm::number)
    return ToolError::badUsage("argument '" + text.name + "' is a scalar, not an array: expected " + howToGive(info));
  Result<qdrt_scalar> value = parseElement(text.text, info.type, info.is_unsigned);
  if (!value)
    return ToolError::badUsage("argument '" + text.name + "': " + value.error().message);
  argument.value = *value;
  return {};
}

Failure LaunchArguments::bindArray(const qdrt_argument_info &info, const ArgumentText &text, qdrt_argument &argument) {
  if (text.form == ArgumentForm::number)
    return ToolError::badUsage("argument '" + text.name + "' is an array, not a scalar: expected " + howToGive(info));
  Array &array = arrays[static_cast<size_t>(&info - infos.data())];
  if (Failure failure = makeArray(text, info.type, info.is_unsigned, array))
    return failure;
  if (Failure failure = checkShape("argument", text, info.type, {info.shape, info.rank}, array.shape))
    return failure;
  argument.rank = static_cast<uint32_t>(array.shape.size());
  argument.shape = array.shape.data();
  argument.memory = QDRT_MEMORY_DEVICE;
  argument.data = qdrt_buffer_address(array.buffer.get());
  return {};
}

Failure LaunchArguments::bindGlobal(const qdrt_global_info &global, const ArgumentText &text) {
  Array array;
  if (text.form == ArgumentForm::number && global.rank == 0) {
    ArgumentText filled = text;
    filled.form = ArgumentForm::newArray;
    filled.type = global.type;
    filled.values.rule = ArrayRule::number;
    filled.values.numbers = {text.text};
    if (Failure failure = makeArray(filled, global.type, /*isUnsigned=*/false, array))
      return failure;
  } else if (text.form == ArgumentForm::number) {
    return ToolError::badUsage("global '" + text.name + "' is an array: expected " +
                               arrayTypeText(global.type, global.rank, global.shape) + ", a list or '@FILE.npy'");
  } else if (Failure failure = makeArray(text, global.type, /*isUnsigned=*/false, array)) {
    return failure;
  }
  if (Failure failure = checkShape("global", text, global.type, {global.shape, global.rank}, array.shape))
    return failure;
  if (global.is_external) {
    externals.push_back(std::move(array));
    return checkLoader(qdrt_package_bind_global(package, global.name,
                                                qdrt_buffer_address(externals.back().buffer.get()), global.bytes));
  }
  std::vector<std::byte> data(array.bytes);
  if (Failure failure = checkLoader(qdrt_buffer_read(array.buffer.get(), 0, data.data(), data.size(), nullptr)))
    return failure;
  return checkLoader(qdrt_package_write_global(package, global.name, data.data(), data.size(), nullptr));
}

Failure LaunchArguments::bind(std::span<const ArgumentText> texts) {
  if (Failure failure = checkNames(texts))
    return failure;
  given = texts;
  arrays.resize(infos.size());
  launch.assign(infos.size(), qdrt_argument{});
  for (const ArgumentText &text : texts) {
    const qdrt_argument_info *info = findArgument(text.name);
    qdrt_global_info global;
    Failure failure;
    if (!info) {
      failure = findGlobal(text.name, global) ? bindGlobal(global, text) : Failure(unknownName(text.name));
    } else {
      qdrt_argument &argument = launch[static_cast<size_t>(info - infos.data())];
      argument.type = info->type;
      failure = info->kind == QDRT_SCALAR ? bindScalar(*info, text, argument) : bindArray(*info, text, argument);
    }
    if (failure)
      return failure;
  }
  given = {};
  return {};
}

Failure LaunchArguments::keep() {
  for (size_t index = 0; index < infos.size(); ++index) {
    Array &array = arrays[index];
    if (infos[index].kind != QDRT_ARRAY || !(infos[index].access & QDRT_ACCESS_WRITE))
      continue;
    qdrt_buffer copy = nullptr;
    if (Failure failure = checkLoader(qdrt_buffer_allocate(device, array.bytes, &copy)))
      return failure;
    array.kept.reset(copy);
    if (Failure failure = checkLoader(qdrt_buffer_copy(copy, 0, array.buffer.get(), 0, array.bytes, nullptr)))
      return failure;
  }
  for (uint32_t index = 0; index < qdrt_package_global_count(package); ++index) {
    qdrt_global_info global = {};
    global.size = sizeof(global);
    if (Failure failure = checkLoader(qdrt_package_global(package, index, &global)))
      return failure;
    if (!global.address)
      continue; // external and not bound: a launch that uses it is refused
    KeptGlobal kept = {global.name, std::vector<std::byte>(global.bytes)};
    if (Failure failure =
            checkLoader(qdrt_package_read_global(package, global.name, kept.data.data(), kept.data.size(), nullptr)))
      return failure;
    // That one is constant shows only when it is written.
    if (qdrt_package_write_global(package, global.name, kept.data.data(), kept.data.size(), nullptr) == QDRT_OK)
      keptGlobals.push_back(std::move(kept));
  }
  return {};
}

Failure LaunchArguments::restore() {
  for (Array &array : arrays)
    if (array.kept)
      if (Failure failure =
              checkLoader(qdrt_buffer_copy(array.buffer.get(), 0, array.kept.get(), 0, array.bytes, nullptr)))
        return failure;
  for (const KeptGlobal &global : keptGlobals)
    if (Failure failure = checkLoader(
            qdrt_package_write_global(package, global.name.c_str(), global.data.data(), global.data.size(), nullptr)))
      return failure;
  return checkLoader(qdrt_stream_synchronize(device, nullptr));
}

Failure LaunchArguments::read(const std::string &name, ArrayContents &contents) const {
  if (const qdrt_argument_info *info = findArgument(name)) {
    const Array &array = arrays[static_cast<size_t>(info - infos.data())];
    contents = {info->type, info->is_unsigned != 0, array.shape, std::vector<std::byte>(array.bytes)};
    return checkLoader(qdrt_buffer_read(array.buffer.get(), 0, contents.data.data(), array.bytes, nullptr));
  }
  qdrt_global_info global;
  if (!findGlobal(name, global))
    return unknownName(name);
  contents = {global.type, false, {global.shape, global.shape + global.rank}, std::vector<std::byte>(global.bytes)};
  return checkLoader(qdrt_package_read_global(package, global.name, contents.data.data(), global.bytes, nullptr));
}

Failure LaunchArguments::write(const std::string &name, std::span<const std::byte> data) {
  if (const qdrt_argument_info *info = findArgument(name))
    return checkLoader(qdrt_buffer_write(arrays[static_cast<size_t>(info - infos.data())].buffer.get(), 0, data.data(),
                                         data.size(), nullptr));
  return checkLoader(qdrt_package_write_global(package, name.c_str(), data.data(), data.size(), nullptr));
}
