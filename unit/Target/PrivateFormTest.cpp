//===- PrivateFormTest.cpp - Private forms and merge functions, run -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loader does with a private form (KernelABI.h), without the loader.
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "ElementTypes.h"

#include "catch2/catch.hpp"

#include <cmath>
#include <functional>
#include <limits>

using namespace qdc;

namespace {

constexpr int64_t kElements = 37; // two whole blocks and a part
constexpr uint64_t kCopies = 3;
constexpr uint64_t kStride = 64;

/// Folds v[i] by `kind` into x[i % 30]; 7 elements are never touched.
std::string foldModule(const std::string &kind, const std::string &type) {
  std::string memref = "memref<?x" + type + ">";
  return "qd.kernel @t(%x: " + memref + ", %v: " + memref + ") {\n  qd.return\n}\n" +
         "qd.task @t.0 of @t extent(#qd.size<\"dim(1, 0)\">) (%x: " + memref +
         " {qd.slot = #qd.slot<array(0)>}, %v: " + memref +
         " {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(1, 0)>}) {\n" +
         "%c30 = arith.constant 30 : index\nqd.for (%i) in (%n) {\n%a = memref.load %v[%i] : " + memref +
         "\n%at = arith.remui %i, %c30 : index\n%b = memref.atomic_rmw " + kind + " %a, %x[%at] : (" + type + ", " +
         memref + ") -> " + type + "\n}\n}\n";
}

template <typename T>
bool same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <typename T>
void check(const std::string &kind, const std::string &type, const std::vector<T> &starts, const std::vector<T> &values,
           std::function<T(T, T)> fold, const std::string &target = "cpu:native") {
  CAPTURE(kind, type, target);
  CompiledModule module = CompiledModule::compile(foldModule(kind, type), {}, target);
  REQUIRE(module.image().entryPoints.size() == 1);
  REQUIRE(privateFormOf(module.image().entryPoints[0].launch));
  const PrivateForm &form = *privateFormOf(module.image().entryPoints[0].launch);
  REQUIRE(form.arrays.size() == 1);
  CHECK(form.atomics == 1);
  qd_cpu_entry run = module.entry(form.symbol), merge = module.entry(form.arrays[0].mergeSymbol);

  std::vector<T> x, v;
  for (int64_t i = 0; i < kElements; ++i)
    x.push_back(starts[i % starts.size()]);
  for (int64_t i = 0; i < 200; ++i)
    v.push_back(values[i * i % values.size()]);
  std::vector<T> expected = x;
  for (size_t i = 0; i < v.size(); ++i)
    expected[i % 30] = fold(expected[i % 30], v[i]);

  struct alignas(QDC_ALLOCATION_ALIGNMENT) Copies {
    T elements[kCopies * kStride];
  };
  auto copies = std::make_unique<Copies>();
  T neutral;
  std::memcpy(&neutral, &form.arrays[0].neutralBits, sizeof(T));
  std::fill(std::begin(copies->elements), std::end(copies->elements), neutral);
  const Copies before = *copies;
  auto address = [](const void *pointer) { return reinterpret_cast<qd_slot>(pointer); };
  for (uint64_t copy = 0; copy < kCopies - 1; ++copy) { // the last thread has nothing to do
    qd_slot slots[] = {address(copies->elements + copy * kStride), address(v.data()), v.size()};
    qd_cpu_context context = {static_cast<uint32_t>(copy), kCopies};
    run(slots, &context, copy == 0 ? 0 : 77, copy == 0 ? 77 : static_cast<int64_t>(v.size()));
  }
  qd_slot slots[QD_MERGE_SLOT_COUNT] = {address(x.data()), address(copies->elements), kStride, kCopies};
  qd_cpu_context context = {0, 1};
  merge(slots, &context, 0, 1);
  merge(slots, &context, 1, 3);
  for (int64_t i = 0; i < kElements; ++i) {
    CAPTURE(i, double(x[i]), double(expected[i]));
    CHECK(same(x[i], expected[i]));
  }
  CHECK(std::memcmp(copies.get(), &before, sizeof(before)) == 0);
}

template <typename T>
void checkInteger(const std::string &type) {
  using U = std::make_unsigned_t<T>;
  constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  const std::vector<T> starts = {0, 1, -1, low, high, 5}, values = {3, -7, 0, high, low, 1, -1, 100};
  check<T>("addi", type, starts, values, [](T a, T b) { return T(U(a) + U(b)); });
  check<T>("muli", type, starts, values, [](T a, T b) { return T(uint64_t(U(a)) * U(b)); });
  check<T>("maxs", type, starts, values, [](T a, T b) { return std::max(a, b); });
  check<T>("mins", type, starts, values, [](T a, T b) { return std::min(a, b); });
  check<T>("maxu", type, starts, values, [](T a, T b) { return T(std::max(U(a), U(b))); });
  check<T>("minu", type, starts, values, [](T a, T b) { return T(std::min(U(a), U(b))); });
  check<T>("andi", type, starts, values, [](T a, T b) { return T(a & b); });
  check<T>("ori", type, starts, values, [](T a, T b) { return T(a | b); });
  check<T>("xori", type, starts, values, [](T a, T b) { return T(a ^ b); });
}

template <typename T>
T largest(T a, T b, bool propagate) {
  if (a != a || b != b)
    return propagate ? T(NAN) : a != a ? b : a;
  return a == b ? (std::signbit(double(a)) ? b : a) : a < b ? b : a;
}

template <typename T>
void checkFloat(const std::string &type, const std::string &target) {
  // Sums of small whole numbers are exact in any order.
  const std::vector<T> starts = {T(0.0), T(-0.0), T(1.5), T(NAN), T(INFINITY), T(-INFINITY)};
  auto add = [](T a, T b) { return T(a + b); };
  check<T>("addf", type, starts, {T(1.0), T(-2.0), T(0.5), T(3.0)}, add, target);
  // Nothing but zeros: only +0 changes a -0.
  check<T>("addf", type, starts, {T(-0.0)}, add, target);
  check<T>("addf", type, starts, {T(0.0)}, add, target);
  const std::vector<T> values = {T(0.0), T(-0.0), T(-3.0), T(2.0), T(-INFINITY), T(NAN)};
  for (const std::vector<T> &some :
       {values, std::vector<T>(values.begin(), values.end() - 1), {T(-INFINITY)}, {T(NAN)}}) {
    check<T>("maximumf", type, starts, some, [](T a, T b) { return largest(a, b, true); }, target);
    check<T>("minimumf", type, starts, some, [](T a, T b) { return T(-largest(T(-a), T(-b), true)); }, target);
  }
  // Which zero maxnumf and minnumf give is left open.
  const std::vector<T> noMinusZero = {T(1.5), T(NAN), T(INFINITY), T(-INFINITY)};
  for (const std::vector<T> &some : {std::vector<T>{T(2.0), T(NAN)}, {T(-INFINITY)}, {T(INFINITY)}, {T(NAN)}}) {
    check<T>("maxnumf", type, noMinusZero, some, [](T a, T b) { return largest(a, b, false); }, target);
    check<T>("minnumf", type, noMinusZero, some, [](T a, T b) { return T(-largest(T(-a), T(-b), false)); }, target);
  }
}

/// The text of a function in a module of LLVM IR; empty if it is not defined there.
std::string definition(const std::string &module, const std::string &name) {
  for (size_t at = module.find("\ndefine"); at != std::string::npos; at = module.find("\ndefine", at + 1))
    if (module.substr(at + 1, module.find('\n', at + 1) - at).find("@" + name + "(") != std::string::npos)
      return module.substr(at, module.find("\n}", at) - at);
  return "";
}

} // namespace

TEST_CASE("copies are folded and merged by every kind, on every integer type") {
  forEveryInteger([]<typename T>(const char *type) { checkInteger<T>(type); });
}

TEST_CASE("copies are folded and merged by every kind, on every float type") {
  forEveryFloat([]<typename T>(const char *type, const char *target) { checkFloat<T>(type, target); });
}

TEST_CASE("private forms are made from -O2 on, and hold no atomics") {
  for (unsigned level : {0u, 1u, 2u, 3u}) {
    ImageOptions options;
    options.code.optimizationLevel = level;
    std::string optimized;
    options.saveTemporary = [&](std::string_view suffix, std::string_view bytes) {
      if (suffix == "opt.ll")
        optimized = bytes;
      return Status();
    };
    CompiledModule module = CompiledModule::compile(foldModule("addf", "f32"), options);
    CHECK((privateFormOf(module.image().entryPoints[0].launch) != nullptr) == (level >= 2));
    std::string body = definition(optimized, "\"t$0.private.chunk\"");
    CHECK(body.empty() == (level < 2));
    if (body.empty())
      continue;
    CHECK(body.find("fadd") != std::string::npos);
    CHECK(body.find("cmpxchg") == std::string::npos);
  }
}
