//===- AssemblerTest.cpp - From PTX to cubin ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scripts stand for ptxas, so that every machine runs these tests; what the real
// one makes of our PTX is tested in test/Target/CUDA.
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/Assembler.h"

#include "CubinSample.h"
#include "TemporaryDirectory.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Target/CUDA/CUDAOptions.h"

#include "catch2/catch.hpp"

#include <filesystem>
#include <fstream>
#include <thread>

using namespace qdc;

static ByteVector sampleCubin() { return sampleElf(sampleCubinSections()); }

/// What a script wrote after the sample.
static std::string behindSample(const std::string &cubin) {
  std::string sample(asText(sampleCubin()));
  return cubin.starts_with(sample) ? cubin.substr(sample.size()) : "no sample: " + cubin;
}

namespace {
/// A program that tells a version, and else runs `script` with the arguments of ptxas. $CUBIN is a file with a cubin.
class FakePtxas {
public:
  explicit FakePtxas(const std::string &script) {
    std::ofstream(path()) << "#!/bin/sh\nif [ \"$1\" = --version ]; then\n  echo run >> '" << folder.path
                          << "/versions'\n  echo 'Cuda compilation tools, release 12.9, V12.9.41'; exit\nfi\nCUBIN='"
                          << folder.path << "/cubin'\n"
                          << script << "\n";
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
    REQUIRE(writeFileAtomically(folder / "cubin", sampleCubin()));
  }
  std::string path() const { return folder / "ptxas"; }
  CUDAOptions options(std::vector<std::string> arguments = {}) const {
    return {MathLibrary::qdc, {path(), "", "", ""}, std::move(arguments)};
  }
  size_t versionCalls() const { return std::filesystem::file_size(folder / "versions") / 4; }

private:
  TemporaryDirectory folder;
};
} // namespace

TEST_CASE("the assembler gives ptxas its arguments and the PTX, and gives back what it writes") {
  FakePtxas ptxas("for last; do :; done\nout=''\nfor a; do [ \"$before\" = -o ] && out=$a; before=$a; done\n"
                  "{ cat \"$CUBIN\" $last; printf ' %s' \"$1\" \"$2\" \"$3\" \"$4\"; } > $out");
  CUDAOptions options = ptxas.options({"--user"});
  Assembler assembler(options);
  Result<AssembledImage> image = assembler.assemble({"the ptx", "sm_90", 2, true});
  REQUIRE(image);
  CHECK(behindSample(image->cubin) == "the ptx -arch=sm_90 -O2 -lineinfo --user");
  CHECK(image->messages.empty());
  REQUIRE(assembler.program());
  CHECK(assembler.program()->nameAndVersion == "ptxas 12.9.41");
  CHECK(assembler.program()->tool.path == ptxas.path());
}

TEST_CASE("an input longer than a pipe reaches ptxas, and its messages name no path") {
  FakePtxas ptxas("for last; do :; done\nwc -c < $last >&2; echo \"$last, line 1\" >&2\n"
                  "for a; do [ \"$before\" = -o ] && cat \"$CUBIN\" > $a; before=$a; done");
  Result<AssembledImage> image = Assembler(ptxas.options()).assemble({std::string(1000000, 'x'), "sm_75", 3, false});
  REQUIRE(image);
  CHECK(behindSample(image->cubin).empty());
  CHECK(image->messages == "1000000\nsm_75.ptx, line 1");
}

TEST_CASE("what ptxas has against the PTX is an error with its words") {
  auto error = [](const std::string &script, std::vector<std::string> arguments = {}) {
    FakePtxas ptxas(script);
    Result<AssembledImage> image = Assembler(ptxas.options(std::move(arguments))).assemble({"x", "sm_120", 3, false});
    REQUIRE(!image);
    std::string message = image.error().message;
    size_t at = message.find(ptxas.path());
    return Error{image.error().code, at == std::string::npos ? message : message.replace(at, ptxas.path().size(), "P")};
  };
  Error refused = error("echo 'ptxas fatal : Parsing error' >&2; exit 255");
  CHECK(refused.code == ErrorCode::internal);
  CHECK(refused.message == "ptxas refused generated code: ptxas fatal : Parsing error");
  CHECK(error("exit 3").message == "ptxas refused generated code: ended with exit code 3");

  for (const std::vector<std::string> &arguments : {std::vector<std::string>(), {"--user"}}) {
    Error killed = error("kill -KILL $$", arguments);
    CHECK(killed.code == ErrorCode::toolMissing);
    CHECK(killed.message == "'P' (ptxas 12.9.41) was ended by signal 9 (Killed) while it made code for 'sm_120'");
  }
  CHECK(error("echo words; kill -SEGV $$").message ==
        "'P' (ptxas 12.9.41) was ended by signal 11 (Segmentation fault) while it made code for 'sm_120': words");

  Error user = error("echo 'ptxas fatal : Unknown option' >&2; exit 1", {"--nonsense"});
  CHECK(user.code == ErrorCode::invalidArgument);
  CHECK(user.message == "ptxas failed with the arguments of '-Xptxas': ptxas fatal : Unknown option");

  for (std::string words : {"Value 'sm_120' is not defined for option 'gpu-name'", "Unsupported .version 8.7"}) {
    Error old = error("echo \"" + words + "\" >&2; exit 1");
    CHECK(old.code == ErrorCode::toolMissing);
    CHECK(old.message == "'P' (ptxas 12.9.41) is too old for 'sm_120': " + words +
                             "; install a newer CUDA toolkit, or name another ptxas by '--ptxas-path' or the "
                             "environment variable QDC_PTXAS");
  }
}

TEST_CASE("a ptxas that ends well without a cubin is refused") {
  auto error = [](const std::string &writes, std::vector<std::string> arguments = {}) {
    FakePtxas ptxas("for a; do [ \"$before\" = -o ] && " + writes + " > $a; before=$a; done; true");
    Result<AssembledImage> image = Assembler(ptxas.options(std::move(arguments))).assemble({"x", "sm_90", 3, false});
    REQUIRE(!image);
    std::string message = image.error().message;
    size_t at = message.find(ptxas.path());
    return Error{image.error().code, at == std::string::npos ? message : message.replace(at, ptxas.path().size(), "P")};
  };
  for (const char *writes : {"true", "echo garbage"}) {
    CAPTURE(writes);
    Error none = error(writes);
    CHECK(none.code == ErrorCode::toolMissing);
    CHECK(none.message == "'P' (ptxas 12.9.41) made no cubin for 'sm_90': not a cubin: no ELF header of 64 bits; name "
                          "another ptxas by '--ptxas-path' or the environment variable QDC_PTXAS");
  }
  Error cut = error("head -c 200 \"$CUBIN\"");
  CHECK(cut.code == ErrorCode::toolMissing);
  CHECK(cut.message.starts_with("'P' (ptxas 12.9.41) made no cubin for 'sm_90': not a cubin: "));

  Error user = error("true", {"--dry-run"});
  CHECK(user.code == ErrorCode::invalidArgument);
  CHECK(user.message == "ptxas made no cubin for 'sm_90' with the arguments of '-Xptxas': not a cubin: no ELF header "
                        "of 64 bits");
}

TEST_CASE("a missing ptxas is an error, and nothing else is tried") {
  CUDAOptions options;
  options.places.ptxasOption = "/nowhere/ptxas";
  Assembler assembler(options);
  Result<AssembledImage> image = assembler.assemble({"x", "sm_90", 3, false});
  REQUIRE(!image);
  CHECK(image.error().code == ErrorCode::toolMissing);
  CHECK(image.error().message == assembler.program().error().message);
}

TEST_CASE("threads share an assembler, which asks ptxas for its version once") {
  FakePtxas ptxas("for last; do :; done\nfor a; do [ \"$before\" = -o ] && cat \"$CUBIN\" $last > $a; before=$a; done");
  CUDAOptions options = ptxas.options();
  Assembler assembler(options);
  std::vector<std::string> cubins(6);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < cubins.size(); ++i)
    threads.emplace_back([&, i] {
      Result<AssembledImage> image = assembler.assemble({"ptx " + std::to_string(i), "sm_90", 3, false});
      cubins[i] = image ? behindSample(image->cubin) : image.error().message;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < cubins.size(); ++i)
    CHECK(cubins[i] == "ptx " + std::to_string(i));
  CHECK(ptxas.versionCalls() == 1);
}
