//===- WriteHeaderTest.cpp - A package as a header ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Header/WriteHeader.h"

#include <catch2/catch.hpp>

using namespace qdc;

static Kernel kernelOf(std::string name, const std::vector<std::string> &scalars) {
  Kernel kernel;
  kernel.name = std::move(name);
  for (const std::string &scalar : scalars) {
    kernel.arguments.emplace_back().name = scalar;
    kernel.arguments.back().type = ElementType::f32;
  }
  return kernel;
}

static Manifest manifestOf(std::vector<Kernel> kernels) {
  Manifest manifest;
  manifest.modules.emplace_back().kernels = std::move(kernels);
  return manifest;
}

/// What stands in place of the names of a kernel's scalars.
static std::vector<std::string> membersOf(const std::vector<std::string> &scalars, HeaderLanguage language) {
  Result<std::string> header = writeHeader(manifestOf({kernelOf("k", scalars)}), {language, "kernels"});
  REQUIRE(header);
  const std::string start = language == HeaderLanguage::c ? "\n  float " : "\n  qdrt::Scalar<float> ";
  std::vector<std::string> members;
  for (size_t at = header->find(start); at != std::string::npos; at = header->find(start, at + 1)) {
    const size_t name = at + start.size();
    members.push_back(header->substr(name, header->find(';', name) - name));
  }
  return members;
}

/// The names of the structs of kernels.
static std::vector<std::string> structsOf(const Manifest &manifest) {
  Result<std::string> header = writeHeader(manifest, {});
  REQUIRE(header);
  std::vector<std::string> structs;
  const std::string start = "\nstruct ";
  for (size_t at = header->find(start); at != std::string::npos; at = header->find(start, at + 1))
    if (header->compare(at, 17, "\nstruct Interface") != 0)
      structs.push_back(header->substr(at + start.size(), header->find(' ', at + start.size()) - at - start.size()));
  return structs;
}

using Names = std::vector<std::string>;

TEST_CASE("names become identifiers") {
  for (HeaderLanguage language : {HeaderLanguage::cxx, HeaderLanguage::c}) {
    CHECK(membersOf({"x", "Y_2", "veryLong"}, language) == Names{"x", "Y_2", "veryLong"});
    CHECK(membersOf({"x.grad", "a-b  c", "a.", "\xce\xbb", "7", "_x", "a__b"}, language) ==
          Names{"x_grad", "a_b_c", "a", "argument", "argument_7", "x", "a_b"});
    CHECK(membersOf({"int", "co_await", "restrict", "linux", "qdrt", "QDRT_OK", "std"}, language) ==
          Names{"int_", "co_await_", "restrict_", "linux_", "qdrt_", "QDRT_OK_", "std_"});
    CHECK(membersOf({"INT32_MAX", "UINT8_C", "SIZE_MAX", "PTRDIFF_MAX", "INTPTR_MIN", "WCHAR_MAX", "SIG_ATOMIC_MAX",
                     "INT_LEAST8_MAX", "LC_ALL", "BUFSIZ"},
                    language) == Names{"INT32_MAX_", "UINT8_C_", "SIZE_MAX_", "PTRDIFF_MAX_", "INTPTR_MIN_",
                                       "WCHAR_MAX_", "SIG_ATOMIC_MAX_", "INT_LEAST8_MAX_", "LC_ALL_", "BUFSIZ_"});
    CHECK(membersOf({"errno", "assert", "stdin", "unix", "major", "minor", "INFINITY", "EINVAL", "SIGINT", "M_PI",
                     "M_2_PIf", "PRId32", "HUGE_VALF", "I", "si_pid"},
                    language) == Names{"errno_", "assert_", "stdin_", "unix_", "major_", "minor_", "INFINITY_",
                                       "EINVAL_", "SIGINT_", "M_PI_", "M_2_PIf_", "PRId32_", "HUGE_VALF_", "I_",
                                       "si_pid_"});
    CHECK(
        membersOf({"N", "x_MAX", "MAX", "INT32", "E", "EPS", "SIGMA", "M_inv", "PRIME", "M_", "S_i", "i"}, language) ==
        Names{"N", "x_MAX", "MAX", "INT32", "E", "EPS", "SIGMA", "M_inv", "PRIME", "M_", "S_i", "i"});
  }
}

TEST_CASE("names that collide are numbered, and those that need no change keep themselves") {
  CHECK(membersOf({"x.grad", "x_grad", "x-grad"}, HeaderLanguage::cxx) == Names{"x_grad_2", "x_grad", "x_grad_3"});
  CHECK(membersOf({"for", "for_", "for."}, HeaderLanguage::cxx) == Names{"for_2", "for_", "for_3"});
  CHECK(membersOf({"Results", "Given", "Setters"}, HeaderLanguage::cxx) == Names{"Results_2", "Given_2", "Setters_2"});
  CHECK(membersOf({"Results", "Given", "Setters"}, HeaderLanguage::c) == Names{"Results", "Given", "Setters"});
}

TEST_CASE("results have the names that the source gives, and the others make room") {
  Kernel kernel = kernelOf("k", {});
  kernel.results.resize(4);
  kernel.results[1].name = "result0";
  kernel.results[2].name = "for";
  kernel.results[3].name = "result2";
  for (HeaderLanguage language : {HeaderLanguage::cxx, HeaderLanguage::c}) {
    Result<std::string> header = writeHeader(manifestOf({kernel}), {language, "kernels"});
    REQUIRE(header);
    size_t at = 0;
    for (const char *name : {" result0_2;", " result0;", " for_;", " result2;"}) {
      at = header->find(name, at);
      CHECK(at != std::string::npos);
    }
  }
}

TEST_CASE("docs stand in comments, in lines of their own width") {
  Kernel kernel = kernelOf("k", {"x"});
  kernel.doc = "Adds\nup. " + std::string(130, 'w');
  kernel.arguments[0].doc = "metres";
  for (HeaderLanguage language : {HeaderLanguage::cxx, HeaderLanguage::c}) {
    Result<std::string> header = writeHeader(manifestOf({kernel}), {language, "kernels"});
    REQUIRE(header);
    const std::string mark = language == HeaderLanguage::c ? "// " : "/// ";
    CHECK(header->find("\n" + mark + "Kernel 'k'. Adds up.\n" + mark + std::string(130, 'w') + "\n") !=
          std::string::npos);
    CHECK(header->find("\n  " + mark + "f32: metres\n") != std::string::npos);
  }
}

TEST_CASE("no name continues a comment in the next line or makes a trigraph there") {
  // Wherever the line breaks.
  for (size_t length = 1; length < 130; ++length)
    for (HeaderLanguage language : {HeaderLanguage::cxx, HeaderLanguage::c}) {
      Kernel kernel = kernelOf("k" + std::string(length, 'k') + R"( \ ??/ \  ??)", {R"(a\ ??/)"});
      kernel.location = {R"(a\ b\)", 1, 1};
      kernel.doc = R"(\ ??/ \)";
      Result<std::string> header = writeHeader(manifestOf({kernel}), {language, "kernels"});
      REQUIRE(header);
      CHECK(header->find("??") == std::string::npos);
      for (size_t end = header->find('\n'); end != std::string::npos; end = header->find('\n', end + 1)) {
        const size_t last = header->find_last_not_of(" \n", end);
        CHECK((last == std::string::npos || (*header)[last] != '\\'));
      }
      CHECK(header->find(R"(\x5c)") != std::string::npos);
      CHECK(header->find(R"(?\x3f/)") != std::string::npos);
    }
}

TEST_CASE("each kernel has one struct, whatever variants there are") {
  Kernel special = kernelOf("k", {"a"}), checked = special;
  special.specializedValues = {{0, 1}};
  checked.checked = {"bounds", 1, 0};
  Manifest manifest = manifestOf({special, kernelOf("k", {"a"}), kernelOf("Package", {}), checked});
  manifest.modules.emplace_back().kernels = {kernelOf("k.grad", {"a"})};
  CHECK(structsOf(manifest) == Names{"k", "Package_2", "k_grad", "Package"});
}

TEST_CASE("a namespace is checked") {
  const auto refusal = [](HeaderLanguage language, std::string space) {
    Result<std::string> header = writeHeader(manifestOf({}), {language, std::move(space)});
    return header ? std::string() : header.error().message;
  };
  CHECK(refusal(HeaderLanguage::cxx, "a::b::c").empty());
  CHECK(refusal(HeaderLanguage::c, "a_b").empty());
  for (const char *space : {"", "a::", "::a", "a:b", "class", "a::class", "1", "_A", "a__b", "std", "a b"})
    CHECK(refusal(HeaderLanguage::cxx, space) ==
          "is not a namespace; expected letters, digits and '_', and no word of C or C++, as in 'sim' or "
          "'sim::kernels'");
  CHECK(refusal(HeaderLanguage::c, "a::b") ==
        "is not the start of a name; expected letters, digits and '_', and no word of C or C++, as in 'sim'");
}
