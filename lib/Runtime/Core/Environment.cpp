//===- Environment.cpp - The environment variables of libqdrt -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Environment.h"

#include "qdrt/qdrt.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

using namespace qdrt::loader;

static std::string_view variable(const char *name) {
  // A program that runs with more rights than its caller does not take the caller's word.
  const char *value = secure_getenv(name);
  return value ? value : "";
}

qdc::Result<uint32_t> qdrt::loader::threadsFromEnvironment() {
  std::string_view text = variable("QDRT_THREADS");
  if (text.empty())
    return 0u;
  uint32_t threads = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error != std::errc() || end != text.data() + text.size() || threads == 0 || threads > QDRT_MAX_THREADS)
    return qdc::makeError(qdc::ErrorCode::invalidArgument,
                          "environment variable 'QDRT_THREADS' is '{}'; it takes a number of threads from 1 to {}",
                          text, QDRT_MAX_THREADS);
  return threads;
}

/// None when it is not set or empty.
static qdc::Result<std::optional<bool>> switchVariable(const char *name) {
  std::string_view text = variable(name);
  if (text.empty())
    return std::optional<bool>();
  if (text != "0" && text != "1")
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "environment variable '{}' is '{}'; it takes 0 or 1", name,
                          text);
  return std::optional<bool>(text == "1");
}

qdc::Result<std::optional<qdc::GraphMode>> qdrt::loader::graphModeFromEnvironment() {
  qdc::Result<std::optional<bool>> value = switchVariable("QDRT_GRAPH");
  if (!value)
    return value.error();
  if (!*value)
    return std::optional<qdc::GraphMode>();
  return std::optional(**value ? qdc::GraphMode::always : qdc::GraphMode::never);
}

qdc::Result<bool> qdrt::loader::validationFromEnvironment() {
  qdc::Result<std::optional<bool>> value = switchVariable("QDRT_VALIDATE");
  if (!value)
    return value.error();
  return value->value_or(false);
}

qdc::Result<LoopStrategyRequest> qdrt::loader::loopsFromEnvironment() {
  return parseLoopStrategyRequest(variable("QDRT_LOOP"), "environment variable 'QDRT_LOOP'");
}

std::string qdrt::loader::cacheFromEnvironment() { return std::string(variable("QDRT_CACHE")); }

std::string qdrt::loader::targetFromEnvironment() { return std::string(variable("QDRT_TARGET")); }
