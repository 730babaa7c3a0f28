//===- SPIRVTools.cpp - The optimiser and the validator of SPIR-V ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/SPIRVTools.h"

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#include <string_view>

namespace qdc {

namespace {

spv_target_env environment(unsigned minor) { return minor == 2 ? SPV_ENV_VULKAN_1_2 : SPV_ENV_VULKAN_1_3; }

/// Keeps the first line of the first error that the library reports.
struct FirstMessage {
  std::string text;

  spvtools::MessageConsumer consumer() {
    return [this](spv_message_level_t level, const char *, const spv_position_t &, const char *message) {
      if (text.empty() && level <= SPV_MSG_ERROR)
        text = std::string_view(message).substr(0, std::string_view(message).find('\n'));
    };
  }
};

void addInlining(spvtools::Optimizer &optimizer) {
  optimizer.RegisterPass(spvtools::CreateMergeReturnPass())
      .RegisterPass(spvtools::CreateInlineExhaustivePass())
      .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
}

/// Passes that fold constants of floats and those that order sums anew are not among them. Nor is the one that finds
/// equal values in all blocks, which copies its table for each block: with 50,000 operations and branches it took 4 GB.
/// The lowering has found them by then.
void addPasses(spvtools::Optimizer &optimizer) {
  optimizer.RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
      .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
      .RegisterPass(spvtools::CreateLocalMultiStoreElimPass())
      .RegisterPass(spvtools::CreateDeadBranchElimPass())
      .RegisterPass(spvtools::CreateLocalRedundancyEliminationPass())
      .RegisterPass(spvtools::CreateAggressiveDCEPass())
      .RegisterPass(spvtools::CreateBlockMergePass());
}

} // namespace

Result<SPIRVWords> optimizeSPIRV(const SPIRVWords &module, SPIRVPasses passes) {
  spvtools::Optimizer optimizer(environment(module.minor));
  FirstMessage message;
  optimizer.SetMessageConsumer(message.consumer());
  optimizer.RegisterPass(spvtools::CreateStripNonSemanticInfoPass())
      .RegisterPass(spvtools::CreateFreezeSpecConstantValuePass())
      .RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
  if (passes != SPIRVPasses::needed)
    addInlining(optimizer);
  if (passes == SPIRVPasses::inlining) // without the types of functions that are gone
    optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass());
  if (passes == SPIRVPasses::all)
    addPasses(optimizer);
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  SPIRVWords optimized{module.minor, {}};
  if (!optimizer.Run(module.words.data(), module.words.size(), &optimized.words, options))
    return Error{ErrorCode::internal, "the optimiser of SPIR-V failed: " + message.text};
  return optimized;
}

Status validateSPIRV(const SPIRVWords &module) {
  spvtools::SpirvTools tools(environment(module.minor));
  FirstMessage message;
  tools.SetMessageConsumer(message.consumer());
  if (!tools.Validate(module.words))
    return Error{ErrorCode::internal, "the SPIR-V module is not valid: " + message.text};
  return {};
}

} // namespace qdc
