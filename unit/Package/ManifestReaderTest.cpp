//===- ManifestReaderTest.cpp - Tests of ManifestReader.h and its writer ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestReader.h"

#include "SampleManifest.h"
#include "qdc/Package/ManifestVerifier.h"
#include "qdc/Package/ManifestWriter.h"

#include <catch2/catch.hpp>

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

TEST_CASE("versions: newer minors are read, other majors refused") {
  const std::string own = "\"version\":{\"major\":2,\"minor\":0}";
  CHECK(readWith({{own, "\"version\":{\"major\":2,\"minor\":7}"}}).ok());
  for (auto [major, minor] : {std::pair{1, 1}, {1, 0}, {3, 3}}) {
    std::string version = std::to_string(major) + "." + std::to_string(minor);
    Result<Manifest> other = readWith(
        {{own, "\"version\":{\"major\":" + std::to_string(major) + ",\"minor\":" + std::to_string(minor) + "}"}});
    CHECK(other.error().code == ErrorCode::incompatible);
    CHECK(other.error().message ==
          "manifest: 'version' is " + version + "; this reader takes version 2 with any minor number");
  }
  for (const char *broken : {"\"version\":2", "\"version\":{\"major\":2}", "\"version\":{\"major\":-2,\"minor\":0}"})
    CHECK(errorWith(own, broken) == "manifest: 'version' is not of the form {\"major\": 2, \"minor\": 0}");
}

TEST_CASE("keys that the reader does not know are refused, but ignored in a newer minor version") {
  const Replacement unknown = {"\"name\":\"sweep\"", "\"name\":\"sweep\",\"colour\":[1]"};
  Result<Manifest> own = readWith({unknown});
  CHECK(
      own.error().message ==
      "manifest: 'modules[0].kernels[0].sourceLoops[0].colour' is a key that this version of the format does not have");
  CHECK(errorWith("\"name\":\"sweep\"", "\"name\":\"sweep\",\"\":1") ==
        "manifest: 'modules[0].kernels[0].sourceLoops[0].' is a key that this version of the format does not have");
  CHECK(readWith({unknown, {"\"minor\":0", "\"minor\":1"}}).ok());
  const Replacement checked = {"\"variant\":\"arithmetic,bounds\",\"checks\":5",
                               "\"variant\":\"arithmetic,bounds\",\"colour\":1,\"checks\":5"};
  CHECK(errorWith(checked.from, checked.to) ==
        "manifest: 'modules[1].kernels[1].checked.colour' is a key that this version of the format does not have");
  CHECK(readWith({checked, {"\"minor\":0", "\"minor\":1"}}).ok());
  CHECK(readWith({{"\"variant\":\"arithmetic,bounds\",\"checks\":5", "\"checks\":5"}, {"\"minor\":0", "\"minor\":1"}})
            .error()
            .message == "manifest: 'modules[1].kernels[1].checked' lacks the key 'variant'");
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
        "manifest: 'modules[0].kernels[0].graph[0].body[1].kind' is an unknown node kind, 'checkpoint'; this reader "
        "knows task, "
        "doWhile, whileDo, repeat and branch");
  check("\"kind\":\"seed\"", "\"kind\":\"tape\"",
        "manifest: 'modules[0].images[0].entryPoints[1].slots[7].kind' is an unknown slot kind, 'tape'; this reader "
        "knows array, "
        "dim, scalar, global, workspace, errorRecord, printBuffer, seed, launchOrdinal, maximumIterations, "
        "stopWord, conditionHandle and loopState");
  check("\"launch\":{\"kind\":\"grid\"", "\"launch\":{\"kind\":\"spirv\"",
        "manifest: 'modules[0].images[2].entryPoints[0].launch.kind' is an unknown launch kind, 'spirv'; this reader "
        "knows cpu and grid");
  check("\"role\":\"shadow\"", "\"role\":\"dual\"",
        "manifest: 'modules[0].kernels[0].arguments[0].role' is an unknown argument role, 'dual'; this reader knows "
        "primal, shadow, tangent and seed");
  check("\"lifetime\":\"stream\"", "\"lifetime\":\"device\"",
        "manifest: 'modules[0].kernels[0].workspace.regions[1].lifetime' is an unknown lifetime, 'device'; this reader "
        "knows instance, stream, launch and caller");
  check("\"source\":\"word\"", "\"source\":\"task\"",
        "manifest: 'modules[0].kernels[0].workspace.regions[2].size.source' is an unknown source of a size, 'task'; "
        "this reader knows host and word");
  check("\"covers\":{\"kind\":\"node\"", "\"covers\":{\"kind\":\"kernel\"",
        "manifest: 'modules[0].images[0].entryPoints[3].covers.kind' is an unknown kind of coverage, 'kernel'; this "
        "reader knows tasks, node and end");
  check("\"strategy\":\"replay\"", "\"strategy\":\"unroll\"",
        "manifest: 'modules[0].images[0].loops[1].strategy' is an unknown loop strategy, 'unroll'; this reader knows "
        "host, graph, replay, block and grid");
  check("\"type\":\"f64\"", "\"type\":\"f8\"",
        "manifest: 'modules[0].globals[2].type' is an unknown element type, 'f8'; this reader knows i1, i8, i16, i32, "
        "i64, "
        "index, f16, bf16, f32 and f64");
}

TEST_CASE("a key with a default may stand there or be left out, and is left out by the writer") {
  const std::string json = writeManifest(sampleManifest());
  for (const char *key : {"\"mayAlias\":false", "\"group\":\"\"", "\"readRegions\":[]", "\"blockDim\":0",
                          "\"signedness\":\"signed\"", "\"graphMode\":\"auto\"", "\"lifetime\":\"instance\""}) {
    INFO(key);
    CHECK(json.find(key) == std::string::npos);
  }
  Result<Manifest> with = readWith({{"\"operations\":12,", "\"operations\":12,\"readRegions\":[],\"blockDim\":0,"},
                                    {"\"blockDim\":256,", ""},
                                    {"\"readRegions\":[1]", "\"writtenRegions\":[]"},
                                    {",\"writtenRegions\":[1]", ""}});
  REQUIRE(with.ok());
  const Task &task = with->modules[0].kernels[0].tasks[0];
  CHECK(task.blockDim == 0);
  CHECK(task.readRegions.empty());
  CHECK(task.writtenRegions.empty());
  CHECK(writeManifest(*with).find("\"blockDim\":0") == std::string::npos);
}

TEST_CASE("a launch has the keys of its kind alone") {
  const std::string place = "manifest: 'modules[0].images[0].entryPoints[0].launch";
  CHECK(errorWith("\"launch\":{\"kind\":\"cpu\"}", "\"launch\":{\"kind\":\"grid\"}") ==
        place + "' lacks the key 'blockThreads'");
  CHECK(errorWith("\"launch\":{\"kind\":\"cpu\"}", "\"launch\":{\"kind\":\"cpu\",\"blockThreads\":1}") ==
        place + ".blockThreads' is a key that this version of the format does not have");
  CHECK(errorWith("\"launch\":{\"kind\":\"cpu\"}", "\"launch\":{}") == place + "' lacks the key 'kind'");
}

TEST_CASE("JSON of the wrong shape is refused with its place") {
  CHECK(readManifest("{").error().message.starts_with("manifest: not valid JSON: parse error at line 1, column 2"));
  CHECK(readManifest(std::string(100000, '[')).error().message ==
        "manifest: not valid JSON: arrays and objects nest deeper than 160");
  CHECK(readManifest("[]").error().message == "manifest: the JSON is an array, not an object");
  CHECK(errorWith("\"requires\":[],", "") == "manifest: lacks the key 'requires' with an array of feature names");
  CHECK(errorWith("\"requires\":[]", "\"requires\":[{}]") == "manifest: 'requires' holds an object, not feature names");
  CHECK(errorWith("\"producer\":\"qdc 0.1.0\",", "") == "manifest: lacks the key 'producer'");
  CHECK(errorWith("\"operations\":12,", "") == "manifest: 'modules[0].kernels[0].tasks[0]' lacks the key 'operations'");
  CHECK(errorWith("\"blockDim\":256", "\"blockDim\":-1") ==
        "manifest: 'modules[0].kernels[0].tasks[0].blockDim' is not an integer from 0 to 4294967295");
  CHECK(errorWith("\"blockDim\":256", "\"blockDim\":256.0") ==
        "manifest: 'modules[0].kernels[0].tasks[0].blockDim' is not an integer from 0 to 4294967295");
  CHECK(errorWith("\"shape\":[-1,64]", "\"shape\":[-1,9223372036854775808]") ==
        "manifest: 'modules[0].kernels[0].arguments[0].shape[1]' is not an integer from -9223372036854775808 to "
        "9223372036854775807");
  CHECK(errorWith("\"access\":\"readWrite\"", "\"access\":\"readWrite\",\"mayAlias\":0") ==
        "manifest: 'modules[0].kernels[0].arguments[0].mayAlias' is a number, not true or false");
  CHECK(errorWith("\"name\":\"sweep\"", "\"name\":null") ==
        "manifest: 'modules[0].kernels[0].sourceLoops[0].name' is null, not a string");
  CHECK(errorWith("\"access\":\"readWrite\"", "\"access\":3") ==
        "manifest: 'modules[0].kernels[0].arguments[0].access' is a number, not the name of a known access");
  CHECK(errorWith("\"sourceLoops\":[0]", "\"sourceLoops\":0") ==
        "manifest: 'modules[0].kernels[0].tasks[0].sourceLoops' is a number, not an array");
  CHECK(errorWith("\"flag\":{\"kind\":\"argument\",\"index\":1}", "\"flag\":\"go\"") ==
        "manifest: 'modules[0].kernels[0].graph[0].flag' is a string, not an object");
  CHECK(errorWith("\"extent\":\"1\"", "\"extent\":1") ==
        "manifest: 'modules[0].kernels[0].tasks[1].extent' is a number, not a size expression in a string");
  CHECK(
      errorWith("\"extent\":\"1\"", "\"extent\":\"add(1\"") ==
      "manifest: 'modules[0].kernels[0].tasks[1].extent' is wrong: invalid size expression at column 6: expected ','");
  for (const char *bits : {"1", "\"3ff\"", "\"0x\"", "\"0x10000000000000000\"", "\"0x1g\""})
    CHECK(errorWith("\"splatBits\":\"0x3ff0000000000000\"", std::string("\"splatBits\":") + bits) ==
          "manifest: 'modules[0].globals[2].splatBits' is no number of up to 64 bits written like \"0x3f800000\"");
}

TEST_CASE("JSON that is cut or has a byte changed is refused, or verifies") {
  const std::string json = writeManifest(sampleManifest());
  int accepted = 0;
  // Every third place, with each of the eight bits in turn: all of them take long.
  for (size_t at = 0; at < json.size(); at += 3) {
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

TEST_CASE("the sample that a loader launches reads back") {
  const Manifest manifest = launchableManifest();
  Result<Manifest> read = readManifest(writeManifest(manifest));
  REQUIRE(read);
  CHECK(writeManifest(*read) == writeManifest(manifest));
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
  Manifest manifest = launchableManifest();
  Kernel &kernel = manifest.modules[0].kernels[0];
  for (Image &image : manifest.modules[0].images)
    image.loops.clear();
  kernel.graph.resize(1);
  kernel.graph[0] = Node();
  kernel.knownWords.clear();
  nest(kernel, kMaximumGraphDepth);
  CHECK(readManifest(writeManifest(manifest)).ok());
  nest(kernel, 2);
  std::string message = readManifest(writeManifest(manifest)).error().message;
  CHECK(message.ends_with("' nests deeper than 64 levels"));
  CHECK(message == verifyManifest(manifest).error().message);
}
