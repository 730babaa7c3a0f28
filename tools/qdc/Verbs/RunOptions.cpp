//===- RunOptions.cpp - The command line of qdc run -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Run/RunRequest.h"
#include "Verbs/LaunchOptions.h"
#include "Verbs/Verbs.h"

#include <filesystem>
#include <set>

using namespace qdc;

/// NAME=FILE.npy of --save.
static std::string addSave(const std::string &value, RunRequest &request) {
  size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == value.size())
    return "does not take '" + value + "': expected NAME=FILE.npy";
  request.saves.push_back({value.substr(0, equals), value.substr(equals + 1)});
  return "";
}

static void addOptions(Verb &verb, RunRequest &request) {
  verb.add_option("--save=NAME=FILE.npy", CLI::callback_t(), "write an array after the last launch")
      ->take_all()
      ->check([&](const std::string &value) { return addSave(value, request); });
  verb.add_option("--print=NAME", into(request.prints), "show an array after the last launch")
      ->take_all()
      ->delimiter(',');
  verb.add_option("--repeat=N", request.repeat, "launch N times; arrays keep what the launch before left in them")
      ->transform(wholeNumber(1, UINT64_MAX))
      ->default_str("1");
  addLaunchOptions(verb, request);
  std::vector<std::string> strategies = {"auto"};
  while (const char *name = qdrt_loop_strategy_name(static_cast<uint32_t>(strategies.size() - 1)))
    strategies.emplace_back(name);
  verb.add_option("--loops=STRATEGY", request.loops, "how a device runs loops that hold parallel loops")
      ->check(CLI::IsMember(strategies))
      ->default_str("auto");
  verb.add_flag("--json", request.isJson, "everything as one JSON object");
}

static Failure checkOutputs(const RunRequest &request) {
  std::map<std::filesystem::path, const SaveRequest *> files;
  for (const SaveRequest &save : request.saves) {
    auto [other, isNew] = files.emplace(std::filesystem::path(save.file).lexically_normal(), &save);
    if (!isNew)
      return ToolError::badUsage("'--save' writes '" + save.file + "' twice, for '" + other->second->name + "' and '" +
                                 save.name + "': expected a file for each");
  }
  std::set<std::string_view> names;
  for (const std::string &name : request.prints)
    if (!names.insert(name).second)
      return ToolError::badUsage("'--print' names '" + name + "' twice: expected each array once");
  return {};
}

void qdc::addRun(CLI::App &tool) {
  Verb &verb = addVerb(tool, "run", "launch a kernel of a package", "PACKAGE [KERNEL] [NAME=VALUE ...] [options]");
  verb.examples = {
      {"new arrays, filled, and a number; print an array",
       "qdc run saxpy.fatbin x=f32[4]:3 y=f32[4]:1 a=2.5 --print y"},
      {"values of one's own, and random ones",
       "qdc run saxpy.fatbin 'x=[1,2.5,-3]' 'y=f32[x]:random(7)' a=2.5 --print y"},
      {"an array to a NumPy file", "qdc run saxpy.fatbin x=f32[1000]:3 y=f32[x]:1 a=2.5 --save y=y.npy"},
      {"an array from a NumPy file, one of zeros in its shape; all as JSON",
       "qdc run saxpy.fatbin x=@y.npy y=f32[x] a=2.5 --print y --json"},
      {"time 100 launches on one thread",
       "qdc run saxpy.fatbin x=f32[1000000]:3 y=f32[x] a=2.5 --repeat 100 --threads 1"},
  };
  verb.details = {launchDetails()};
  verb.variables = {{"QDRT_THREADS", "processor threads to use, as --threads"},
                    {"QDRT_GRAPH", "0: run the tasks of a GPU one by one; 1: replay every kernel that can be a graph"},
                    {"QDRT_LOOP", "how a device runs loops, as --loops"},
                    {"QDRT_CACHE", "the folder of code that a driver compiled, as --cache"},
                    {"QDRT_TARGET", "use the image of this target, or fail, as --target"}};
  auto request = std::make_shared<RunRequest>();
  addOptions(verb, *request);
  verb.run = [request](std::span<const std::string> words) {
    Failure failure = checkOutputs(*request);
    if (!failure)
      failure = readLaunchWords("run", words, *request);
    return failure ? reportError(*failure) : runRun(*request);
  };
}
