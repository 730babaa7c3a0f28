//===- LLVMBackEndsTest.cpp - Tests of Target/LLVMBackEnds.h --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Target/LLVMBackEnds.h"

#include "llvm/MC/TargetRegistry.h"

#include <catch2/catch.hpp>
#include <string>

TEST_CASE("one call adds the back ends of all targets") {
  qdc::initializeBackEnds();
  qdc::initializeBackEnds();
  std::string reason;
  for (const char *triple : {"x86_64-unknown-linux-gnu", "nvptx64-nvidia-cuda"}) {
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(llvm::Triple(triple), reason);
    INFO(reason);
    REQUIRE(target);
    CHECK(target->hasTargetMachine());
  }
}
