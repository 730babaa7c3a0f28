//===- Fixture.cpp - What the tests of the CUDA backend share -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace cuda_test;

const std::string &runtime_test::deviceUnderTest() {
  static const std::string spelling = "cuda:0";
  return spelling;
}

void cuda_test::useFakeImages() { useImages("cuda:0", builtImages() + "/fake_cuda"); }

BackendSetup::BackendSetup() {
  useFakeImages();
  device = std::move(*cuda::Backend().open(0, {}));
  image = std::move(*device->load(imageFile("entries")));
  stream = std::move(*device->createStream());
  fake_cuda::takeCalls();
}

/// Kernel "k" of both packages.
static qdc::ByteVector packageOfLoop(const char *symbol, bool isStoppable) {
  PackageBuilder package;
  const uint32_t site = package.site(qdc::SiteKind::loop, 10, "solve");
  KernelBuilder &k = package.kernel("k");
  const uint32_t out = k.array("out", qdc::ElementType::i64, {}), flag = k.array("flag", qdc::ElementType::i64, {}),
                 size = k.scalar("size", qdc::ElementType::i64);
  qdc::Node loop = doWhile(site, {qdc::FlagKind::argument, flag},
                           {k.task("store", {word(64), scalar(size)}, qdc::SizeExpr::scalar(size)),
                            k.task("add_index", {array(out)}), k.task("down_i64", {array(flag)})});
  loop.countWord = 8;
  k.graph({loop});
  std::vector<qdc::SlotSource> slots = {array(out), array(flag), word(8)};
  if (isStoppable) {
    slots.insert(slots.begin(), {source(qdc::SlotKind::errorRecord), source(qdc::SlotKind::stopWord)});
    slots.push_back(scalar(k.scalar("site", qdc::ElementType::i64)));
  }
  for (qdc::LoopStrategy strategy : {qdc::LoopStrategy::block, qdc::LoopStrategy::grid})
    k.loopCode(0, strategy, symbol, slots);
  return package.bytes();
}

qdc::ByteVector cuda_test::loopPackage() { return packageOfLoop("loop_down", false); }

qdc::ByteVector cuda_test::stoppablePackage() { return packageOfLoop("loop_down_stoppable", true); }
