//===- Architectures.cpp - NVIDIA's GPUs by compute capability ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/Architectures.h"

#include "llvm/ADT/StringRef.h"

namespace qdc {

static constexpr CUDAArchitecture architectures[] = {
    {"75", "Turing: T4, RTX 20"},
    {"80", "Ampere: A100, A30"},
    {"86", "Ampere: A40, RTX A6000, RTX 30"},
    {"87", "Ampere: Jetson Orin"},
    {"89", "Ada: L4, L40, RTX 40"},
    {"90", "Hopper: H100, H200"},
    {"100", "Blackwell: B200, GB200"},
    {"103", "Blackwell: B300, GB300"},
    {"110", "Blackwell: Jetson Thor"},
    {"120", "Blackwell: RTX 50, RTX PRO 6000"},
    {"121", "Blackwell: GB10"},
};

std::span<const CUDAArchitecture> cudaArchitectures() { return architectures; }

bool hasSubgroupReductions(std::string_view number) {
  unsigned capability = 0;
  return !llvm::StringRef(number).getAsInteger(10, capability) && capability >= 80;
}

} // namespace qdc
