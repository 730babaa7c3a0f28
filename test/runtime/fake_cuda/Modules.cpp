//===- Modules.cpp - Code of the fake driver ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "Publish.h"
#include "Sizes.h"

#include "Runtime/CUDA/Decide.h"
#include "Runtime/DeviceCode/Publish.h"
#include "Runtime/DeviceCode/Sizes.h"
#include "qdc/Support/MemoryFile.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <span>

using namespace fake_cuda;

#ifndef EM_CUDA
#define EM_CUDA 190
#endif

// What the driver gives for blocks that can't run at once; the loader does not tell it from others.
static constexpr auto kCooperativeLaunchTooLarge = static_cast<CUresult>(720);

Launch::Launch(const Function &function, uint32_t blocks, uint32_t blockThreads, void **parameters)
    : function(function), blocks(blocks), threads(uint64_t{blocks} * blockThreads),
      blocksAtOnce(currentContext()->multiprocessorCount() * settings().blocksPerMultiprocessor) {
  for (unsigned slot = 0; slot < function.slotCount; ++slot)
    std::memcpy(&slots.emplace_back(), parameters[slot], sizeof(uint64_t));
  text = function.name + " grid " + std::to_string(blocks) + " block " + std::to_string(blockThreads);
}

void Launch::makeCooperative() {
  text += " together";
  isCooperative = true;
}

CUresult Launch::operator()() const {
  if (isCooperative && (!settings().launchesTogether || blocks > static_cast<uint32_t>(blocksAtOnce)))
    return kCooperativeLaunchTooLarge;
  int failure = CUDA_SUCCESS;
  for (uint64_t thread = 0; thread < threads && failure == CUDA_SUCCESS; ++thread)
    function.entry(slots.data(), thread, threads, &failure);
  return static_cast<CUresult>(failure);
}

void fake_cuda::publish(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure) {
  const uint64_t resultBytes = 8 * slots[QDRT_PUBLISH_RESULT_WORDS];
  auto isThere = [&](int slot, uint64_t bytes) { return isDeviceRange(slots[slot], bytes); };
  auto isThereOrNone = [&](int slot, uint64_t bytes) { return slots[slot] == 0 || isThere(slot, bytes); };
  if (threads != QDRT_PUBLISH_THREADS || !isThere(QDRT_PUBLISH_REPORT, sizeof(qdrt_launch_report) + resultBytes) ||
      !isThere(QDRT_PUBLISH_NUMBER, 8) || !isThereOrNone(QDRT_PUBLISH_RECORD, sizeof(qd_error_record)) ||
      !isThereOrNone(QDRT_PUBLISH_PRINTS, sizeof(qd_print_buffer)) ||
      (resultBytes != 0 && !isThere(QDRT_PUBLISH_RESULTS, resultBytes)))
    *failure = CUDA_ERROR_ILLEGAL_ADDRESS;
  else if (thread == 0)
    publishBy(slots);
}

void fake_cuda::sizes(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure) {
  const auto *table = reinterpret_cast<const uint64_t *>(slots[0]);
  if (threads != 1 || !isDeviceRange(slots[0], 8 * QDRT_SIZES_FIRST) || !isDeviceRange(table[QDRT_SIZES_WORDS], 8) ||
      !isDeviceRange(table[QDRT_SIZES_RECORD], sizeof(qd_error_record)) ||
      (table[QDRT_SIZES_ANSWER] != 0 && !isDeviceRange(table[QDRT_SIZES_ANSWER], 8)))
    *failure = CUDA_ERROR_ILLEGAL_ADDRESS;
  else
    checkSizesBy(table);
}

/// What the loader's own PTX has.
static std::vector<Function> ownKernels() {
  return {{QDRT_DECIDE_KERNEL, decide, QDRT_DECIDE_SLOTS},
          {QDRT_PUBLISH_KERNEL, publish, QDRT_PUBLISH_SLOTS},
          {QDRT_SIZES_KERNEL, sizes, 1}};
}

/// What the driver's compiler says of text that it does not take.
static CUresult refuse(unsigned optionCount, const CUjit_option *options, void **values) {
  for (unsigned option = 0; option < optionCount; ++option)
    if (options[option] == CU_JIT_ERROR_LOG_BUFFER)
      std::strcpy(static_cast<char *>(values[option]), "line 1; fatal: the fake driver does not know this text\n");
  return CUDA_ERROR_INVALID_PTX;
}

/// The shared object in an image of images/WriteFakeImage.cmake; none in other text.
static std::optional<std::vector<std::byte>> sharedObject(std::string_view text) {
  constexpr std::string_view kMark = "// shared object: ";
  size_t at = text.find(kMark);
  if (at == std::string_view::npos)
    return std::nullopt;
  text.remove_prefix(at + kMark.size());
  text = text.substr(0, text.find('\n'));
  std::vector<std::byte> bytes(text.size() / 2);
  for (size_t index = 0; index < bytes.size(); ++index) {
    const char *digits = text.data() + 2 * index;
    uint8_t value = 0;
    if (std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2)
      return std::nullopt;
    bytes[index] = std::byte{value};
  }
  return bytes;
}

/// Whether text is that of one of the loader's own kernels.
static bool isOwn(const char *text, const Function &own) {
  return std::strstr(text, (".entry " + own.name + "(").c_str()) != nullptr;
}

/// Whether the driver's compiler takes the text.
static bool isKnown(const char *text) {
  const std::vector<Function> own = ownKernels();
  return std::ranges::any_of(own, [&](const Function &function) { return isOwn(text, function); }) ||
         sharedObject(text);
}

/// What the linker makes of text.
static std::vector<std::byte> machineCode(const std::string &text) {
  Elf64_Ehdr head = {};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_machine = EM_CUDA;
  head.e_flags = static_cast<uint32_t>(settings().capability);
  std::vector<std::byte> code(sizeof(head) + text.size() + 1);
  std::memcpy(code.data(), &head, sizeof(head));
  std::memcpy(code.data() + sizeof(head), text.c_str(), text.size() + 1);
  return code;
}

/// The text of an image, or of the machine code that was made of one; NULL: this is code for another device.
static const char *textOf(const void *image) {
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0)
    return static_cast<const char *>(image);
  Elf64_Ehdr head;
  std::memcpy(&head, image, sizeof(head));
  return head.e_flags == static_cast<uint32_t>(settings().capability) ? static_cast<const char *>(image) + sizeof(head)
                                                                      : nullptr;
}

namespace qdrt::loader::cuda {

CUresult cuLinkCreate_v2(unsigned optionCount, CUjit_option *options, void **values, CUlinkState *link) {
  FAKE_CUDA_ENTER_CONTEXT();
  add(state().links, std::make_unique<Link>(), link);
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData_v2(CUlinkState handle, CUjitInputType type, void *data, size_t bytes, const char *name,
                          unsigned optionCount, CUjit_option *options, void **values) {
  FAKE_CUDA_ENTER_CONTEXT();
  Link *link = find(state().links, handle);
  if (!link)
    return CUDA_ERROR_INVALID_HANDLE;
  const auto *text = static_cast<const char *>(data);
  if (type != CU_JIT_INPUT_PTX || bytes == 0 || text[bytes - 1] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isKnown(text))
    return CUDA_ERROR_INVALID_PTX;
  link->text = text;
  return CUDA_SUCCESS;
}

CUresult cuLinkComplete(CUlinkState handle, void **code, size_t *bytes) {
  FAKE_CUDA_ENTER_CONTEXT();
  Link *link = find(state().links, handle);
  if (!link)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!settings().linksNothing)
    link->code = machineCode(link->text);
  *code = link->code.data();
  *bytes = link->code.size();
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState link) {
  FAKE_CUDA_ENTER_CONTEXT();
  return remove(state().links, link);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned optionCount, CUjit_option *options,
                            void **values) {
  const char *text = textOf(image);
  FAKE_CUDA_ENTER_CONTEXT(text == image ? "" : "of machine code");
  if (!text)
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  auto made = std::make_unique<Module>();
  made->context = currentContext();
  for (const Function &own : ownKernels())
    if (isOwn(text, own)) {
      made->functions[own.name] = own;
      add(state().modules, std::move(made), module);
      return CUDA_SUCCESS;
    }
  std::optional<std::vector<std::byte>> object = sharedObject(text);
  if (!object)
    return refuse(optionCount, options, values);
  qdc::Result<qdc::FileDescriptor> file = qdc::makeMemoryFile("fake-cuda-image", *object);
  if (!file)
    return CUDA_ERROR_OUT_OF_MEMORY;
  made->file = std::move(*file);
  qdc::Result<std::string> path = made->file.path();
  if (!path)
    return CUDA_ERROR_INVALID_IMAGE;
  made->library.reset(dlopen(path->c_str(), RTLD_NOW | RTLD_LOCAL));
  if (!made->library)
    return CUDA_ERROR_INVALID_IMAGE;
  if (void *place = dlsym(made->library.get(), "cudaGraphSetConditional"))
    *static_cast<decltype(&setCondition) *>(place) = setCondition;
  add(state().modules, std::move(made), module);
  return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule handle) {
  FAKE_CUDA_ENTER_CONTEXT();
  return remove(state().modules, handle);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name) {
  FAKE_CUDA_ENTER_CONTEXT(name);
  Module *module = find(state().modules, handle);
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!module->library) {
    auto found = module->functions.find(name);
    if (found == module->functions.end())
      return CUDA_ERROR_NOT_FOUND;
    *function = reinterpret_cast<CUfunction>(&found->second);
    return CUDA_SUCCESS;
  }
  void *entry = dlsym(module->library.get(), name);
  void *count = dlsym(module->library.get(), (std::string(name) + "_slots").c_str());
  if (!entry || !count)
    return CUDA_ERROR_NOT_FOUND;
  auto [place, isNew] = module->functions.try_emplace(name);
  Function &found = place->second;
  if (isNew) { // else another thread may be launching it
    found.name = name;
    found.entry = reinterpret_cast<decltype(found.entry)>(entry);
    found.slotCount = *static_cast<const unsigned *>(count);
  }
  *function = reinterpret_cast<CUfunction>(&found);
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int blockThreads,
                                                     size_t sharedBytes) {
  FAKE_CUDA_ENTER_CONTEXT();
  *blocks = settings().blocksPerMultiprocessor;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  Launch launch(*reinterpret_cast<Function *>(function), config->gridDimX, config->blockDimX, parameters);
  for (const CUlaunchAttribute &attribute : std::span(config->attrs, config->numAttrs))
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION &&
        attribute.value.programmaticStreamSerializationAllowed)
      launch.text += " early";
    else if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && attribute.value.cooperative)
      launch.makeCooperative();
  FAKE_CUDA_ENTER_CONTEXT(launch.text);
  Stream *stream = find(state().streams, config->hStream);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (config->gridDimX == 0 || config->blockDimX == 0 || config->blockDimX > 1024 ||
      config->gridDimY * config->gridDimZ * config->blockDimY * config->blockDimZ != 1)
    return CUDA_ERROR_INVALID_VALUE;
  std::string text = launch.text;
  return submit(*stream, std::move(launch), std::move(text));
}

} // namespace qdrt::loader::cuda
