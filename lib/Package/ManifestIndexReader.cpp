//===- ManifestIndexReader.cpp - Where kernels stand in a manifest --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestIndex.h"

#include "ManifestPath.h"
#include "qdc/Support/ByteReader.h"

using namespace qdc;

namespace {

/// Reads one index from its start to its end. What reads a part is false where that failed.
class IndexReader {
public:
  IndexReader(ByteSpan index, std::string_view json) : index(index), json(json) {}

  bool read(std::vector<ModuleOutline> &modules);
  Status status;

private:
  bool number(uint32_t &value);
  bool count(uint64_t smallest, uint32_t &value);
  bool text(std::string &value);
  bool part(std::string_view &value);
  bool kernels(uint32_t number, std::vector<KernelOutline> &list);
  bool code(std::vector<CodeOutline> &list);
  template <typename... Args>
  bool fail(FormatString<Args...> what, const Args &...args) {
    status = ManifestPath().error(what, args...);
    return false;
  }
  bool failShort() { return fail("its index ends after {} bytes, in the middle of a module", index.size()); }

  const ByteReader index;
  const std::string_view json;
  uint64_t at = 0;
};

} // namespace

bool IndexReader::number(uint32_t &value) {
  const std::optional<uint32_t> found = index.u32(at);
  at += sizeof(value);
  value = found.value_or(0);
  return found || failShort();
}

/// The number of things that come later and take `smallest` bytes or more each.
bool IndexReader::count(uint64_t smallest, uint32_t &value) {
  return number(value) && (value <= (index.size() - at) / smallest || failShort());
}

bool IndexReader::text(std::string &value) {
  const std::optional<std::string_view> found = index.zeroTerminated(at);
  if (!found)
    return failShort();
  at += found->size() + 1;
  value = *found;
  return true;
}

bool IndexReader::part(std::string_view &value) {
  const std::optional<uint64_t> begin = index.u64(at), end = index.u64(at + 8);
  at += 16;
  if (!begin || !end)
    return failShort();
  if (*begin > *end || *end > json.size())
    return fail("its index names the bytes from {} to {} of it, but it has {}", *begin, *end, json.size());
  value = json.substr(*begin, *end - *begin);
  return true;
}

bool IndexReader::kernels(uint32_t number, std::vector<KernelOutline> &list) {
  list.resize(number);
  for (KernelOutline &kernel : list) {
    uint32_t isSpecialized = 0;
    if (!part(kernel.text) || !this->number(isSpecialized) || !text(kernel.name) || !text(kernel.variant))
      return false;
    if (isSpecialized > 1)
      return fail("its index says {} of whether a kernel has specialized values, not 0 or 1", isSpecialized);
    kernel.isSpecialized = isSpecialized != 0;
  }
  return true;
}

bool IndexReader::code(std::vector<CodeOutline> &list) {
  uint32_t number = 0;
  if (!count(/*smallest=*/20, number))
    return false;
  list.resize(number);
  for (uint32_t place = 0; place < number; ++place) {
    list[place].place = place;
    if (!part(list[place].text) || !this->number(list[place].kernel))
      return false;
  }
  return true;
}

bool IndexReader::read(std::vector<ModuleOutline> &modules) {
  while (at < index.size()) {
    ModuleOutline &module = modules.emplace_back();
    uint32_t kernelCount = 0, imageCount = 0;
    if (!count(/*smallest=*/22, kernelCount) || !count(/*smallest=*/12, imageCount) ||
        !kernels(kernelCount, module.kernels))
      return false;
    module.images.resize(imageCount);
    for (ImageOutline &image : module.images)
      if (!code(image.regions) || !code(image.entryPoints) || !code(image.loops))
        return false;
  }
  return true;
}

Result<std::vector<ModuleOutline>> qdc::readIndex(ByteSpan index, std::string_view json) {
  std::vector<ModuleOutline> modules;
  IndexReader reader(index, json);
  if (!reader.read(modules))
    return std::move(reader.status);
  return modules;
}
