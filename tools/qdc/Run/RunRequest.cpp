//===- RunRequest.cpp - The command line of qdc run -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/RunRequest.h"

#include <algorithm>
#include <filesystem>

using namespace qdc;

static Failure readWord(const std::string &word, RunRequest &request) {
  if (request.package.empty()) {
    request.package = word;
    return {};
  }
  if (word.find('=') == std::string::npos) {
    if (!request.kernel.empty() || !request.arguments.empty())
      return ToolError::badUsage("unexpected '" + word + "': expected NAME=VALUE");
    request.kernel = word;
    return {};
  }
  Result<ArgumentText> argument = parseArgumentText(word);
  if (!argument)
    return ToolError::badUsage(argument.error().message);
  request.arguments.push_back(std::move(*argument));
  return {};
}

static Failure readNumber(const ParsedArgument &argument, uint64_t least, uint64_t most, uint64_t &number) {
  Result<uint64_t> value = parseCount(argument.option->name, argument.value, least, most);
  if (!value)
    return ToolError::badUsage(value.error().message);
  number = *value;
  return {};
}

static Failure readSave(const std::string &value, RunRequest &request) {
  size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == value.size())
    return ToolError::badUsage("'--save' does not take '" + value + "': expected NAME=FILE.npy");
  SaveRequest save{value.substr(0, equals), value.substr(equals + 1)};
  auto plain = [](const std::string &file) { return std::filesystem::path(file).lexically_normal(); };
  for (const SaveRequest &other : request.saves)
    if (plain(other.file) == plain(save.file))
      return ToolError::badUsage("'--save' writes '" + save.file + "' twice, for '" + other.name + "' and '" +
                                 save.name + "': expected a file for each");
  request.saves.push_back(std::move(save));
  return {};
}

static Failure readOption(const ParsedArgument &argument, RunRequest &request) {
  const std::string &name = argument.option->name;
  if (name == "--save") {
    return readSave(argument.value, request);
  } else if (name == "--print") {
    if (std::ranges::find(request.prints, argument.value) != request.prints.end())
      return ToolError::badUsage("'--print' names '" + argument.value + "' twice: expected each array once");
    request.prints.push_back(argument.value);
  } else if (name == "--repeat") {
    return readNumber(argument, 1, UINT64_MAX, request.repeat);
  } else if (name == "--device") {
    request.device = argument.value;
  } else if (name == "--target") {
    request.target = argument.value;
  } else if (name == "--threads") {
    uint64_t threads = 0;
    Failure failure = readNumber(argument, 1, QDRT_MAX_THREADS, threads);
    request.threads = static_cast<uint32_t>(threads);
    return failure;
  } else if (name == "--seed") {
    return readNumber(argument, 0, UINT64_MAX, request.launch.seed);
  } else if (name == "--maximum-iterations") {
    return readNumber(argument, 1, UINT64_MAX, request.launch.maximum_iterations);
  } else if (name == "--json") {
    request.isJson = true;
  }
  return {};
}

Failure qdc::readRunRequest(std::span<const ParsedArgument> arguments, RunRequest &request) {
  request.launch.size = sizeof(request.launch);
  for (const ParsedArgument &argument : arguments)
    if (Failure failure = argument.option ? readOption(argument, request) : readWord(argument.value, request))
      return failure;
  if (request.package.empty())
    return ToolError::badUsage("no package given: expected qdc run PACKAGE [KERNEL] [NAME=VALUE ...]");
  return {};
}
