//===- ManifestOutlineTest.cpp - Tests of ManifestOutline.h ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestOutline.h"

#include "SampleManifest.h"
#include "ShiftedIndex.h"
#include "qdc/Package/ManifestIndex.h"
#include "qdc/Package/ManifestReader.h"
#include "qdc/Package/ManifestWriter.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace qdc;

namespace {

std::string sampleText() { return writeManifest(sampleManifest()); }

/// A text with an index, which need not be its own.
struct Indexed {
  std::string text;
  ByteVector index;
};

Indexed indexed(const Manifest &manifest) {
  const std::string text = writeManifest(manifest);
  return {text, writeIndex(manifest, text)};
}

/// The sample's text with occurrence `number` of `from` replaced, and its index with the parts where they are then.
Indexed textWith(const std::string &from, const std::string &to, int number = 0) {
  Indexed sample = indexed(sampleManifest());
  size_t at = sample.text.find(from);
  for (; number > 0 && at != std::string::npos; --number)
    at = sample.text.find(from, at + 1);
  INFO(from);
  REQUIRE(at != std::string::npos);
  return {sample.text.replace(at, from.size(), to), shiftedIndex(sample.index, at, from.size(), to.size())};
}

Result<ManifestOutline> readOutline(const Indexed &manifest) { return qdc::readOutline(manifest.text, manifest.index); }

std::string outlineError(const Indexed &manifest) {
  Result<ManifestOutline> outline = readOutline(manifest);
  return outline ? "no error" : outline.error().message;
}

std::string outlineError(const std::string &from, const std::string &to, int number = 0) {
  return outlineError(textWith(from, to, number));
}

/// What reading a kernel says to a text whose outline is right.
std::string kernelError(const Indexed &manifest, size_t module, size_t general, size_t image) {
  Result<ManifestOutline> outline = readOutline(manifest);
  INFO((outline ? "" : outline.error().message));
  REQUIRE(outline.ok());
  Result<std::vector<KernelWithCode>> read = readKernel(*outline, module, general, image);
  return read ? "no error" : read.error().message;
}

/// Every kernel with the code of each image of its variant; what was refused first.
std::string readAll(const ManifestOutline &outline) {
  for (size_t m = 0; m < outline.modules.size(); ++m)
    for (size_t i = 0; i < outline.modules[m].images.size(); ++i)
      for (size_t k = 0; k < outline.modules[m].kernels.size(); ++k) {
        const KernelOutline &kernel = outline.modules[m].kernels[k];
        if (kernel.isSpecialized || kernel.variant != outline.head.modules[m].images[i].variant)
          continue;
        if (Result<std::vector<KernelWithCode>> read = readKernel(outline, m, k, i); !read)
          return read.error().message;
      }
  return "no error";
}

} // namespace

TEST_CASE("an outline has all but kernels and their code, and of these the names") {
  const Manifest whole = sampleManifest();
  Result<ManifestOutline> outline = readOutline(indexed(sampleManifest()));
  REQUIRE(outline.ok());
  CHECK(*outline->text == sampleText());
  REQUIRE(outline->modules.size() == whole.modules.size());
  Manifest head = whole;
  for (size_t m = 0; m < whole.modules.size(); ++m) {
    const Module &module = whole.modules[m];
    REQUIRE(outline->modules[m].kernels.size() == module.kernels.size());
    for (size_t k = 0; k < module.kernels.size(); ++k) {
      const KernelOutline &kernel = outline->modules[m].kernels[k];
      CHECK(kernel.name == module.kernels[k].name);
      CHECK(kernel.variant == variantOf(module.kernels[k]));
      CHECK(kernel.isSpecialized == !module.kernels[k].specializedValues.empty());
    }
    REQUIRE(outline->modules[m].images.size() == module.images.size());
    for (size_t i = 0; i < module.images.size(); ++i) {
      const ImageOutline &image = outline->modules[m].images[i];
      CHECK(image.regions.size() == module.images[i].regions.size());
      REQUIRE(image.entryPoints.size() == module.images[i].entryPoints.size());
      CHECK(image.loops.size() == module.images[i].loops.size());
      for (const CodeOutline &code : image.entryPoints)
        CHECK(code.kernel == module.images[i].entryPoints[code.place].kernel);
      head.modules[m].images[i].regions.clear();
      head.modules[m].images[i].entryPoints.clear();
      head.modules[m].images[i].loops.clear();
    }
    head.modules[m].kernels.clear();
  }
  CHECK(writeManifest(outline->head) == writeManifest(head));
}

TEST_CASE("kernel by kernel a manifest is the same as read at once") {
  const Manifest whole = sampleManifest();
  Result<ManifestOutline> outline = readOutline(indexed(sampleManifest()));
  REQUIRE(outline.ok());
  Manifest together = std::move(outline->head);
  outline = readOutline(indexed(sampleManifest()));
  for (size_t m = 0; m < whole.modules.size(); ++m) {
    Module &module = together.modules[m];
    for (size_t k = 0; k < whole.modules[m].kernels.size(); ++k)
      for (size_t i = 0; i < whole.modules[m].images.size(); ++i) {
        const KernelOutline &kernel = outline->modules[m].kernels[k];
        if (kernel.isSpecialized || kernel.variant != module.images[i].variant)
          continue;
        Result<std::vector<KernelWithCode>> parts = readKernel(*outline, m, k, i);
        INFO((parts ? "" : parts.error().message));
        REQUIRE(parts.ok());
        CHECK(parts->size() == (m == 0 ? 2 : 1));
        const bool isNew = module.kernels.size() < k + 1;
        uint32_t number = static_cast<uint32_t>(k + 1 - parts->size());
        for (KernelWithCode &part : *parts) {
          Image &image = module.images[i];
          const auto before = static_cast<uint32_t>(image.entryPoints.size());
          for (LoopCode &loop : part.loops)
            if (loop.entryPoint)
              *loop.entryPoint += before;
          for (const EntryPoint &entryPoint : part.entryPoints)
            CHECK(entryPoint.kernel == number);
          image.regions.insert(image.regions.end(), part.regions.begin(), part.regions.end());
          image.entryPoints.insert(image.entryPoints.end(), part.entryPoints.begin(), part.entryPoints.end());
          image.loops.insert(image.loops.end(), part.loops.begin(), part.loops.end());
          if (isNew)
            module.kernels.push_back(std::move(part.kernel));
          ++number;
        }
      }
  }
  CHECK(writeManifest(together) == sampleText());
}

TEST_CASE("the order of an image's list does not matter") {
  Manifest manifest = sampleManifest();
  Image &image = manifest.modules[0].images[0];
  std::swap(image.entryPoints[0], image.entryPoints[3]);
  for (LoopCode &loop : image.loops)
    if (loop.entryPoint == 3u)
      loop.entryPoint = 0;
  Result<ManifestOutline> outline = readOutline(indexed(manifest));
  REQUIRE(outline.ok());
  Result<std::vector<KernelWithCode>> parts = readKernel(*outline, 0, 1, 0);
  REQUIRE(parts.ok());
  for (const KernelWithCode &part : *parts)
    for (const LoopCode &loop : part.loops)
      if (loop.entryPoint)
        CHECK(part.entryPoints[*loop.entryPoint].covers.node == loop.node);
}

TEST_CASE("what is wrong inside of a kernel is told by its reading, with the place") {
  CHECK(kernelError(textWith("\"operations\":12,", ""), 0, 1, 0) ==
        "manifest: 'modules[0].kernels[0].tasks[0]' lacks the key 'operations'");
  CHECK(kernelError(textWith("\"blockDim\":256", "\"blockDim\":2x6"), 0, 1, 0)
            .starts_with("manifest: 'modules[0].kernels[0]' is not valid JSON: parse error at line 1, column "));
  CHECK(kernelError(textWith("\"name\":\"sweep\"", "\"name\":\"sweep\",\"name\":\"again\""), 0, 1, 0) ==
        "manifest: 'modules[0].kernels[0]' is not valid JSON: the key 'name' occurs twice in one object");
  CHECK(kernelError(textWith("\"extent\":\"1\"", "\"extent\":\"2\""), 0, 1, 0) ==
        "manifest: 'modules[0].kernels[0].tasks[1].extent' is not 1, but the task is serial");
  CHECK(kernelError(textWith("\"kind\":\"seed\"", "\"kind\":\"tape\""), 0, 1, 0)
            .starts_with("manifest: 'modules[0].images[0].entryPoints[1].slots[7].kind' is an unknown slot kind"));
  CHECK(kernelError(textWith("\"kernels\":[{\"name\":\"heat\",", "\"kernels\":[{"), 0, 1, 0) ==
        "manifest: 'modules[0].kernels[0]' lacks the key 'name'");
  CHECK(kernelError(textWith("\"kernels\":[{\"name\":\"heat\"", "\"kernels\":[{\"name\":3"), 0, 1, 0) ==
        "manifest: 'modules[0].kernels[0].name' is a number, not a string");
  CHECK(kernelError(textWith("\"kernels\":[{\"name\":\"heat\"", "\"kernels\":[{\"name\":\"he\\u0061t\""), 0, 1, 0) ==
        "no error");
  // Nobody asked for these.
  CHECK(kernelError(textWith("\"kind\":\"seed\"", "\"kind\":\"tape\""), 0, 1, 1) == "no error");
  CHECK(kernelError(textWith("\"operations\":12,", ""), 1, 0, 0) == "no error");
}

TEST_CASE("kernels of one name are compared when they are read") {
  Manifest manifest = sampleManifest();
  manifest.modules[0].kernels[1].arguments[0].dims.clear();
  CHECK(kernelError(indexed(manifest), 0, 1, 0) ==
        "manifest: 'modules[0].kernels[0]' differs from the next kernel of that name in its arguments or results");
  manifest = sampleManifest();
  manifest.modules[1].kernels[1].arguments.emplace_back().name = "n";
  CHECK(kernelError(indexed(manifest), 1, 1, 1) ==
        "manifest: 'modules[1].kernels[1]' differs from the kernel that it is a checked variant of in its arguments or "
        "results");
}

TEST_CASE("what is not as the index says is told by its reading") {
  const std::string differs =
      "manifest: 'modules[0].kernels[0]' differs from the index in its name, its variant or whether it has specialized "
      "values";
  CHECK(kernelError(textWith("\"kernels\":[{\"name\":\"heat\"", "\"kernels\":[{\"name\":\"cold\""), 0, 1, 0) ==
        differs);
  const std::string text = sampleText();
  Manifest manifest = sampleManifest();
  std::swap(manifest.modules[0].kernels[0], manifest.modules[0].kernels[1]);
  CHECK(outlineError({text, writeIndex(manifest, text)}) ==
        "manifest: 'modules[0].kernels[1].name' occurs again after the kernel of that name without specialized values");
  CHECK(kernelError(textWith("\"kernel\":0,\"covers\"", "\"kernel\":1,\"covers\""), 0, 1, 0) ==
        "manifest: 'modules[0].images[0].entryPoints[0].kernel' is 1, but 0 in the index");
}

TEST_CASE("what spans kernels is told by the outline") {
  CHECK(outlineError("\"kernels\":[", "\"kernels\":[7,") ==
        "manifest: 'modules[0].kernels[0]' is a number, not an object");
  CHECK(outlineError("\"kernels\":[", "\"kernels\":{},\"kernel\":[") ==
        "manifest: 'modules[0].kernels' is an object, not an array");
  CHECK(outlineError("\"kernels\":[", "\"k\\u0065rnels\":[") == "no error");
  CHECK(outlineError("\"kernels\":[", "\"kernels\":[],\"kernels\":[") ==
        "manifest: not valid JSON: the key 'kernels' occurs twice in one object");
  CHECK(outlineError("\"entryPoints\":[", "\"entryPoints\":[[],") ==
        "manifest: 'modules[0].images[0].entryPoints[0]' is an array, not an object");
  CHECK(outlineError("\"entryPoints\":[", "\"entryPoints\":[{},") ==
        "manifest: 'modules[0].images[0].entryPoints[0]' lacks the key 'symbol'");
  CHECK(outlineError("\"producer\":\"qdc 0.1.0\"", "\"producer\":qdc")
            .starts_with("manifest: not valid JSON: parse error at line 1, column "));
  CHECK(outlineError("{\"version\"", "\xef\xbb\xbf{\"version\"") ==
        "manifest: not valid JSON: it starts with a byte order mark");
  const Indexed sample = indexed(sampleManifest());
  CHECK(outlineError({sample.text + "x", sample.index}).starts_with("manifest: not valid JSON: parse error at line 1"));
  CHECK(outlineError({sample.text + std::string(1, '\0'), sample.index}).ends_with("is zero"));
  CHECK(outlineError({"7", sample.index}) == "manifest: the JSON is a number, not an object");
  CHECK(outlineError({std::string(100000, '['), sample.index}) ==
        "manifest: not valid JSON: arrays and objects nest deeper than 160");
  Manifest manifest = sampleManifest();
  manifest.modules[0].images[0].entryPoints[0].kernel = 2;
  CHECK(outlineError({sample.text, writeIndex(manifest, sample.text)}) ==
        "manifest: 'modules[0].images[0].entryPoints[0].kernel' is 2, but the number of kernels is 2");
}

TEST_CASE("an index that does not fit the manifest is refused") {
  const Indexed sample = indexed(sampleManifest());
  const std::string other = "manifest: its index is of another one";
  CHECK(outlineError({sample.text, {}}) == other);
  CHECK(outlineError({sample.text, shiftedIndex(sample.index, 0, 0, 1)}) == other);
  // Blanks stand between kernels where they may; anything else does not.
  const size_t comma = sample.text.find("},{\"name\":\"heat\"") + 1;
  for (auto [between, error] : std::initializer_list<std::pair<std::string, std::string>>{
           {" ,\n", "no error"},
           {",7,", "manifest: 'modules[0].kernels[1]' is a number, not an object"},
           {",{},", "manifest: 'modules[0].kernels[1]' lacks the key 'name'"},
           {"", "manifest: not valid JSON: parse error"}}) {
    std::string text = sample.text;
    text.replace(comma, 1, between);
    CHECK(outlineError({text, shiftedIndex(sample.index, comma, 1, between.size())}).starts_with(error));
  }
}

TEST_CASE("an index that gives the kernels of one module to another is refused") {
  const std::string other = "manifest: its index is of another one";
  // Two modules of one form: their halves of the index change places.
  Manifest manifest = sampleManifest();
  manifest.modules = {manifest.modules[0], manifest.modules[0]};
  Indexed twice = indexed(manifest);
  CHECK(outlineError(twice).ends_with("is called too")); // the index is right
  std::rotate(twice.index.begin(), twice.index.begin() + static_cast<ptrdiff_t>(twice.index.size() / 2),
              twice.index.end());
  CHECK(outlineError(twice) == other);
  // One without kernels and images, eight bytes of the index, which gets those of the next.
  manifest = sampleManifest();
  manifest.modules.resize(1);
  manifest.modules[0].images.clear();
  manifest.modules.insert(manifest.modules.begin(), Module());
  Indexed empty = indexed(manifest);
  std::rotate(empty.index.begin(), empty.index.begin() + 8, empty.index.end());
  CHECK(outlineError(empty) == other);
}

TEST_CASE("another version is refused by name, whatever its kernels look like") {
  const std::string text = R"({"version":{"major":3,"minor":0},"modules":[{"kernels":[{"called":"k"}, 7]}]})";
  for (const ByteVector &index : {ByteVector(), ByteVector(7), indexed(sampleManifest()).index})
    CHECK(outlineError({text, index}) ==
          "manifest: 'version' is 3.0; this reader takes version 2 with any minor number");
}

TEST_CASE("JSON with any byte changed is refused kernel by kernel where it is refused at once") {
  const Indexed sample = indexed(sampleManifest());
  for (size_t at = 0; at < sample.text.size(); ++at) {
    std::string changed = sample.text;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 7));
    Result<Manifest> whole = readManifest(changed);
    INFO(changed.substr(at < 40 ? 0 : at - 40, 80));
    Result<ManifestOutline> outline = readOutline({changed, sample.index});
    if (outline && readAll(*outline) == "no error")
      REQUIRE(whole.ok());
    if (!whole)
      continue;
    outline = readOutline({changed, writeIndex(*whole, changed)});
    REQUIRE(outline.ok());
    REQUIRE(readAll(*outline) == "no error");
  }
}

TEST_CASE("an index with any byte changed, or cut at any length, is noticed") {
  const Indexed sample = indexed(sampleManifest());
  for (size_t at = 0; at < sample.index.size(); ++at) {
    INFO(at);
    const ByteVector cut(sample.index.begin(), sample.index.begin() + static_cast<ptrdiff_t>(at));
    REQUIRE_FALSE(readOutline({sample.text, cut}).ok());
    for (int change : {0x01, 0x80, 0xff}) {
      ByteVector changed = sample.index;
      changed[at] ^= static_cast<std::byte>(change);
      Result<ManifestOutline> outline = readOutline({sample.text, changed});
      REQUIRE((!outline || readAll(*outline) != "no error"));
    }
  }
}
