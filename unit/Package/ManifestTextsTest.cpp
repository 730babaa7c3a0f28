//===- ManifestTextsTest.cpp - Tests of ManifestTexts.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestTexts.h"

#include "SampleManifest.h"
#include "qdc/Package/ManifestWriter.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("every text of a manifest is reached, and nothing else") {
  Manifest manifest = sampleManifest();
  // Only a workspace that says something is written.
  for (Module &module : manifest.modules)
    for (Kernel &kernel : module.kernels)
      kernel.workspace.readbackBytes = 8;
  std::string expected = writeManifest(manifest);
  size_t texts = 0;
  forEachText(manifest, [&](std::string &text) {
    if (text.empty())
      return; // such a key may be left out
    ++texts;
    text = "<" + text + ">";
  });
  // Without the marks it is the same manifest.
  std::string marked = writeManifest(manifest), unmarked = marked;
  std::erase_if(unmarked, [](char c) { return c == '<' || c == '>'; });
  CHECK(unmarked == expected);
  CHECK(marked.size() == expected.size() + 2 * texts);
  // Every other string of the JSON is an enumerator, a size or bits.
  for (const char *text : {"qdc 0.1.0", "steps_done", "heat.qir", "cell is finite", "heat", "sweep", "heat_0", "u",
                           "cpu:x86-64-v2", "avx2", "words", "heap", "registers", "cool", "heat_loop", "ptxas 13.0",
                           "heat_0_entry", "heat_0_private", "merge_addf_f32"}) {
    INFO(text);
    CHECK(marked.find("\"" + std::string(text) + "\"") == std::string::npos);
    CHECK(marked.find("\"<" + std::string(text) + ">\"") != std::string::npos);
  }
  CHECK(marked.find("\"f32\"") != std::string::npos);
  CHECK(marked.find("\"scalar(2)\"") != std::string::npos);
}
