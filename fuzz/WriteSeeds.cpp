//===- WriteSeeds.cpp - What the fuzzers start from -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// write-fuzz-seeds FOLDER: writes FOLDER/packages and FOLDER/manifests, made of
// the manifest that has one of everything, FOLDER/manifest.dict with its keys
// and names, FOLDER/cubins and FOLDER/cpu-images.
//
//===----------------------------------------------------------------------===//
#include "../test/runtime/SampleImage.h"
#include "../unit/Package/SampleManifest.h"
#include "../unit/Toolchain/CubinSample.h"

#include "qdc/Package/ManifestWriter.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/JsonValue.h"

#include <cstdio>
#include <filesystem>
#include <set>

using namespace qdc;

/// The sample, and smaller ones that leave out what the others have.
static std::vector<Manifest> seedManifests() {
  Manifest all = sampleManifest();
  Manifest variants = launchableManifest(); // of one module, whose kernels all have checked code
  variants.modules.erase(variants.modules.begin());
  Manifest empty;
  empty.producer = all.producer;
  empty.modules.emplace_back().sourceDigest = all.modules[0].sourceDigest;
  return {all, launchableManifest(), variants, empty};
}

static std::vector<ModuleContents> contentsFor(const Manifest &manifest) {
  if (manifest.modules[0].images.empty())
    return std::vector<ModuleContents>(1);
  std::vector<ModuleContents> contents = sampleContents();
  return {contents.end() - static_cast<ptrdiff_t>(manifest.modules.size()), contents.end()};
}

static void collectWords(const Json &value, std::set<std::string> &words) {
  if (const std::string *text = asString(value))
    words.insert(*text);
  if (const Json::array_t *array = asArray(value))
    for (const Json &element : *array)
      collectWords(element, words);
  if (const JsonMembers *object = asObject(value))
    for (const auto &[key, member] : *object) {
      words.insert(key);
      collectWords(member, words);
    }
}

/// One line a word, in its JSON quotes: "\"kind\"".
static std::string dictionaryOf(const Json &value) {
  std::set<std::string> words;
  collectWords(value, words);
  std::string lines;
  for (const std::string &word : words)
    if (word.find_first_of("\"\\") == std::string::npos && !word.empty())
      lines += "\"\\\"" + word + "\\\"\"\n";
  return lines;
}

static Status writeSeeds(const std::string &folder) {
  int number = 0;
  for (const Manifest &manifest : seedManifests()) {
    Result<ByteVector> package = writePackage(manifest, contentsFor(manifest));
    if (!package)
      return package.error();
    std::string name = std::to_string(number++);
    if (Status status = writeFileAtomically(folder + "/packages/" + name, *package); !status)
      return status;
    if (Status status = writeFileAtomically(folder + "/manifests/" + name, asBytes(writeManifest(manifest))); !status)
      return status;
  }
  for (bool isWhole : {true, false})
    if (Status status = writeFileAtomically(folder + (isWhole ? "/cubins/whole" : "/cubins/empty"),
                                            sampleElf(isWhole ? sampleCubinSections() : std::vector<SampleSection>()));
        !status)
      return status;
  if (Status status = writeFileAtomically(folder + "/cpu-images/sample", runtime_test::SampleImage().bytes()); !status)
    return status;
  Result<Json> json = parseJson(writeManifest(sampleManifest()));
  if (!json)
    return json.error();
  return writeFileAtomically(folder + "/manifest.dict", asBytes(dictionaryOf(*json)));
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: write-fuzz-seeds FOLDER\n", stderr);
    return 2;
  }
  std::string folder = argv[1];
  std::error_code error;
  for (const char *part : {"/packages", "/manifests", "/cubins", "/cpu-images"})
    std::filesystem::create_directories(folder + part, error);
  Status status = error ? Status(Error{ErrorCode::inputOutput, error.message()}) : writeSeeds(folder);
  if (status)
    return 0;
  std::fprintf(stderr, "error: %s\n", status.error().message.c_str());
  return 1;
}
