//===- VulkanFamily.cpp - The targets of Vulkan ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/VulkanFamily.h"

#include "qdc/Target/Vulkan/VulkanTarget.h"

namespace qdc {

namespace {

class VulkanFamily final : public TargetFamily {
public:
  std::string_view name() const override { return "vulkan"; }
  std::vector<TargetDescription> describe() const override { return describeVulkanTargets(); }
  Result<std::unique_ptr<Target>> make(std::string_view spelling) const override { return makeVulkanTarget(spelling); }
  Result<std::vector<OptionValues>> fingerprint(std::string_view, const DigestOfFile &) const override {
    return std::vector<OptionValues>();
  }
};

} // namespace

std::unique_ptr<TargetFamily> makeVulkanFamily() { return std::make_unique<VulkanFamily>(); }

} // namespace qdc
