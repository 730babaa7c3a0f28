//===- State.cpp - What the fake Vulkan keeps -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

using namespace fake_vulkan;

/// 1.2 of "1.2".
static uint32_t versionIn(const std::string &text) {
  return VK_MAKE_API_VERSION(0, std::atoi(text.c_str()), std::atoi(text.c_str() + text.find('.') + 1), 0);
}

/// One setting of FAKE_VULKAN. A name that is no setting is a function's.
static void apply(State &state, const std::string &name, const std::string &value) {
  const auto number = static_cast<uint32_t>(std::atoi(value.c_str()));
  Settings &settings = state.settings;
  std::map<std::string, uint32_t *> numbers = {{"devices", &settings.devices},
                                               {"drawingQueues", &settings.drawingQueues},
                                               {"computingQueues", &settings.computingQueues}};
  if (auto found = numbers.find(name); found != numbers.end())
    *found->second = number;
  else if (name == "version")
    settings.version = versionIn(value);
  else if (name == "loaderVersion")
    settings.loaderVersion = versionIn(value);
  else if (name == "layer")
    settings.hasValidationLayer = number != 0;
  else if (name == "lacks")
    settings.lacks.insert(value);
  else
    state.always[name] = static_cast<VkResult>(std::atoi(value.c_str()));
}

State &fake_vulkan::state() {
  // Lives on while other objects of the program end.
  static State *const made = [] {
    auto *state = new State;
    const char *text = std::getenv("FAKE_VULKAN");
    std::istringstream words(text ? text : "");
    for (std::string word; words >> word;) {
      size_t equals = word.find('=');
      if (equals == std::string::npos)
        throw std::runtime_error("FAKE_VULKAN takes NAME=VALUE, not '" + word + "'");
      apply(*state, word.substr(0, equals), word.substr(equals + 1));
    }
    return state;
  }();
  return *made;
}

void fake_vulkan::note(const char *function, const std::string &details) {
  std::string &calls = state().calls;
  calls += function;
  calls += (details.empty() ? "" : " ") + details + "\n";
}

VkResult fake_vulkan::enter(const char *function, VkDevice handle, const std::string &details) {
  State &all = state();
  note(function, details);
  if (auto found = all.always.find(function); found != all.always.end())
    return found->second;
  if (all.failingNumber == 0 || (!all.failing.empty() && all.failing != function) || ++all.seen != all.failingNumber)
    return VK_SUCCESS;
  all.hasFailed = true;
  if (handle && all.failingCode == VK_ERROR_DEVICE_LOST)
    if (Device *device = find(all.devices, handle, "device"))
      lose(*device);
  return all.failingCode;
}

void fake_vulkan::fault(const std::string &what) {
  ++state().wrong;
  state().lastWrong = what;
  note("wrong:", what);
  say(what);
}

void fake_vulkan::say(const std::string &message) {
  std::lock_guard lock(state().mutex);
  VkDebugUtilsMessengerCallbackDataEXT data = {};
  data.pMessage = message.c_str();
  for (const auto &[handle, instance] : state().instances)
    if (instance->messages)
      instance->messages(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
                         &data, nullptr);
}

bool fake_vulkan::lacks(const std::string &name) { return state().settings.lacks.contains(name); }

Settings &fake_vulkan::settings() { return state().settings; }

void fake_vulkan::failCall(const std::string &function, long number, VkResult code) {
  std::lock_guard lock(state().mutex);
  state().failing = function;
  state().failingNumber = number;
  state().failingCode = code;
  state().seen = 0;
  state().hasFailed = false;
}

bool fake_vulkan::hasFailed() { return state().hasFailed; }

std::string fake_vulkan::takeCalls() {
  std::lock_guard lock(state().mutex);
  return std::exchange(state().calls, "");
}

Compiled fake_vulkan::takeCompiled() {
  std::lock_guard lock(state().mutex);
  return std::exchange(state().compiled, {});
}

std::string fake_vulkan::lastWrong() {
  std::lock_guard lock(state().mutex);
  return state().lastWrong;
}

Live fake_vulkan::live() {
  std::lock_guard lock(state().mutex);
  State &all = state();
  auto count = [](const auto &objects) { return static_cast<long>(objects.size()); };
  Live live;
  live.devices = count(all.devices);
  live.memories = count(all.memories);
  live.buffers = count(all.buffers);
  live.modules = count(all.modules);
  live.layouts = count(all.layouts);
  live.caches = count(all.caches);
  live.pipelines = count(all.pipelines);
  live.pools = count(all.pools);
  live.commandBuffers = count(all.commandBuffers);
  live.semaphores = count(all.semaphores);
  live.queryPools = count(all.queryPools);
  live.wrong = all.wrong;
  return live;
}
