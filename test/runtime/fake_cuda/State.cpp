//===- State.cpp - What the fake driver keeps -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

using namespace fake_cuda;

/// One setting of FAKE_CUDA. A name that is no setting is a function's.
static void apply(State &state, const std::string &name, const std::string &value) {
  int number = std::atoi(value.c_str());
  Settings &settings = state.settings;
  std::map<std::string, int *> numbers = {{"version", &settings.version},
                                          {"devices", &settings.devices},
                                          {"capability", &settings.capability},
                                          {"warpSize", &settings.warpSize},
                                          {"multiprocessors", &settings.multiprocessors}};
  if (auto found = numbers.find(name); found != numbers.end())
    *found->second = number;
  else
    state.always[name] = static_cast<CUresult>(number);
}

State &fake_cuda::state() {
  // Lives on while other objects of the program end.
  static State *const made = [] {
    auto *state = new State;
    const char *text = std::getenv("FAKE_CUDA");
    std::istringstream words(text ? text : "");
    for (std::string word; words >> word;) {
      size_t equals = word.find('=');
      if (equals == std::string::npos)
        throw std::runtime_error("FAKE_CUDA takes NAME=VALUE, not '" + word + "'");
      apply(*state, word.substr(0, equals), word.substr(equals + 1));
    }
    return state;
  }();
  return *made;
}

std::vector<Context *> &fake_cuda::currentContexts() {
  static thread_local std::vector<Context *> stack;
  return stack;
}

Context *fake_cuda::currentContext() {
  std::vector<Context *> &stack = currentContexts();
  return stack.empty() ? nullptr : find(state().contexts, stack.back());
}

/// Whether a call is one that failCall() means.
static bool isMeant(const std::string &function) {
  if (!state().failing.empty())
    return state().failing == function;
  for (const char *part : {"Free", "Destroy", "Unload", "Release", "Current"})
    if (function.find(part) != std::string::npos)
      return false;
  return true;
}

CUresult fake_cuda::enter(const char *function, const std::string &details) {
  State &all = state();
  all.calls += function;
  all.calls += (details.empty() ? "" : " ") + details + "\n";
  if (auto found = all.always.find(function); found != all.always.end())
    return found->second;
  if (all.failingNumber == 0 || !isMeant(function) || ++all.seen != all.failingNumber)
    return CUDA_SUCCESS;
  all.hasFailed = true;
  return all.failingCode;
}

CUresult fake_cuda::enterContext(const char *function, const std::string &details) {
  CUresult code = enter(function, details);
  if (code != CUDA_SUCCESS)
    return code;
  Context *context = currentContext();
  if (!context)
    return currentContexts().empty() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return context->error;
}

Settings &fake_cuda::settings() { return state().settings; }

void fake_cuda::failCall(const std::string &function, long number, CUresult code) {
  std::lock_guard lock(state().mutex);
  state().failing = function;
  state().failingNumber = number;
  state().failingCode = code;
  state().seen = 0;
  state().hasFailed = false;
}

bool fake_cuda::hasFailed() { return state().hasFailed; }

std::string fake_cuda::takeCalls() {
  std::lock_guard lock(state().mutex);
  return std::exchange(state().calls, "");
}

Live fake_cuda::live() {
  std::lock_guard lock(state().mutex);
  State &all = state();
  auto count = [](const auto &objects) { return static_cast<long>(objects.size()); };
  Live live;
  live.contexts = count(all.contexts);
  live.streams = count(all.streams);
  live.events = count(all.events);
  live.modules = count(all.modules);
  live.links = count(all.links);
  live.allocations = count(all.memory);
  live.pools = count(all.pools);
  live.graphs = count(all.graphs);
  live.executables = count(all.executables);
  live.userObjects = count(all.userObjects);
  live.lost = all.lost;
  live.wrong = all.wrong;
  return live;
}
