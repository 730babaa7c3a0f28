//===- Image.cpp - A module of SPIR-V -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Image.h"

#include "Runtime/Core/Processors.h"
#include "Runtime/Vulkan/Device.h"
#include "Runtime/Vulkan/EachInThreads.h"
#include "Runtime/Vulkan/FloatControls.h"
#include "Runtime/Vulkan/Pipeline.h"

#include "qdc/Support/Sha256.h"

#include <cstring>
#include <optional>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static qdc::Status invalid(const char *message) {
  return qdc::makeError(qdc::ErrorCode::invalidPackage, "{}", message);
}

/// The driver believes the lengths that instructions state, so these are checked. Finds the symbols that are entry
/// points for computing.
static qdc::Status readModule(std::span<const uint32_t> words, std::set<std::string, std::less<>> &symbols) {
  constexpr size_t kHeader = 5;
  constexpr uint32_t kMagic = 0x07230203, kOpEntryPoint = 15, kGLCompute = 5;
  if (words.size() < kHeader || words[0] != kMagic)
    return invalid("the Vulkan image is no SPIR-V");
  for (size_t at = kHeader; at < words.size();) {
    const uint32_t length = words[at] >> 16, operation = words[at] & 0xffff;
    if (length == 0 || length > words.size() - at)
      return invalid("the Vulkan image ends inside an instruction of its SPIR-V");
    if (operation == kOpEntryPoint && length > 3 && words[at + 1] == kGLCompute) {
      const auto *name = reinterpret_cast<const char *>(&words[at + 3]);
      symbols.emplace(name, strnlen(name, (length - 3) * sizeof(uint32_t)));
    }
    at += length;
  }
  return {};
}

Entry::~Entry() { context->driver().destroyPipeline(context->device(), pipeline, nullptr); }

Image::Image(Device &device) : device(device), context(device.context()) {}

qdc::Result<std::unique_ptr<BackendImage>> Image::load(Device &device, std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(uint32_t) != 0)
    return invalid("the Vulkan image is no SPIR-V: its size is no multiple of 4 bytes");
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  if (!words.empty())
    std::memcpy(words.data(), bytes.data(), bytes.size());
  std::unique_ptr<Image> image(new Image(device));
  if (device.codeCache())
    image->digest = qdc::sha256Hex(bytes);
  if (qdc::Status read = readModule(words, image->symbols); !read)
    return read;
  const Context &context = *image->context;
  removeFloatControls(words, context.features().has.Vulkan12Properties);
  auto info = structOf<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = words.size() * sizeof(uint32_t);
  info.pCode = words.data();
  if (VkResult code = checkMade(context.driver().createShaderModule(context.device(), &info, nullptr, &image->module),
                                image->module);
      code != VK_SUCCESS)
    return context.failed(code, "load the code");
  return std::unique_ptr<BackendImage>(std::move(image));
}

Image::~Image() { context->driver().destroyShaderModule(context->device(), module, nullptr); }

qdc::Result<std::unique_ptr<BackendEntry>> Image::prepare(const qdc::EntryPoint &description) {
  const std::string &symbol = description.symbol;
  const qdc::Result<const char *> reason = device.noLaunchReason(description);
  if (!reason)
    return reason.error();
  if (!symbols.contains(symbol))
    return qdc::makeError(qdc::ErrorCode::invalidPackage, "the Vulkan image has no symbol '{}'", symbol);
  auto entry = std::make_unique<Entry>(context);
  entry->shape = *qdc::gridOf(description.launch);
  entry->unusableReason = *reason;
  if (entry->unusableReason)
    return std::unique_ptr<BackendEntry>(std::move(entry));
  CodeCache &cache = device.codeCache();
  qdc::Result<VkPipeline> made = makePipeline(*context, module, symbol, cache,
                                              cache ? pipelineKey(context->features(), digest, symbol) : std::string());
  if (!made)
    return made.error();
  entry->pipeline = *made;
  return std::unique_ptr<BackendEntry>(std::move(entry));
}

qdc::Result<std::vector<std::unique_ptr<BackendEntry>>>
Image::prepareAll(std::span<const qdc::EntryPoint *const> descriptions) {
  std::vector<std::optional<qdc::Result<std::unique_ptr<BackendEntry>>>> made(descriptions.size());
  eachInThreads(made.size(), usableProcessors(),
                [&](size_t index) { made[index].emplace(prepare(*descriptions[index])); });
  std::vector<std::unique_ptr<BackendEntry>> entries;
  for (auto &each : made) {
    if (!each->ok())
      return each->error();
    entries.push_back(std::move(**each));
  }
  return entries;
}
