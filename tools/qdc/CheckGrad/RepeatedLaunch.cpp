//===- RepeatedLaunch.cpp - A kernel that always starts alike -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/RepeatedLaunch.h"

#include "Run/Element.h"

#include <cassert>
#include <cstring>

using namespace qdc;

//===----------------------------------------------------------------------===//
// Elements and numbers
//===----------------------------------------------------------------------===//

static double numberAt(const std::byte *at, qdrt_type type) {
  qdrt_scalar value;
  value.bits = 0;
  std::memcpy(&value, at, qdrt_type_bytes(type));
  switch (type) {
  case QDRT_F16:
    return doubleFromHalf(value.f16);
  case QDRT_BF16:
    return floatFromBfloat(value.bf16);
  case QDRT_F32:
    return value.f32;
  default:
    return value.f64;
  }
}

static void putNumber(std::byte *at, qdrt_type type, double number) {
  qdrt_scalar value;
  value.bits = 0;
  if (type == QDRT_F16)
    value.f16 = halfFromDouble(number);
  else if (type == QDRT_BF16)
    value.bf16 = bfloatFromDouble(number);
  else if (type == QDRT_F32)
    value.f32 = static_cast<float>(number);
  else
    value.f64 = number;
  std::memcpy(at, &value, qdrt_type_bytes(type));
}

Numbers qdc::numbersOf(const ArrayContents &contents) {
  if (!isFloat(contents.type))
    return {};
  const size_t size = qdrt_type_bytes(contents.type);
  Numbers numbers(contents.data.size() / size);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = numberAt(contents.data.data() + i * size, contents.type);
  return numbers;
}

//===----------------------------------------------------------------------===//
// What launches start from
//===----------------------------------------------------------------------===//

Failure RepeatedLaunch::takeArguments() {
  const LaunchArguments &arguments = *session.arguments;
  for (size_t i = 0; i < arguments.descriptions().size(); ++i) {
    const qdrt_argument_info &info = arguments.descriptions()[i];
    if (info.kind == QDRT_SCALAR) {
      auto *bytes = reinterpret_cast<const std::byte *>(&arguments.arguments()[i].value);
      contents[info.name] = {info.type, info.is_unsigned != 0, {}, {bytes, bytes + qdrt_type_bytes(info.type)}};
      scalars[info.name] = i;
    } else if (Failure failure = arguments.read(info.name, contents[info.name])) {
      return failure;
    }
  }
  return {};
}

Failure RepeatedLaunch::takeGlobals() {
  for (uint32_t index = 0; index < qdrt_package_global_count(session.package.get()); ++index) {
    qdrt_global_info global = {};
    global.size = sizeof(global);
    if (Failure failure = checkLoader(qdrt_package_global(session.package.get(), index, &global)))
      return failure;
    if (!global.address)
      continue; // external and not bound: a launch that uses it is refused
    ArrayContents value;
    if (Failure failure = session.arguments->read(global.name, value))
      return failure;
    // That one is constant shows only when it is written.
    if (session.arguments->write(global.name, value.data))
      continue;
    contents[global.name] = std::move(value);
    globals.emplace_back(global.name);
  }
  return {};
}

Failure RepeatedLaunch::open(const LaunchRequest &request, std::span<const ArgumentText> arguments) {
  options = request.launch;
  options.set_ordinal = 1; // else random numbers differ from launch to launch
  if (Failure failure = session.open(request, [](void *, const char *, const char *, uint32_t) {}, nullptr))
    return failure;
  if (Failure failure = session.arguments->bind(arguments))
    return failure;
  if (Failure failure = takeArguments())
    return failure;
  return takeGlobals();
}

void RepeatedLaunch::setBytes(const std::string &name, std::span<const std::byte> data) {
  ArrayContents &target = contents.at(name);
  assert(target.data.size() == data.size() && "of the same type and shape");
  target.data.assign(data.begin(), data.end());
}

void RepeatedLaunch::set(const std::string &name, const Numbers &numbers) {
  ArrayContents &target = contents.at(name);
  const size_t size = qdrt_type_bytes(target.type);
  assert(target.data.size() == numbers.size() * size && "a number for each element");
  for (size_t i = 0; i < numbers.size(); ++i)
    putNumber(target.data.data() + i * size, target.type, numbers[i]);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Failure RepeatedLaunch::launch() {
  for (const auto &[name, value] : contents) {
    if (auto scalar = scalars.find(name); scalar != scalars.end()) {
      qdrt_scalar bits;
      bits.bits = 0;
      std::memcpy(&bits, value.data.data(), value.data.size());
      session.arguments->setScalar(scalar->second, bits);
    } else if (Failure failure = session.arguments->write(name, value.data)) {
      return failure;
    }
  }
  qdrt_status status = launchAndWait(session, options);
  if (isFoundByDevice(status))
    return ToolError::input(launchFailure(status, session.kernel).message);
  return status == QDRT_OK ? Failure() : Failure(loaderError(status));
}

Failure RepeatedLaunch::read(const std::string &name, Numbers &numbers) const {
  ArrayContents left;
  if (Failure failure = session.arguments->read(name, left))
    return failure;
  numbers = numbersOf(left);
  return {};
}

Failure RepeatedLaunch::readResult(size_t index, Numbers &numbers) const {
  std::vector<qdrt_scalar> values(qdrt_kernel_result_count(session.kernel));
  if (Failure failure = checkLoader(
          qdrt_kernel_results(session.kernel, nullptr, values.data(), static_cast<uint32_t>(values.size()))))
    return failure;
  qdrt_type type = QDRT_I32;
  int isUnsigned = 0;
  if (Failure failure =
          checkLoader(qdrt_kernel_result(session.kernel, static_cast<uint32_t>(index), &type, &isUnsigned)))
    return failure;
  numbers = {numberAt(reinterpret_cast<const std::byte *>(&values[index]), type)};
  return {};
}
