//===- ManifestReaderTest.cpp - Tests of reader, writer and verifier ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestReader.h"

#include "SampleManifest.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Package/ManifestVerifier.h"
#include "qdc/Package/ManifestWriter.h"

#include <catch2/catch.hpp>

#include <functional>

using namespace qdc;

namespace {

struct Replacement {
  std::string from, to;
};

/// What the reader says to the sample's JSON with the first occurrence of
/// `from` replaced.
Result<Manifest> readWith(const std::vector<Replacement> &replacements) {
  std::string json = writeManifest(sampleManifest());
  for (const auto &[from, to] : replacements) {
    size_t at = json.find(from);
    INFO(from);
    REQUIRE(at != std::string::npos);
    json.replace(at, from.size(), to);
  }
  return readManifest(json);
}

std::string errorWith(const std::string &from, const std::string &to) {
  Result<Manifest> manifest = readWith({{from, to}});
  return manifest ? "no error" : manifest.error().message;
}

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
  std::string message = errorAfter([&](Manifest &manifest) { change(manifest.kernels[1]); });
  const std::string head = "manifest: 'kernels[1].";
  return message.starts_with(head) ? "'" + message.substr(head.size()) : message;
}

std::string imageErrorAfter(const std::function<void(Image &)> &change) {
  std::string message = errorAfter([&](Manifest &manifest) { change(manifest.images[1]); });
  const std::string head = "manifest: 'images[1].";
  return message.starts_with(head) ? "'" + message.substr(head.size()) : message;
}

} // namespace

TEST_CASE("a manifest with one of everything is written and read back unchanged") {
  for (unsigned indent : {0u, 2u}) {
    std::string json = writeManifest(sampleManifest(), indent);
    Result<Manifest> manifest = readManifest(json);
    INFO((manifest ? "" : manifest.error().message));
    REQUIRE(manifest.ok());
    CHECK(writeManifest(*manifest, indent) == json);
  }
}

TEST_CASE("the order of keys does not matter to the reader") {
  CHECK(readWith({{"\"name\":\"sweep\",", ""}, {"\"column\":5}}", "\"column\":5},\"name\":\"sweep\"}"}}).ok());
}

TEST_CASE("versions: older and newer minors are read, other majors refused") {
  const std::string own = "\"version\":{\"major\":1,\"minor\":0}";
  CHECK(readWith({{own, "\"version\":{\"major\":1,\"minor\":7}"}}).ok());
  Result<Manifest> newer = readWith({{own, "\"version\":{\"major\":2,\"minor\":3}"}});
  CHECK(newer.error().code == ErrorCode::incompatible);
  CHECK(newer.error().message == "manifest: 'version' is 2.3; this reader takes version 1 with any minor number");
  for (const char *broken : {"\"version\":1", "\"version\":{\"major\":1}", "\"version\":{\"major\":-1,\"minor\":0}"})
    CHECK(errorWith(own, broken) == "manifest: 'version' is not of the form {\"major\": 1, \"minor\": 0}");
}

TEST_CASE("keys that the reader does not know are refused, but ignored in a newer minor version") {
  const Replacement unknown = {"\"name\":\"sweep\"", "\"name\":\"sweep\",\"colour\":[1]"};
  Result<Manifest> own = readWith({unknown});
  CHECK(own.error().message ==
        "manifest: 'kernels[0].sourceLoops[0].colour' is a key that this version of the format does not have");
  CHECK(readWith({unknown, {"\"minor\":0", "\"minor\":1"}}).ok());
}

TEST_CASE("what this reader does not know is refused by name as incompatible") {
  auto check = [](const std::string &from, const std::string &to, const std::string &message) {
    Result<Manifest> manifest = readWith({{from, to}});
    REQUIRE_FALSE(manifest.ok());
    CHECK(manifest.error().code == ErrorCode::incompatible);
    CHECK(manifest.error().message == message);
  };
  check("\"requires\":[]", "\"requires\":[\"checkpoint\"]",
        "manifest: 'requires' names the feature 'checkpoint', which this reader does not have");
  check("\"kind\":\"whileDo\"", "\"kind\":\"checkpoint\"",
        "manifest: 'kernels[0].graph[0].body[1].kind' is an unknown node kind, 'checkpoint'; this reader knows task, "
        "doWhile, whileDo, repeat and branch");
  check("\"kind\":\"seed\"", "\"kind\":\"tape\"",
        "manifest: 'images[0].entryPoints[1].slots[7].kind' is an unknown slot kind, 'tape'; this reader knows array, "
        "dim, scalar, global, workspace, errorRecord, printBuffer, seed and launchOrdinal");
  check("\"type\":\"f64\"", "\"type\":\"f8\"",
        "manifest: 'globals[2].type' is an unknown element type, 'f8'; this reader knows i1, i8, i16, i32, i64, "
        "index, f16, bf16, f32 and f64");
}

TEST_CASE("JSON of the wrong shape is refused with its place") {
  CHECK(readManifest("{").error().message.starts_with("manifest: not valid JSON: parse error at line 1, column 2"));
  CHECK(readManifest("[]").error().message == "manifest: the JSON is an array, not an object");
  CHECK(errorWith("\"requires\":[],", "") == "manifest: lacks the key 'requires' with an array of feature names");
  CHECK(errorWith("\"requires\":[]", "\"requires\":[{}]") == "manifest: 'requires' holds an object, not feature names");
  CHECK(errorWith("\"producer\":\"qdc 0.1.0\",", "") == "manifest: lacks the key 'producer'");
  CHECK(errorWith("\"blockDim\":256,", "") == "manifest: 'kernels[0].tasks[0]' lacks the key 'blockDim'");
  CHECK(errorWith("\"blockDim\":256", "\"blockDim\":-1") ==
        "manifest: 'kernels[0].tasks[0].blockDim' is not an integer from 0 to 4294967295");
  CHECK(errorWith("\"blockDim\":256", "\"blockDim\":256.0") ==
        "manifest: 'kernels[0].tasks[0].blockDim' is not an integer from 0 to 4294967295");
  CHECK(errorWith("\"shape\":[-1,64]", "\"shape\":[-1,9223372036854775808]") ==
        "manifest: 'kernels[0].arguments[0].shape[1]' is not an integer from -9223372036854775808 to "
        "9223372036854775807");
  CHECK(errorWith("\"mayAlias\":false", "\"mayAlias\":0") ==
        "manifest: 'kernels[0].arguments[0].mayAlias' is a number, not true or false");
  CHECK(errorWith("\"name\":\"sweep\"", "\"name\":null") ==
        "manifest: 'kernels[0].sourceLoops[0].name' is null, not a string");
  CHECK(errorWith("\"access\":\"readWrite\"", "\"access\":3") ==
        "manifest: 'kernels[0].arguments[0].access' is a number, not the name of a known access");
  CHECK(errorWith("\"sourceLoops\":[0]", "\"sourceLoops\":0") ==
        "manifest: 'kernels[0].tasks[0].sourceLoops' is a number, not an array");
  CHECK(errorWith("\"flag\":{\"isGlobal\":false,\"index\":1}", "\"flag\":\"go\"") ==
        "manifest: 'kernels[0].graph[0].flag' is a string, not an object");
  CHECK(errorWith("\"extent\":\"1\"", "\"extent\":1") ==
        "manifest: 'kernels[0].tasks[1].extent' is a number, not a size expression in a string");
  CHECK(errorWith("\"extent\":\"1\"", "\"extent\":\"add(1\"") ==
        "manifest: 'kernels[0].tasks[1].extent' is wrong: invalid size expression at column 6: expected ','");
  for (const char *bits : {"1", "\"3ff\"", "\"0x\"", "\"0x10000000000000000\"", "\"0x1g\""})
    CHECK(errorWith("\"splatBits\":\"0x3ff0000000000000\"", std::string("\"splatBits\":") + bits) ==
          "manifest: 'globals[2].splatBits' is no number of up to 64 bits written like \"0x3f800000\"");
}

TEST_CASE("JSON cut at any length or with any byte changed is refused, or verifies") {
  const std::string json = writeManifest(sampleManifest());
  int accepted = 0;
  for (size_t at = 0; at < json.size(); ++at) {
    // A copy of its own lets a sanitizer see a read past the end.
    REQUIRE_FALSE(readManifest(std::string(json, 0, at)).ok());
    std::string changed = json;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    Result<Manifest> manifest = readManifest(changed);
    INFO(at);
    if (!manifest) {
      REQUIRE(manifest.error().message.starts_with("manifest: "));
      continue;
    }
    ++accepted;
    REQUIRE(readManifest(writeManifest(*manifest)).ok());
  }
  CHECK(accepted > 0); // changed letters of messages, numbers that are hints
}

TEST_CASE("graphs nest up to the limit") {
  auto nest = [](Kernel &kernel, unsigned levels) {
    for (unsigned i = 1; i < levels; ++i) {
      Node branch;
      branch.kind = NodeKind::branch;
      branch.body = std::move(kernel.graph);
      kernel.graph = {std::move(branch)};
    }
  };
  Manifest manifest = sampleManifest();
  manifest.kernels[1].graph.resize(1);
  manifest.kernels[1].graph[0] = Node();
  nest(manifest.kernels[1], kMaximumGraphDepth);
  CHECK(readManifest(writeManifest(manifest)).ok());
  nest(manifest.kernels[1], 2);
  std::string message = readManifest(writeManifest(manifest)).error().message;
  CHECK(message.ends_with("' nests deeper than 64 levels"));
  CHECK(message == verifyManifest(manifest).error().message);
}

TEST_CASE("the verifier checks globals, sites and data") {
  const std::string global = "manifest: 'globals[1].";
  auto globalError = [](const std::function<void(Global &)> &change) {
    return errorAfter([&](Manifest &manifest) { change(manifest.globals[1]); });
  };
  CHECK(errorAfter([](Manifest &) {}) == "no error");
  CHECK(globalError([](Global &g) { g.name = ""; }) == global + "name' is empty");
  CHECK(globalError([](Global &g) { g.name = "\xff"; }) == global + "name' is not UTF-8");
  CHECK(globalError([](Global &g) { g.name = std::string("a\0b", 3); }) == global + "name' holds a zero byte");
  CHECK(globalError([](Global &g) { g.name = "steps_done"; }) == global + "name' is the name of an earlier global too");
  CHECK(globalError([](Global &g) { g.shape = {2, -1}; }) == global + "shape[1]' is -1; an extent is not negative");
  CHECK(globalError([](Global &g) { g.shape = std::vector<int64_t>(9, 1); }) ==
        global + "shape' has rank 9; at most 8 is possible");
  CHECK(globalError([](Global &g) { g.shape = {0, int64_t{1} << 31, int64_t{1} << 30}; }) ==
        global + "shape' describes more than 2^63 bytes");
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
  CHECK(errorAfter([](Manifest &m) { m.dataDigest = ""; }) ==
        "manifest: 'dataDigest' is not the SHA-256 of the data in 64 lower-case hexadecimal digits, or empty without "
        "data");
  CHECK(errorAfter([](Manifest &m) { m.sites[1].message = "only {}"; }) ==
        "manifest: 'sites[1].valueTypes' has another length than the message has {}");
}

TEST_CASE("the verifier checks kernels of one name") {
  CHECK(errorAfter([](Manifest &m) { m.kernels[0].specializedValues.clear(); }) ==
        "manifest: 'kernels[1].name' occurs again after the kernel of that name without specialized values");
  CHECK(errorAfter([](Manifest &m) { m.kernels[1].name = "other"; }) ==
        "manifest: 'kernels[0]' is not followed by the kernel of that name without specialized values");
  CHECK(errorAfter([](Manifest &m) { m.kernels[1].arguments[3].name = "other"; }) ==
        "manifest: 'kernels[0]' differs from the next kernel of that name in its arguments or results");
  auto specializedError = [](std::vector<SpecializedValue> values) {
    return errorAfter([&](Manifest &m) { m.kernels[0].specializedValues = std::move(values); });
  };
  const std::string value = "manifest: 'kernels[0].specializedValues";
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
        "'arguments[2]' is a scalar with a shape, an access or a mayAlias mark");
  CHECK(kernelErrorAfter([](Kernel &k) { k.results[0].workspaceOffset = 8; }) ==
        "'results[0].workspaceOffset' lies outside of the part of the workspace that is read back");
  CHECK(kernelErrorAfter([](Kernel &k) { k.results[0].workspaceOffset = UINT64_MAX - 7; }) ==
        "'results[0].workspaceOffset' is at byte 18446744073709551608, but the workspace ends at 128");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.bytes = SizeExpr::constant(-1); }) ==
        "'workspace.bytes' is negative");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.bytes = SizeExpr::word(0); }) ==
        "'workspace.bytes' depends on a word of the workspace, which is not known before a launch");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.readbackOffset = 4; }) ==
        "'workspace.readbackOffset' is not a multiple of 8");
  CHECK(kernelErrorAfter([](Kernel &k) { k.workspace.readbackBytes = 129; }) ==
        "'workspace.readbackBytes' reaches past the end of the workspace");
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
}

TEST_CASE("the verifier checks the leaves of size expressions") {
  auto extentError = [](const SizeExpr &extent) {
    return kernelErrorAfter([&](Kernel &k) { k.tasks[0].extent = extent; });
  };
  CHECK(extentError(SizeExpr::word(120)) == "no error");
  CHECK(extentError(SizeExpr::word(128)) == "'tasks[0].extent' is at byte 128, but the workspace ends at 128");
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
          k.workspace.bytes = SizeExpr::scalar(2);
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
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {true, 0}; }) == "no error");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].flag = {true, 2}; }) ==
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
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[0].inductionWord = 128; }) ==
        "'graph[0].body[0].inductionWord' is at byte 128, but the workspace ends at 128");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[1].conditionWord = 128; }) ==
        "'graph[0].body[1].conditionWord' is at byte 128, but the workspace ends at 128");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[1].before[0].task = 9; }) ==
        "'graph[0].body[1].before[0].task' is 9, but the number of tasks is 2");
  CHECK(kernelErrorAfter([](Kernel &k) { k.graph[0].body[1].body[0].elseBody[0].task = 9; }) ==
        "'graph[0].body[1].body[0].elseBody[0].task' is 9, but the number of tasks is 2");
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
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].tasks = {}; }) == "'entryPoints[1].tasks' is empty");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints[1].tasks = {2}; }) ==
        "'entryPoints[1].tasks[0]' is 2, but the number of tasks is 2");
  CHECK(imageErrorAfter([](Image &i) { i.entryPoints.pop_back(); }) ==
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
        "'entryPoints[1].slots[4].offset' is not inside of the workspace of 128 bytes");
}

TEST_CASE("element sizes and names") {
  CHECK(enumName(ElementType::bf16) == "bf16");
  CHECK(enumFromName<NodeKind>("doWhile") == NodeKind::doWhile);
  CHECK_FALSE(enumFromName<NodeKind>("do_while").has_value());
  for (auto [name, bytes] : std::initializer_list<std::pair<const char *, uint64_t>>{{"i1", 1},
                                                                                     {"i8", 1},
                                                                                     {"i16", 2},
                                                                                     {"i32", 4},
                                                                                     {"i64", 8},
                                                                                     {"index", 8},
                                                                                     {"f16", 2},
                                                                                     {"bf16", 2},
                                                                                     {"f32", 4},
                                                                                     {"f64", 8}})
    CHECK(elementSize(*enumFromName<ElementType>(name)) == bytes);
}
