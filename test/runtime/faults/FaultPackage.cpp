//===- FaultPackage.cpp - The package of the fault tests ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FaultPackage.h"

#include "../PackageBuilder.h"

using namespace qdc;
using namespace runtime_test;

/// Adds the kernel "count", made for n = `special` if that is not 0.
static void addCount(PackageBuilder &package, uint32_t counter, uint32_t loop, uint64_t special) {
  KernelBuilder &k = package.kernel("count");
  uint32_t n = k.scalar("n", ElementType::i64);
  uint32_t one = k.scalar("one", ElementType::i64), zero = k.scalar("zero", ElementType::i64);
  if (special != 0)
    k.specialize(n, special);
  k.result(ElementType::i64, 0);
  SizeExpr constant[] = {SizeExpr::constant(0), SizeExpr::constant(2), SizeExpr::constant(1)};
  // The print site is number 0.
  k.graph({k.task("store", {word(0), scalar(zero)}),
           k.task("print_pair", {source(SlotKind::printBuffer), scalar(zero)}, SizeExpr::scalar(n)),
           repeat(loop, constant[0], constant[1], constant[2],
                  {k.task("add", {global(counter), scalar(one)}), k.task("add", {word(0), scalar(one)})})});
  k.workspace(SizeExpr::binary(SizeExprKind::add, SizeExpr::constant(256),
                               SizeExpr::binary(SizeExprKind::mul, SizeExpr::scalar(n), SizeExpr::constant(8))));
}

static void addIndex(PackageBuilder &package) {
  KernelBuilder &k = package.kernel("add_index");
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension});
  k.graph({k.task("add_index", {array(out)}, SizeExpr::dim(out, 0))});
}

ByteVector makeTallyPackage() {
  PackageBuilder package;
  package.code(imageFile("private_forms"));
  KernelBuilder &k = package.kernel("tally");
  uint32_t bins = k.array("bins", ElementType::i64, {kDynamicDimension}),
           values = k.array("values", ElementType::i64, {kDynamicDimension}, Access::read);
  k.graph({k.task("count_values", {array(bins), array(values)}, SizeExpr::dim(values, 0))});
  k.privateForm("count_values_private", 1, {{0, "merge_add_i64", 0}});
  return package.bytes();
}

ByteVector makeSizedPackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("sized");
  uint32_t n = k.scalar("n", ElementType::i64), m = k.scalar("m", ElementType::i64);
  k.result(ElementType::i64, 0);
  uint32_t own = k.temporary(ElementType::i64, {SizeExpr::word(64), SizeExpr::word(80)}, 1);
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("store", {word(80), scalar(n)}),
           k.task("store", {inRegion(own, 0), scalar(m)}), k.task("copy_word", {word(0), inRegion(own, 0)})});
  return package.bytes();
}

ByteVector makeSmallPackage() {
  PackageBuilder package;
  addIndex(package);
  return package.bytes();
}

ByteVector makeFaultPackage() {
  PackageBuilder package;
  package.site(SiteKind::print, 8, "i = {}, half = {}, and a text that is longer than a short string",
               {ElementType::i64, ElementType::f64});
  uint32_t loop = package.site(SiteKind::loop, 5, "twice");
  package.site(SiteKind::assertion, 17, "index is in range");
  uint32_t counter = package.global(zeroGlobal("counter", ElementType::i64, {}));
  package.global(splatGlobal("ones", ElementType::f32, {2, 3}, 0x3f800000));
  package.global({.name = "table", .type = ElementType::i16, .shape = {3}, .initial = GlobalInitial::data});
  package.data(std::vector<std::byte>(6, std::byte{7}));
  uint32_t external = package.global({.name = "shared", .type = ElementType::i64, .shape = {}, .isExternal = true});

  addIndex(package);
  addCount(package, counter, loop, 3);
  addCount(package, counter, loop, 0);
  KernelBuilder &fail = package.kernel("fail_from");
  uint32_t limit = fail.scalar("limit", ElementType::i64), s = fail.scalar("site", ElementType::i64);
  fail.graph(
      {fail.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  KernelBuilder &outside = package.kernel("outside");
  uint32_t by = outside.scalar("by", ElementType::i64);
  outside.graph({outside.task("add", {global(external), scalar(by)})});
  return package.bytes();
}
