//===- ManifestVerifierTest.cpp - Tests of ManifestVerifier.h -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestVerifier.h"

#include "SampleManifest.h"
#include "qdc/ABI/KernelABI.h"

#include <catch2/catch.hpp>

#include <functional>

using namespace qdc;

namespace {

/// What the verifier says to the sample after a change.
std::string errorAfter(const std::function<void(Manifest &)> &change) {
  Manifest manifest = sampleManifest();
  change(manifest);
  Status status = verifyManifest(manifest);
  if (!status)
    CHECK(status.error().code == ErrorCode::invalidPackage);
  return status ? "no error" : status.error().message;
}

/// The same for a change of the general kernel; without the place's head.
std::string kernelErrorAfter(const std::function<void(Kernel &)> &change) {
  std::string message = errorAfter([&](Manifest &manifest) { change(manifest.modules[0].kernels[1]); });
  const std::string head = "manifest: 'modules[0].kernels[1].";
  return message.starts_with(head) ? "'" + message.substr(head.size()) : message;
}

std::string imageErrorAfter(const std::function<void(Image &)> &change) {
  std::string message = errorAfter([&](Manifest &manifest) { change(manifest.modules[0].images[1]); });
  const std::string head = "manifest: 'modules[0].images[1].";
  return message.starts_with(head) ? "'" + message.substr(head.size()) : message;
}

PrivateForm &formOf(EntryPoint &entry) { return *std::get<CPULaunch>(entry.launch).privateForm; }

} // namespace

TEST_CASE("the verifier checks globals, sites and data") {
  const std::string global = "manifest: 'modules[0].globals[1].";
  auto globalError = [](const std::function<void(Global &)> &change) {
    return errorAfter([&](Manifest &manifest) { change(manifest.modules[0].globals[1]); });
  };
  CHECK(errorAfter([](Manifest &) {}) == "no error");
  CHECK(globalError([](Global &g) { g.name = ""; }) == global + "name' is empty");
  CHECK(globalError([](Global &g) { g.name = "\xff"; }) == global + "name' is not UTF-8");
  CHECK(globalError([](Global &g) { g.name = std::string("a\0b", 3); }) == global + "name' holds a zero byte");
  CHECK(globalError([](Global &g) { g.name = "steps_done"; }) == global + "name' is the name of an earlier global too");
  CHECK(globalError([](Global &g) { g.shape = {2, -1}; }) == global + "shape[1]' is -1; an extent is not negative");
  CHECK(globalError([](Global &g) { g.shape = std::vector<int64_t>(9, 1); }) ==
        global + "shape' has rank 9; at most 8 is possible");
  CHECK(globalError([](Global &g) { g.shape = {1, int64_t{1} << 31, int64_t{1} << 30}; }) ==
        global + "shape' describes more than 2^63 - 1 bytes");
  for (const std::vector<int64_t> &empty : {std::vector<int64_t>{0, INT64_MAX, INT64_MAX}, {INT64_MAX, INT64_MAX, 0}})
    CHECK(globalError([&](Global &g) { g.shape = empty; }).find("2^63") == std::string::npos);
  CHECK(globalError([](Global &g) { g.dataOffset = 3; }) ==
        global + "dataOffset' leaves less than the global's bytes before the end of the data");
  CHECK(globalError([](Global &g) { g.dataOffset = UINT64_MAX; }) ==
        global + "dataOffset' leaves less than the global's bytes before the end of the data");
  CHECK(globalError([](Global &g) { g.isExternal = true; }) ==
        global + "initial' is not 'zero', but an external global has the value that its owner gives it");
  CHECK(globalError([](Global &g) {
          g.initial = GlobalInitial::splat;
          g.splatBits = uint64_t{1} << 32;
        }) == global + "splatBits' does not fit the element type 'f32'");
  CHECK(errorAfter([](Manifest &m) { m.modules[0].dataDigest = ""; }) ==
        "manifest: 'modules[0].dataDigest' is not the SHA-256 of the data in 64 lower-case hexadecimal digits, or "
        "empty without "
        "data");
  CHECK(errorAfter([](Manifest &m) { m.modules[0].optionsDigest = "00"; }) ==
        "manifest: 'modules[0].optionsDigest' is not a SHA-256 in 64 lower-case hexadecimal digits");
  CHECK(errorAfter([](Manifest &m) { m.modules[0].optionsDigest.reset(); }) == "no error");
  CHECK(errorAfter([](Manifest &m) { m.modules[0].sites[1].message = "only {}"; }) ==
        "manifest: 'modules[0].sites[1].valueTypes' has another length than the message has {}");
}

TEST_CASE("the verifier checks kernels of one name") {
  CHECK(errorAfter([](Manifest &m) { m.modules[0].kernels[0].specializedValues.clear(); }) ==
        "manifest: 'modules[0].kernels[1].name' occurs again after the kernel of that name without specialized values");
  CHECK(errorAfter([](Manifest &m) { m.modules[0].kernels[1].name = "other"; }) ==
        "manifest: 'modules[0].kernels[0]' is not followed by the kernel of that name without specialized values");
  for (const std::function<void(Argument &)> &change : std::initializer_list<std::function<void(Argument &)>>{
           [](Argument &u) { u.name = "other"; },
           [](Argument &u) { u.dims.clear(); },
           [](Argument &u) { u.dims[0].text = "1 + n"; },
           [](Argument &u) { u.dims[0].extent = SizeExpr::scalar(2); },
       })
    CHECK(errorAfter([&](Manifest &m) { change(m.modules[0].kernels[1].arguments[0]); }) ==
          "manifest: 'modules[0].kernels[0]' differs from the next kernel of that name in its arguments or results");
  auto specializedError = [](std::vector<SpecializedValue> values) {
    return errorAfter([&](Manifest &m) { m.modules[0].kernels[0].specializedValues = std::move(values); });
  };
  const std::string value = "manifest: 'modules[0].kernels[0].specializedValues";
  CHECK(specializedError({{4, 0}}) == value + "[0].argument' is 4, but the number of arguments is 4");
  CHECK(specializedError({{0, 0}}) == value + "[0].argument' is not a scalar");
  CHECK(specializedError({{2, 0}, {2, 1}}) == value + "[1].argument' is not above the argument before it");
  CHECK(specializedError({{3, uint64_t{1} << 32}}) == value + "[0].bits' does not fit the element type 'f32'");
}

TEST_CASE("the verifier checks arguments, results and the workspace") {
  CHECK(kernelErrorAfter([](Kernel &k) { k.name = ""; }) == "'name' is empty");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[1].name = "u"; }) ==
        "'arguments[1].name' is the name of an earlier argument too");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].shape[1] = -2; }) ==
        "'arguments[0].shape[1]' is -2; an extent is not negative, or -1 where it is known at launch only");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[2].access = Access::read; }) ==
        "'arguments[2]' is a scalar with a shape, an access, a mayAlias mark or dims");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[2].dims = k.arguments[0].dims; }) ==
        "'arguments[2]' is a scalar with a shape, an access, a mayAlias mark or dims");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].dims.pop_back(); }) ==
        "'arguments[0].dims' has the length 1, but the array has the rank 2");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].dims[0].text = ""; }) ==
        "'arguments[0].dims[0].text' is empty");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].dims[0].extent.reset(); }) ==
        "'arguments[0].dims[0]' has the text 'n + 1' without an extent");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].dims[1].extent = SizeExpr::constant(64); }) ==
        "'arguments[0].dims[1]' has the text '?' with an extent");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].dims[0].extent = SizeExpr::word(8); }) ==
        "'arguments[0].dims[0].extent' depends on a word of the workspace, which is not known before a launch");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].dims[0].extent = SizeExpr::scalar(3); }) ==
        "'arguments[0].dims[0].extent' refers to argument 3, 'k', which is not an integer scalar");
  CHECK(kernelErrorAfter([](Kernel &k) { k.results.push_back(k.results[0]); }) ==
        "'results[1].name' is the name of an earlier result too");
  CHECK(kernelErrorAfter([](Kernel &k) { k.results[0].name = "\xff"; }) == "'results[0].name' is not UTF-8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.doc = "\xff"; }) == "'doc' is not UTF-8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].doc = std::string(1, '\0'); }) ==
        "'arguments[0].doc' holds a zero byte");
  CHECK(kernelErrorAfter([](Kernel &k) { k.results[0].workspaceOffset = 8; }) ==
        "'results[0].workspaceOffset' lies outside of what is read back");
  CHECK(kernelErrorAfter([](Kernel &k) { k.results[0].workspaceOffset = UINT64_MAX - 7; }) ==
        "'results[0].workspaceOffset' is at byte 18446744073709551608, but the region 'words' ends at 128");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.regions[0].size.bytes = SizeExpr::constant(-1); }) ==
        "'workspace.regions[0].size.bytes' is negative");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.regions[0].size.bytes = SizeExpr::word(0); }) ==
        "'workspace.regions[0].size.bytes' depends on a word of the workspace, which is not known before a launch");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.readbackOffset = 4; }) ==
        "'workspace.readbackOffset' is not a multiple of 8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.readbackBytes = 129; }) ==
        "'workspace.readbackBytes' reaches past the end of the region 'words'");
}

TEST_CASE("the verifier checks tasks") {
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[1].name = "heat_0"; }) ==
        "'tasks[1].name' is the name of an earlier task too");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].sourceLoops = {1}; }) ==
        "'tasks[0].sourceLoops[0]' is 1, but the number of source loops is 1");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[1].extent = SizeExpr::constant(2); }) ==
        "'tasks[1].extent' is not 1, but the task is serial");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].readArrays = {1, 0}; }) ==
        "'tasks[0].readArrays' is not in ascending order without repetition");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].readArrays = {2}; }) ==
        "'tasks[0].readArrays[0]' is argument 'n', which is not an array");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[0].access = Access::read; }) ==
        "'tasks[0].writtenArrays[0]' is argument 'u', whose access does not include 'write'");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].readGlobals = {4}; }) ==
        "'tasks[0].readGlobals[0]' is 4, but the number of globals is 4");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].writtenGlobals = {1}; }) ==
        "'tasks[0].writtenGlobals[0]' is global 'weights', which is constant");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].readRegions = {3}; }) ==
        "'tasks[0].readRegions[0]' is 3, but the number of regions is 3");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].writtenRegions = {0, 1}; }) ==
        "'tasks[0].writtenRegions' names region 0, which tasks share as words");
}

TEST_CASE("the verifier checks why loops are apart") {
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[1].notFused = NotFused(); }) ==
        "'tasks[1]' is serial, but reduces values or has a loop before it");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[1].reductions = 1; }) ==
        "'tasks[1]' is serial, but reduces values or has a loop before it");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].notFused->arrays = {0, 1, 0}; }) ==
        "'tasks[0].notFused.arrays' has the length 3, but iterations meet in two");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].notFused->arrays = {0, 2}; }) ==
        "'tasks[0].notFused.arrays[1]' is argument 'n', which is not an array");
  CHECK(kernelErrorAfter([](Kernel &k) {
          k.tasks[0].notFused->arrays = {9};
        }).starts_with("'tasks[0].notFused.arrays[0]' is 9, but the number of arguments is "));
}

TEST_CASE("the verifier checks temporaries") {
  CHECK(kernelErrorAfter([](Kernel &k) { k.temporaries[1].region = 3; }) ==
        "'temporaries[1].region' is 3, but the number of regions is 3");
  CHECK(kernelErrorAfter([](Kernel &k) { k.temporaries[1].region = 0; }) ==
        "'temporaries[1].region' is 0, which is for words");
  CHECK(kernelErrorAfter([](Kernel &k) { k.temporaries[0].extents.resize(9); }) ==
        "'temporaries[0].extents' has the length 9, but ranks are at most 8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.temporaries[0].extents[0] = SizeExpr::word(8); }) ==
        "'temporaries[0].extents[0]' depends on a word of the workspace, which is not known before a launch");
  CHECK(kernelErrorAfter([](Kernel &k) { k.temporaries[0].extents[0] = SizeExpr::scalar(3); }) ==
        "'temporaries[0].extents[0]' refers to argument 3, 'k', which is not an integer scalar");
}

TEST_CASE("the verifier checks the leaves of size expressions") {
  auto extentError = [](const SizeExpr &extent) {
    return kernelErrorAfter([&](Kernel &k) { k.tasks[0].extent = extent; });
  };
  CHECK(extentError(SizeExpr::word(120)) == "no error");
  CHECK(extentError(SizeExpr::word(128)) == "'tasks[0].extent' is at byte 128, but the region 'words' ends at 128");
  CHECK(extentError(SizeExpr::word(4)) == "'tasks[0].extent' is at byte 4; a word is at a multiple of 8");
  CHECK(extentError(SizeExpr::scalar(4)) == "'tasks[0].extent' refers to argument 4, but the kernel has 4");
  CHECK(extentError(SizeExpr::scalar(3)) ==
        "'tasks[0].extent' refers to argument 3, 'k', which is not an integer scalar");
  CHECK(extentError(SizeExpr::binary(SizeExprKind::add, SizeExpr::scalar(2), SizeExpr::dim(0, 2))) ==
        "'tasks[0].extent' refers to axis 2 of argument 0, 'u', which is not an array with that axis");
  SizeExpr deep = SizeExpr::scalar(2);
  for (int i = 0; i < 64; ++i)
    deep = SizeExpr::binary(SizeExprKind::sub, SizeExpr::constant(1), deep);
  CHECK(extentError(deep) == "'tasks[0].extent' is a larger size expression than a reader accepts");

  // Offsets into a workspace whose size is known at launch cannot be checked.
  CHECK(kernelErrorAfter([](Kernel &k) {
          k.workspace.regions[0].size.bytes = SizeExpr::scalar(2);
          k.tasks[0].extent = SizeExpr::word(1 << 20);
        }) == "no error");
}

TEST_CASE("the verifier checks the graph") {
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[1].task = 2; }) ==
        "'graph[1].task' is 2, but the number of tasks is 2");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].site = 3; }) ==
        "'graph[0].site' is 3, but the number of sites is 3");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].site = 1; }) ==
        "'graph[0].site' is 1, which is not the site of a loop");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag.index = 0; }) ==
        "'graph[0].flag.index' is not an integer array or global of rank 0");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag.index = 4; }) ==
        "'graph[0].flag.index' is 4, but the number of arguments is 4");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {FlagKind::global, 0}; }) == "no error");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {FlagKind::global, 2}; }) ==
        "'graph[0].flag.index' is not an integer array or global of rank 0");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {FlagKind::temporary, 1}; }) == "no error");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {FlagKind::temporary, 3}; }) ==
        "'graph[0].flag.index' is 3, but the number of temporaries is 3");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {FlagKind::temporary, 0}; }) ==
        "'graph[0].flag.index' is not an integer array or global of rank 0");
  CHECK(kernelErrorAfter([](Kernel &k) { k.arguments[1].access = Access::write; }) ==
        "'graph[0].flag.index' is argument 'go', whose access does not include 'read'");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].maximum.reset(); }) ==
        "'graph[0].maximumIsError' is true, but there is no maximum");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].maximum = SizeExpr::scalar(0); }) ==
        "'graph[0].maximum' refers to argument 0, 'u', which is not an integer scalar");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].iterationWord = 12; }) ==
        "'graph[0].iterationWord' is at byte 12; a word is at a multiple of 8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[0].step.reset(); }) == "'graph[0].body[0].step' is missing");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].countWord = 12; }) ==
        "'graph[0].countWord' is at byte 12; a word is at a multiple of 8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].countWord = 8; }) ==
        "'graph[0].countWord' is not among the bytes that are read back");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[0].inductionWord = 128; }) ==
        "'graph[0].body[0].inductionWord' is at byte 128, but the region 'words' ends at 128");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[1].conditionWord = 128; }) ==
        "'graph[0].body[1].conditionWord' is at byte 128, but the region 'words' ends at 128");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[1].before[0].task = 9; }) ==
        "'graph[0].body[1].before[0].task' is 9, but the number of tasks is 2");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[1].body[0].elseBody[0].task = 9; }) ==
        "'graph[0].body[1].body[0].elseBody[0].task' is 9, but the number of tasks is 2");
}

TEST_CASE("the verifier checks what a derivative tells of itself") {
  CHECK(kernelErrorAfter([](Kernel &k) { k.accumulations[0].global = 0; }) ==
        "'accumulations[0]' has an argument and a global");
  CHECK(kernelErrorAfter([](Kernel &k) { k.accumulations[0].argument = 4; }) ==
        "'accumulations[0].argument' is 4, but the number of arguments is 4");
  CHECK(kernelErrorAfter([](Kernel &k) { k.accumulations[0].argument = 1; }) ==
        "'accumulations[0].argument' is argument 'go', which is no shadow");
  CHECK(kernelErrorAfter([](Kernel &k) { k.accumulations[1].global = 4; }) ==
        "'accumulations[1].global' is 4, but the number of globals is 4");
  CHECK(kernelErrorAfter([](Kernel &k) { k.accumulations[1].location.file = std::string("a\0b", 3); }) ==
        "'accumulations[1].location.file' holds a zero byte");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[1].write = SourceLocation{"heat.qir", 1, 1}; }) ==
        "'keptValues[1]' has the place of a write for another reason than 'overwritten', or lacks it");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[0].write.reset(); }) ==
        "'keptValues[0]' has the place of a write for another reason than 'overwritten', or lacks it");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[0].temporary.reset(); }) ==
        "'keptValues[0]' is neither in a temporary nor, with its bytes, in a task");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[0].task = 0; }) ==
        "'keptValues[0]' is neither in a temporary nor, with its bytes, in a task");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[1].bytes.reset(); }) ==
        "'keptValues[1]' is neither in a temporary nor, with its bytes, in a task");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[0].temporary = 3; }) ==
        "'keptValues[0].temporary' is 3, but the number of temporaries is 3");
  CHECK(kernelErrorAfter([](Kernel &k) { k.keptValues[1].task = 2; }) ==
        "'keptValues[1].task' is 2, but the number of tasks is 2");
}

TEST_CASE("the verifier checks known words") {
  auto knownError = [](uint64_t word, const SizeExpr &value, std::optional<uint32_t> task = {}) {
    return kernelErrorAfter([&](Kernel &k) { k.knownWords = {{word, value, task}}; });
  };
  const SizeExpr counter = SizeExpr::word(16), two = SizeExpr::constant(2);
  CHECK(knownError(48, SizeExpr::binary(SizeExprKind::mul, counter, SizeExpr::scalar(2)), 1) == "no error");
  CHECK(knownError(128, two) == "'knownWords[0].word' is at byte 128, but the region 'words' ends at 128");
  CHECK(knownError(16, two) == "'knownWords[0].word' is the induction word of a loop");
  CHECK(kernelErrorAfter([](Kernel &k) { std::swap(k.knownWords[0].word, k.knownWords[1].word); }) ==
        "'knownWords[1].word' is not above the word before it");
  CHECK(knownError(48, SizeExpr::scalar(3)) ==
        "'knownWords[0].value' refers to argument 3, 'k', which is not an integer scalar");
  CHECK(knownError(48, SizeExpr::word(40)) ==
        "'knownWords[0].value' reads word 40, which is not the induction word of exactly one loop");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body.push_back(k.graph[0].body[0]); }) ==
        "'knownWords[1].value' reads word 16, which is not the induction word of exactly one loop");
  CHECK(knownError(48, two, 2) == "'knownWords[0].task' is 2, but the number of tasks is 2");
  CHECK(knownError(48, two, 0) == "'knownWords[0].task' is task 'heat_0', which does more than to write words");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].extent = SizeExpr::word(24); }) ==
        "'tasks[0].extent' reads word 24, which only control reads");
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[0].extent = SizeExpr::word(48); }) == "no error");
  CHECK(knownError(24, counter) ==
        "'graph[0].body[1].body[0]' reads word 24, which follows from the counter of a loop that is not around it");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].maximum = SizeExpr::word(16); }) ==
        "'graph[0]' reads word 16, which follows from the counter of a loop that is not around it");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[0].upper = SizeExpr::word(16); }) ==
        "'graph[0].body[0]' reads word 16, which follows from the counter of a loop that is not around it");
}

TEST_CASE("the verifier checks checked variants") {
  CHECK(errorAfter([](Manifest &m) { m.modules[1].kernels[1].checked->variant = ""; }) ==
        "manifest: 'modules[1].kernels[1].name' occurs again after the kernel of that name without specialized values");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].kernels[1].checked->variant = {'a', '\0'}; }) ==
        "manifest: 'modules[1].kernels[1].checked.variant' holds a zero byte");
  for (std::string variant : {"bounds,arithmetic", "arithmetic+bounds", "bounds,bounds", "bounds,"})
    CHECK(errorAfter([&](Manifest &m) {
            m.modules[1].kernels[1].checked->variant = m.modules[1].images[1].variant = variant;
          }) == "manifest: 'modules[1].kernels[1].checked.variant' is '" + variant +
                    "': expected its checks sorted, each once, with ',' between them");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].kernels[1].name = "freeze"; }) ==
        "manifest: 'modules[1].kernels[1]' is a checked variant of no kernel");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].kernels[1].arguments.emplace_back().name = "n"; }) ==
        "manifest: 'modules[1].kernels[1]' differs from the kernel that it is a checked variant of in its arguments or "
        "results");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].images[1].variant = "float"; }) ==
        "manifest: 'modules[1].images[1].variant' is 'float', which no kernel has");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].images[1].entryPoints[0].kernel = 0; }) ==
        "manifest: 'modules[1].images[1].entryPoints[0].kernel' has the variant '', but the image 'arithmetic,bounds'");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].images[1].entryPoints.clear(); }) ==
        "manifest: 'modules[1].images[1].entryPoints' holds none for task 'cool_0' of kernel 'cool'");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].sites[1].message += " of {{}"; }) == "no error");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].sites[1].message = "{} {}"; }) ==
        "manifest: 'modules[1].sites[1].valueTypes' has another length than the message has {}");
  CHECK(errorAfter([](Manifest &m) {
          Site &site = m.modules[1].sites[1];
          for (; site.valueTypes.size() <= QDC_MAXIMUM_CHECK_VALUES; site.message += "{}")
            site.valueTypes.push_back(ElementType::i8);
        }) == "manifest: 'modules[1].sites[1].valueTypes' is longer than the 24 values of an error record");
}

TEST_CASE("the verifier checks images and entry points") {
  auto slotError = [](size_t index, const std::function<void(SlotSource &)> &change) {
    return imageErrorAfter([&](Image &image) { change(image.entryPoints[1].slots[index]); });
  };
  CHECK(imageErrorAfter([](Image &i) { i.target = "cpu:"; }) == "'target' is not of the form 'backend:architecture'");
  CHECK(imageErrorAfter([](Image &i) { i.target = "cpu:x86-64-v2"; }) ==
        "'target' is that of an earlier image with the same variant");
  CHECK(imageErrorAfter([](Image &i) { i.digest[0] = 'G'; }) ==
        "'digest' is not a SHA-256 in 64 lower-case hexadecimal digits");
  CHECK(imageErrorAfter([](Image &i) { i.features = {"fma", "avx2"}; }) ==
        "'features' is not in ascending order without repetition");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].symbol = ""; }) == "'entryPoints[1].symbol' is empty");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].kernel = 2; }) ==
        "'entryPoints[1].kernel' is 2, but the number of kernels is 2");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{96, 32, 32, SlotPassing::values}; }) ==
        "no error");
  for (uint32_t width : {1u, 16u, 96u, 128u})
    CHECK(imageErrorAfter([&](Image &i) { i.entryPoints[1].launch = LaunchShape{96, 1, width}; }) ==
          "'entryPoints[1].launch.subgroupWidth' is none of 0, 32, 64");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{128, 2, 32}; }) ==
        "'entryPoints[1].launch.threadsPerIteration' is none of 1, 32 for a 'subgroupWidth' of 32, and 'blockThreads'");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{128, 32, 64}; }) ==
        "'entryPoints[1].launch.threadsPerIteration' is none of 1, 64 for a 'subgroupWidth' of 64, and 'blockThreads'");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{128, 64, 0}; }) ==
        "'entryPoints[1].launch.blockThreads' is not 'threadsPerIteration', though 'subgroupWidth' is 0");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{128, 32, 0}; }) ==
        "'entryPoints[1].launch.threadsPerIteration' is none of 1, 64 for a 'subgroupWidth' of 0, and 'blockThreads'");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{64, 64, 0}; }) == "no error");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].launch = LaunchShape{256, 256, 32}; }) == "no error");
  for (uint32_t threads : {64u, 96u})
    CHECK(imageErrorAfter([&](Image &i) { i.entryPoints[1].launch = LaunchShape{96, threads, 64}; }) ==
          "'entryPoints[1].launch.blockThreads' is not a multiple of 64 from 1 to 1024");
  for (uint32_t blockThreads : {0u, 48u, 2048u})
    CHECK(imageErrorAfter([&](Image &i) { i.entryPoints[1].launch = LaunchShape{blockThreads, 32, 32}; }) ==
          "'entryPoints[1].launch.blockThreads' is not a multiple of 32 from 1 to 1024");
  for (auto [threads, iterations] : {std::pair{32u, 4u}, {32u, 0u}, {1u, 0u}})
    CHECK(imageErrorAfter([&](Image &i) {
            i.entryPoints[1].launch = LaunchShape{96, threads, 32, {}, {}, iterations};
          }) == "'entryPoints[1].launch.iterationsPerThread' is neither 1 nor, with 'threadsPerIteration' 1, more");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].covers.tasks = {}; }) ==
        "'entryPoints[1].covers.tasks' is empty");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].covers.tasks = {2}; }) ==
        "'entryPoints[1].covers.tasks[0]' is 2, but the number of tasks is 2");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints.resize(2); }) ==
        "'entryPoints' holds none for task 'heat_1' of kernel 'heat'");
  CHECK(slotError(0, [](SlotSource &s) { s.index = 2; }) == "'entryPoints[1].slots[0].index' is not an array");
  CHECK(slotError(0, [](SlotSource &s) { s.index = 4; }) ==
        "'entryPoints[1].slots[0].index' is 4, but the number of arguments is 4");
  CHECK(slotError(1, [](SlotSource &s) { s.axis = 2; }) ==
        "'entryPoints[1].slots[1].axis' is 2, but the number of axes is 2");
  CHECK(slotError(2, [](SlotSource &s) { s.index = 0; }) == "'entryPoints[1].slots[2].index' is not a scalar");
  CHECK(slotError(3, [](SlotSource &s) { s.index = 4; }) ==
        "'entryPoints[1].slots[3].index' is 4, but the number of globals is 4");
  CHECK(slotError(4, [](SlotSource &s) { s.offset = 128; }) ==
        "'entryPoints[1].slots[4].offset' is not inside of region 'words' of 128 bytes");
}

TEST_CASE("the verifier checks private forms") {
  auto formError = [](const std::function<void(EntryPoint &)> &change) {
    std::string message = imageErrorAfter([&](Image &image) { change(image.entryPoints[1]); });
    const std::string head = "'entryPoints[1].launch.privateForm";
    return message.starts_with(head) ? "'" + message.substr(head.size()) : message;
  };
  CHECK(formError([](EntryPoint &e) { formOf(e).symbol = ""; }) == "'.symbol' is empty");
  CHECK(formError([](EntryPoint &e) { formOf(e).atomics = 0; }) == "'.atomics' is 0");
  CHECK(formError([](EntryPoint &e) { formOf(e).arrays = {}; }) == "'.arrays' is empty");
  CHECK(formError([](EntryPoint &e) { e.covers.tasks = {0, 0}; }) ==
        "'' is of an entry point that does not run one task");
  CHECK(formError([](EntryPoint &e) { e.covers.tasks = {1}; }) == "'' is of a task that is not parallel");
  CHECK(formError([](EntryPoint &e) { formOf(e).arrays[0].slot = 11; }) ==
        "'.arrays[0].slot' is 11, but the number of slots is 11");
  CHECK(formError([](EntryPoint &e) { formOf(e).arrays[0].slot = 1; }) == "'.arrays[0].slot' is not that of an array");
  CHECK(formError([](EntryPoint &e) { e.slots[1] = e.slots[0]; }) ==
        "'.arrays[0].slot' is not the only one of its array");
  CHECK(formError([](EntryPoint &e) { formOf(e).arrays[0].mergeSymbol = ""; }) == "'.arrays[0].mergeSymbol' is empty");
  CHECK(formError([](EntryPoint &e) { formOf(e).arrays[0].neutralBits = 1ull << 32; }) ==
        "'.arrays[0].neutralBits' does not fit the element type 'f32'");
  CHECK(formError([](EntryPoint &e) { formOf(e).arrays.push_back(formOf(e).arrays[0]); }) ==
        "'.arrays' is not in ascending order of slots without repetition");
  CHECK(errorAfter([](Manifest &m) { m.modules[0].kernels[1].tasks[0].writtenArrays = {1}; }) ==
        "manifest: 'modules[0].images[0].entryPoints[1].launch.privateForm.arrays[0].slot' is that of an array that "
        "the task does not "
        "write");
  // Kernels of one name have equal arguments.
  CHECK(errorAfter([](Manifest &m) {
          m.modules[0].kernels[0].arguments[0].mayAlias = m.modules[0].kernels[1].arguments[0].mayAlias = true;
        }) == "manifest: 'modules[0].images[0].entryPoints[1].launch.privateForm.arrays[0].slot' is that of an array "
              "that may overlap others");
}

TEST_CASE("the verifier checks modules") {
  CHECK(errorAfter([](Manifest &m) { m.modules.clear(); }) == "manifest: 'modules' is empty");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].dataBytes = 3; }) ==
        "manifest: 'modules[1].globals[0].dataOffset' leaves less than the global's bytes before the end of the data");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].kernels[0].name = m.modules[1].kernels[1].name = "heat"; }) ==
        "manifest: 'modules[1].kernels[0].name' is 'heat', which 'modules[0].kernels[0]' is called too");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].globals[0].name = "weights"; }) ==
        "manifest: 'modules[1].globals[0].name' is 'weights', which 'modules[0].globals[1]' is called too");
  // Private ones are found by their own module alone.
  CHECK(errorAfter([](Manifest &m) { m.modules[1].globals[0].name = "ones"; }) ==
        "manifest: 'modules[1].globals[1].name' is the name of an earlier global too");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].globals[1].name = "weights"; }) == "no error");
  CHECK(errorAfter([](Manifest &m) { m.modules[1].images[0].entryPoints[0].kernel = 2; }) ==
        "manifest: 'modules[1].images[0].entryPoints[0].kernel' is 2, but the number of kernels is 2");
}

TEST_CASE("the verifier checks the regions of a workspace") {
  auto regionError = [](size_t index, const std::function<void(WorkspaceRegion &)> &change) {
    return kernelErrorAfter([&](Kernel &kernel) { change(kernel.workspace.regions[index]); });
  };
  const std::string heap = "'workspace.regions[2].";
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.regions.clear(); }) ==
        "'workspace.regions' is empty; region 0 is 'words'");
  const std::string words =
      "'workspace.regions[0]' is not 'words' of lifetime 'instance' with a size from the source 'host'";
  CHECK(regionError(0, [](WorkspaceRegion &r) { r.name = "other"; }) == words);
  CHECK(regionError(0, [](WorkspaceRegion &r) { r.lifetime = RegionLifetime::launch; }) == words);
  CHECK(regionError(0, [](WorkspaceRegion &r) { r.size.source = SizeSource::word; }) == words);
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.name = ""; }) == heap + "name' is empty");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.name = "stacks"; }) ==
        heap + "name' is the name of an earlier region too");
  for (uint64_t alignment : {uint64_t{0}, uint64_t{48}, uint64_t{128}})
    CHECK(regionError(2, [&](WorkspaceRegion &r) { r.alignment = alignment; }) ==
          heap + "alignment' is " + std::to_string(alignment) + ", which is not a power of two up to 64");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.size.bytes = SizeExpr::word(12); }) ==
        heap + "size.bytes' is at byte 12; a word is at a multiple of 8");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.size.bytes = SizeExpr::word(128); }) ==
        heap + "size.bytes' is at byte 128, but the region 'words' ends at 128");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.size.bytes = SizeExpr::dim(0, 0); }) == "no error");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.size.node = 9; }) ==
        heap + "size.node' is 9, but the number of nodes is 9");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.size.node = 3; }) ==
        heap + "size.node' is 3, which is not at the top level of the graph");
  CHECK(regionError(2, [](WorkspaceRegion &r) { r.size.node = 8; }) == "no error");
  const std::string early = " uses the region, which has no size until then";
  CHECK(kernelErrorAfter([](Kernel &k) { k.tasks[1].readRegions = {2}; }) ==
        heap + "size.node' is 0, but node 4" + early);
  CHECK(kernelErrorAfter([](Kernel &k) {
          k.tasks[1].writtenRegions = {2};
          k.workspace.regions[2].size.node = 8;
        }) == heap + "size.node' is 8, but node 4" + early);
  CHECK(kernelErrorAfter([](Kernel &k) {
          k.temporaries[1].region = 2;
          k.graph[0].flag = {FlagKind::temporary, 1};
        }) == "'graph[0].flag.index' is in region 2, whose size comes from words; that of a flag comes from 'host'");
  CHECK(regionError(1, [](WorkspaceRegion &r) { r.size.bytes = SizeExpr::word(8); }) ==
        "'workspace.regions[1].size.bytes' depends on a word of the workspace, which is not known before a launch");
  CHECK(regionError(1, [](WorkspaceRegion &r) { r.size.bytes = SizeExpr::constant(-8); }) ==
        "'workspace.regions[1].size.bytes' is negative");
  CHECK(imageErrorAfter([](Image &i) { i.regions[0].kernel = 2; }) ==
        "'regions[0].kernel' is 2, but the number of kernels is 2");
  CHECK(imageErrorAfter([](Image &i) { i.regions[0].region.name = "heap"; }) ==
        "'regions[0].name' is the name of an earlier region too");
  CHECK(imageErrorAfter([](Image &i) { i.regions.push_back(i.regions[0]); }) ==
        "'regions[1].name' is the name of an earlier region too");
  CHECK(imageErrorAfter([](Image &i) { i.regions[0].region.size = {SizeSource::word, SizeExpr::word(8), 0}; }) ==
        "'regions[0].size.source' is 'word', but the regions that an image adds take 'host'");
  // The image's region is that of kernel 1 alone.
  CHECK(imageErrorAfter([](Image &i) { i.regions[0].kernel = 0; }) ==
        "'entryPoints[3].slots[0].region' is 3, but the number of regions is 3");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[3].slots[0].offset = 4096; }) ==
        "'entryPoints[3].slots[0].offset' is not inside of region 'registers' of 4096 bytes");
}

TEST_CASE("the verifier checks what entry points cover, and loops") {
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[3].covers.node = 9; }) ==
        "'entryPoints[3].covers.node' is 9, but the number of nodes is 9");
  // Node 3 has task 0 and task 1 in it; without it, task 1 is left.
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[2].covers.tasks = {0}; }) == "no error");
  CHECK(imageErrorAfter([](Image &i) {
          i.entryPoints[2].covers.tasks = {0};
          i.entryPoints[3].covers.node = 1;
        }) == "'entryPoints' holds none for task 'heat_1' of kernel 'heat'");
  auto slotError = [](size_t index, uint32_t value) {
    return imageErrorAfter([&](Image &image) { image.entryPoints[1].slots[index].index = value; });
  };
  CHECK(slotError(4, 4) == "'entryPoints[1].slots[4].region' is 4, but the number of regions is 4");

  auto loopError = [](size_t index, const std::function<void(LoopCode &)> &change) {
    return imageErrorAfter([&](Image &image) { change(image.loops[index]); });
  };
  CHECK(loopError(0, [](LoopCode &l) { l.kernel = 2; }) == "'loops[0].kernel' is 2, but the number of kernels is 2");
  CHECK(loopError(0, [](LoopCode &l) { l.node = 9; }) == "'loops[0].node' is 9, but the number of nodes is 9");
  CHECK(loopError(0, [](LoopCode &l) { l.node = 2; }) == "'loops[0].node' is not a loop");
  CHECK(loopError(0, [](LoopCode &l) { l.node = 5; }) == "'loops[0].node' is not a loop");
  CHECK(loopError(0, [](LoopCode &l) { l.entryPoint = 3; }) ==
        "'loops[0].entryPoint' is there, but the strategy 'host' needs none");
  for (LoopStrategy strategy : {LoopStrategy::block, LoopStrategy::grid})
    CHECK(loopError(0, [&](LoopCode &l) {
            l.strategy = strategy;
          }).starts_with("'loops[0].entryPoint' is missing, which the strategy '"));
  CHECK(loopError(3, [](LoopCode &l) { l.entryPoint = 5; }) ==
        "'loops[3].entryPoint' is 5, but the number of entry points is 5");
  const std::string other = ", which is not for that node of that kernel and that strategy";
  CHECK(loopError(3, [](LoopCode &l) { l.entryPoint = 1; }) == "'loops[3].entryPoint' is 1" + other);
  CHECK(loopError(3, [](LoopCode &l) { l.node = 1; }) == "'loops[3].entryPoint' is 3" + other);
  CHECK(loopError(3, [](LoopCode &l) { l.kernel = 0; }) == "'loops[3].entryPoint' is 3" + other);
  CHECK(loopError(3, [](LoopCode &l) {
          l.strategy = LoopStrategy::graph;
          l.entryPoint.reset();
        }) == "'loops[3].strategy' is that of an earlier entry for the same loop too");
}

TEST_CASE("the verifier checks what ends an iteration of a loop") {
  auto endError = [](const std::function<void(EntryPoint &)> &change) {
    return imageErrorAfter([&](Image &image) { change(image.entryPoints[4]); });
  };
  const std::string end = "'entryPoints[4].covers.";
  CHECK(endError([](EntryPoint &e) { e.covers.node = 9; }) == end + "node' is 9, but the number of nodes is 9");
  const std::string number = "lastTasks' is no number of tasks at the end of a loop";
  CHECK(endError([](EntryPoint &e) { e.covers.node = 5; }) == end + number); // no loop
  CHECK(endError([](EntryPoint &e) { e.covers.lastTasks = 0; }) == end + number);
  CHECK(endError([](EntryPoint &e) { e.covers.lastTasks = 2; }) == end + number);
  CHECK(endError([](EntryPoint &e) { e.covers.node = 0; }) == end + number); // ends with a loop
  // Task 0 is parallel, task 1 is not.
  auto tasksError = [](std::vector<uint32_t> tasks) {
    return errorAfter([&](Manifest &manifest) {
      std::vector<Node> &before = manifest.modules[0].kernels[1].graph[0].body[1].before;
      before.clear();
      for (uint32_t task : tasks)
        before.emplace_back().task = task;
      for (Image &image : manifest.modules[0].images)
        image.entryPoints[4].covers.lastTasks = static_cast<uint32_t>(tasks.size());
    });
  };
  const std::string first = "but of these tasks only the first may be parallel, which 'heat_0' is too";
  CHECK(tasksError({0}) == "no error");
  CHECK(tasksError({0, 1, 1}) == "no error");
  CHECK(tasksError({1, 0}) == "manifest: 'modules[0].images[0].entryPoints[4].covers.lastTasks' is 2, " + first);
  CHECK(tasksError({0, 0, 1}) == "manifest: 'modules[0].images[0].entryPoints[4].covers.lastTasks' is 3, " + first);
  CHECK(endError([](EntryPoint &e) { e.slots[0].index = 9; }) ==
        "'entryPoints[4].slots[0].node' is 9, but the number of nodes is 9");
  CHECK(endError([](EntryPoint &e) { e.slots[0].index = 5; }) == "'entryPoints[4].slots[0].node' is not a loop");
  const std::string other = "is no loop that the entry point ends";
  CHECK(endError([](EntryPoint &e) { e.slots[1].index = 1; }) == "'entryPoints[4].slots[1].node' " + other);
  CHECK(endError([](EntryPoint &e) { e.covers.kind = CoverageKind::node; }) ==
        "'entryPoints[4].slots[0].node' " + other);
  // A graph may decide without it.
  CHECK(imageErrorAfter([](Image &image) { image.loops[2].entryPoint.reset(); }) == "no error");
  CHECK(imageErrorAfter([](Image &image) { image.loops[2].entryPoint = 3; }) ==
        "'loops[2].entryPoint' is 3, which is not for that node of that kernel and that strategy");
}
