//===- Features.cpp - What this processor can run -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Features.h"

#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstring>
#include <span>

using namespace qdrt::loader;
using namespace qdrt::loader::cpu;

namespace {

enum Register : uint8_t { eax, ebx, ecx, edx };

/// Register state that the operating system must save for a feature to be usable: bits of XCR0.
enum State : uint32_t { none = 0, avx = 0x6, avx512 = 0xe6, amx = 0x60000, apx = 0x80000 };

/// The name stands in the row: a pointer to it would be one more thing for the dynamic linker to write.
struct FeatureBit {
  char name[19];
  uint32_t leaf;
  uint8_t subleaf;
  Register reg;
  uint8_t bit;
  State state;
};

/// CPUID bits from the Intel and AMD manuals, by leaf.
constexpr FeatureBit kFeatures[] = {
    {"sse3", 1, 0, ecx, 0, none},
    {"pclmul", 1, 0, ecx, 1, none},
    {"ssse3", 1, 0, ecx, 9, none},
    {"fma", 1, 0, ecx, 12, avx},
    {"cx16", 1, 0, ecx, 13, none},
    {"sse4.1", 1, 0, ecx, 19, none},
    {"sse4.2", 1, 0, ecx, 20, none},
    {"crc32", 1, 0, ecx, 20, none},
    {"movbe", 1, 0, ecx, 22, none},
    {"popcnt", 1, 0, ecx, 23, none},
    {"aes", 1, 0, ecx, 25, none},
    {"xsave", 1, 0, ecx, 27, none}, // the bit that says that the operating system uses it
    {"avx", 1, 0, ecx, 28, avx},
    {"f16c", 1, 0, ecx, 29, avx},
    {"rdrnd", 1, 0, ecx, 30, none},
    {"x87", 1, 0, edx, 0, none},
    {"cx8", 1, 0, edx, 8, none},
    {"cmov", 1, 0, edx, 15, none},
    {"mmx", 1, 0, edx, 23, none},
    {"fxsr", 1, 0, edx, 24, none},
    {"sse", 1, 0, edx, 25, none},
    {"sse2", 1, 0, edx, 26, none},
    {"fsgsbase", 7, 0, ebx, 0, none},
    {"sgx", 7, 0, ebx, 2, none},
    {"bmi", 7, 0, ebx, 3, none},
    {"avx2", 7, 0, ebx, 5, avx},
    {"bmi2", 7, 0, ebx, 8, none},
    {"invpcid", 7, 0, ebx, 10, none},
    {"rtm", 7, 0, ebx, 11, none},
    {"avx512f", 7, 0, ebx, 16, avx512},
    {"avx512dq", 7, 0, ebx, 17, avx512},
    {"rdseed", 7, 0, ebx, 18, none},
    {"adx", 7, 0, ebx, 19, none},
    {"avx512ifma", 7, 0, ebx, 21, avx512},
    {"clflushopt", 7, 0, ebx, 23, none},
    {"clwb", 7, 0, ebx, 24, none},
    {"avx512cd", 7, 0, ebx, 28, avx512},
    {"sha", 7, 0, ebx, 29, none},
    {"avx512bw", 7, 0, ebx, 30, avx512},
    {"avx512vl", 7, 0, ebx, 31, avx512},
    {"avx512vbmi", 7, 0, ecx, 1, avx512},
    {"pku", 7, 0, ecx, 4, none},
    {"waitpkg", 7, 0, ecx, 5, none},
    {"avx512vbmi2", 7, 0, ecx, 6, avx512},
    {"shstk", 7, 0, ecx, 7, none},
    {"gfni", 7, 0, ecx, 8, none},
    {"vaes", 7, 0, ecx, 9, avx},
    {"vpclmulqdq", 7, 0, ecx, 10, avx},
    {"avx512vnni", 7, 0, ecx, 11, avx512},
    {"avx512bitalg", 7, 0, ecx, 12, avx512},
    {"avx512vpopcntdq", 7, 0, ecx, 14, avx512},
    {"rdpid", 7, 0, ecx, 22, none},
    {"kl", 7, 0, ecx, 23, none},
    {"cldemote", 7, 0, ecx, 25, none},
    {"movdiri", 7, 0, ecx, 27, none},
    {"movdir64b", 7, 0, ecx, 28, none},
    {"enqcmd", 7, 0, ecx, 29, none},
    {"uintr", 7, 0, edx, 5, none},
    {"avx512vp2intersect", 7, 0, edx, 8, avx512},
    {"serialize", 7, 0, edx, 14, none},
    {"tsxldtrk", 7, 0, edx, 16, none},
    {"pconfig", 7, 0, edx, 18, none},
    {"amx-bf16", 7, 0, edx, 22, amx},
    {"avx512fp16", 7, 0, edx, 23, avx512},
    {"amx-tile", 7, 0, edx, 24, amx},
    {"amx-int8", 7, 0, edx, 25, amx},
    {"sha512", 7, 1, eax, 0, avx},
    {"sm3", 7, 1, eax, 1, avx},
    {"sm4", 7, 1, eax, 2, avx},
    {"raoint", 7, 1, eax, 3, none},
    {"avxvnni", 7, 1, eax, 4, avx},
    {"avx512bf16", 7, 1, eax, 5, avx512},
    {"cmpccxadd", 7, 1, eax, 7, none},
    {"amx-fp16", 7, 1, eax, 21, amx},
    {"hreset", 7, 1, eax, 22, none},
    {"avxifma", 7, 1, eax, 23, avx},
    {"movrs", 7, 1, eax, 31, none},
    {"avxvnniint8", 7, 1, edx, 4, avx},
    {"avxneconvert", 7, 1, edx, 5, avx},
    {"amx-complex", 7, 1, edx, 8, amx},
    {"avxvnniint16", 7, 1, edx, 10, avx},
    {"prefetchi", 7, 1, edx, 14, none},
    {"usermsr", 7, 1, edx, 15, none},
    {"egpr", 7, 1, edx, 21, apx},
    {"push2pop2", 7, 1, edx, 21, apx},
    {"ppx", 7, 1, edx, 21, apx},
    {"ndd", 7, 1, edx, 21, apx},
    {"ccmp", 7, 1, edx, 21, apx},
    {"nf", 7, 1, edx, 21, apx},
    {"cf", 7, 1, edx, 21, apx},
    {"zu", 7, 1, edx, 21, apx},
    {"xsaveopt", 0xd, 1, eax, 0, none},
    {"xsavec", 0xd, 1, eax, 1, none},
    {"xsaves", 0xd, 1, eax, 3, none},
    {"ptwrite", 0x14, 0, ebx, 4, none},
    {"widekl", 0x19, 0, ebx, 2, none},
    {"amx-fp8", 0x1e, 1, eax, 4, amx},
    {"amx-tf32", 0x1e, 1, eax, 6, amx},
    {"amx-avx512", 0x1e, 1, eax, 7, amx},
    {"amx-movrs", 0x1e, 1, eax, 8, amx},
    {"sahf", 0x80000001, 0, ecx, 0, none},
    {"lzcnt", 0x80000001, 0, ecx, 5, none},
    {"sse4a", 0x80000001, 0, ecx, 6, none},
    {"prfchw", 0x80000001, 0, ecx, 8, none},
    {"xop", 0x80000001, 0, ecx, 11, avx},
    {"lwp", 0x80000001, 0, ecx, 15, none},
    {"fma4", 0x80000001, 0, ecx, 16, avx},
    {"tbm", 0x80000001, 0, ecx, 21, none},
    {"mwaitx", 0x80000001, 0, ecx, 29, none},
    {"64bit", 0x80000001, 0, edx, 29, none},
    {"clzero", 0x80000008, 0, ebx, 0, none},
    {"rdpru", 0x80000008, 0, ebx, 4, none},
    {"wbnoinvd", 0x80000008, 0, ebx, 9, none},
};

constexpr const char *kV1[] = {"64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"};
constexpr const char *kV2[] = {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"};
constexpr const char *kV3[] = {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"};
constexpr const char *kV4[] = {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"};

/// A target, and what its level adds to the levels above it in this table.
struct Level {
  const char *target;
  std::span<const char *const> adds;
};
constexpr Level kLevels[] = {{"cpu:x86-64-v2", kV2}, {"cpu:x86-64-v3", kV3}, {"cpu:x86-64-v4", kV4}};

using Registers = std::array<uint32_t, 4>;

Registers cpuid(uint32_t leaf, uint32_t subleaf) {
  Registers registers = {};
  if (__get_cpuid_max(leaf & 0x80000000u, nullptr) >= leaf)
    __cpuid_count(leaf, subleaf, registers[eax], registers[ebx], registers[ecx], registers[edx]);
  return registers;
}

uint32_t savedState() {
  if (!(cpuid(1, 0)[ecx] >> 27 & 1))
    return 0;
  uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

} // namespace

/// AVX10 is numbered instead of having bits.
static uint32_t avx10Version(uint32_t saved) {
  bool present = (saved & avx512) == avx512 && (cpuid(7, 1)[edx] >> 19 & 1);
  return present ? cpuid(0x24, 0)[ebx] & 0xff : 0;
}

ProcessorFeatures ProcessorFeatures::detect() {
  std::set<std::string, std::less<>> found;
  uint32_t saved = savedState();
  for (const FeatureBit &feature : kFeatures)
    if ((saved & feature.state) == feature.state &&
        (cpuid(feature.leaf, feature.subleaf)[feature.reg] >> feature.bit & 1))
      found.insert(feature.name);
  uint32_t avx10 = avx10Version(saved);
  if (avx10 >= 1)
    found.insert("avx10.1");
  if (avx10 >= 2)
    found.insert("avx10.2");
  return ProcessorFeatures(std::move(found));
}

std::optional<ProcessorFeatures> ProcessorFeatures::ofLevel(std::string_view name) {
  ProcessorFeatures found({std::begin(kV1), std::end(kV1)});
  if (name == "x86-64")
    return found;
  for (const Level &level : kLevels) {
    for (const char *feature : level.adds)
      found.add(feature);
    // sse4.2 brings it along.
    found.add("crc32");
    if (std::string_view(level.target).substr(sizeof("cpu:") - 1) == name)
      return found;
  }
  return std::nullopt;
}

bool ProcessorFeatures::knows(std::string_view name) {
  if (name == "avx10.1" || name == "avx10.2")
    return true;
  return std::any_of(std::begin(kFeatures), std::end(kFeatures),
                     [&](const FeatureBit &feature) { return name == feature.name; });
}

/// The names of `needed` that the processor lacks, or "".
static std::string missingFeatures(const std::set<std::string_view> &needed, const ProcessorFeatures &features) {
  std::string missing;
  for (std::string_view name : needed) {
    if (features.has(name))
      continue;
    missing += qdc::formatText("{}{}'", missing.empty() ? "'" : ", '", name);
    if (!ProcessorFeatures::knows(name))
      missing += " (unknown to this loader)";
  }
  return missing;
}

ImageFit qdrt::loader::cpu::imageFit(const qdc::Image &image, const ProcessorFeatures &features) {
  ImageFit fit;
  std::set<std::string_view> needed(image.features.begin(), image.features.end());
  if (image.target == "cpu:native") {
    fit.preference = 1 + std::size(kLevels);
  } else {
    for (size_t level = 0; level < std::size(kLevels); ++level)
      if (image.target == kLevels[level].target)
        fit.preference = static_cast<uint32_t>(1 + level);
    if (fit.preference == 0) {
      fit.reason = "this loader knows the targets 'cpu:native', 'cpu:x86-64-v2', 'cpu:x86-64-v3' and 'cpu:x86-64-v4'";
      return fit;
    }
    for (size_t level = 0; level < fit.preference; ++level)
      needed.insert(kLevels[level].adds.begin(), kLevels[level].adds.end());
  }
  std::string missing = missingFeatures(needed, features);
  if (!missing.empty())
    fit.reason = qdc::formatText("this processor lacks {}", missing);
  return fit;
}

qdc::Result<const char *> qdrt::loader::cpu::noLaunchReason(const qdc::EntryPoint &entry) {
  if (kindOf(entry.launch) != qdc::LaunchKind::cpu)
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "entry point '{}' of the CPU image has a launch of the kind '{}'; a CPU takes 'cpu'",
                          entry.symbol, enumName(kindOf(entry.launch)));
  return static_cast<const char *>(nullptr);
}

std::string qdrt::loader::cpu::processorName() {
  char text[49] = {};
  for (uint32_t part = 0; part < 3; ++part) {
    Registers registers = cpuid(0x80000002 + part, 0);
    std::memcpy(text + 16 * part, registers.data(), 16);
  }
  std::string name = text;
  name.erase(0, name.find_first_not_of(' ') == std::string::npos ? name.size() : name.find_first_not_of(' '));
  while (!name.empty() && name.back() == ' ')
    name.pop_back();
  return name.empty() ? "x86-64 processor" : name;
}
