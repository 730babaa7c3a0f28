//===- TargetFamilyTest.cpp - Targets that share options and tools --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <algorithm>
#include <set>

using namespace qdc;

TEST_CASE("every target that is described can be made, and spells itself as asked for") {
  TargetFamilies families = plainFamilies();
  for (const TargetDescription &description : describeTargets(families)) {
    CAPTURE(description.spelling);
    Result<std::unique_ptr<Target>> target = makeTarget(families, description.spelling);
    REQUIRE(target);
    CHECK((*target)->spelling() == description.spelling);
    CHECK(!description.summary.empty());
  }
}

TEST_CASE("an unknown target is refused with what is accepted") {
  TargetFamilies families = plainFamilies();
  auto message = [&](const char *spelling) {
    Result<std::unique_ptr<Target>> target = makeTarget(families, spelling);
    REQUIRE(!target);
    CHECK(target.error().code == ErrorCode::invalidArgument);
    return target.error().message;
  };
  const std::string accepted = "; accepted: 'cpu:native', 'cpu:x86-64-v2', 'cpu:x86-64-v3', 'cpu:x86-64-v4'";
  const std::string kinds = "; a target begins with 'cpu:' or 'cuda:' or 'vulkan:', and 'qdc targets' lists them";
  CHECK(message("gpu:x") == "unknown target 'gpu:x'" + kinds);
  CHECK(message("") == "unknown target ''" + kinds);
  CHECK(message("cpu") == "unknown CPU target 'cpu'" + accepted);
  CHECK(message("cpu:") == "unknown CPU target 'cpu:'" + accepted);
  CHECK(message("cpu:x86-64") == "unknown CPU target 'cpu:x86-64'" + accepted);
  const std::string cuda = "; accepted: 'cuda:sm_N' (a cubin, by ptxas) and 'cuda:compute_N' (PTX) with N one of "
                           "75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121";
  for (const char *spelling : {"cuda", "cuda:", "cuda:sm_", "cuda:sm_70", "cuda:sm_90a", "cuda:compute_9", "cuda:90"})
    CHECK(message(spelling) == "unknown CUDA target '" + std::string(spelling) + "'" + cuda);
}

TEST_CASE("no two families have an option of one name, and a choice is among the choices without the option") {
  std::set<std::string> names;
  for (const std::unique_ptr<TargetFamily> &family : plainFamilies())
    for (const FamilyOption &option : family->options()) {
      CAPTURE(option.usage);
      CHECK(names.insert(option.usage.substr(0, option.usage.find_first_of(" ="))).second);
      CHECK(!option.help.empty());
      CHECK((option.choices.empty() || std::ranges::count(option.choices, option.standard) == 1));
    }
  CHECK(names.contains("-Xptxas"));
}

TEST_CASE("a family is told the variables that it asks for") {
  std::set<std::string> asked;
  TargetFamilies families = makeTargetFamilies([&](const std::string &name) {
    asked.insert(name);
    return name == "QDC_PTXAS" ? "/nowhere/ptxas" : "";
  });
  CHECK(asked == std::set<std::string>{"CUDA_HOME", "PATH", "QDC_PTXAS"});
  std::vector<FamilyTool> tools = findFamily(families, "cuda:sm_90")->tools();
  REQUIRE(tools.size() == 2);
  CHECK(tools[0].name == "ptxas");
  CHECK(tools[0].missing.find("cannot run '/nowhere/ptxas', which 'QDC_PTXAS' names as ptxas") == 0);
  CHECK(tools[1].name == "nvdisasm");
  CHECK(findFamily(families, "cpu:native")->tools().empty());
}

TEST_CASE("a family refuses options that are of no use for the targets") {
  auto check = [](const std::string &usage, const std::string &value, std::vector<std::string> targets) {
    TargetFamilies families = plainFamilies();
    giveOption(families, usage, {value});
    CHECK(findFamily(families, "cpu:native")->check(targets));
    Status status = findFamily(families, "cuda:sm_90")->check(targets);
    CHECK((status || status.error().code == ErrorCode::invalidArgument));
    return status ? "" : status.error().message;
  };
  const std::string noCode = "needs a target that ptxas makes code for, such as 'cuda:sm_90'";
  CHECK(check("-Xptxas ARG", "-v", {"cuda:compute_90"}) == "'-Xptxas' " + noCode);
  CHECK(check("-Xptxas ARG", "-v", {"cpu:native", "cuda:sm_90"}).empty());
  CHECK(check("--ptxas-path=FILE", "p", {"cuda:compute_90"}) ==
        "'--ptxas-path' " + noCode + ", or '--math-library=libdevice', which comes from its toolkit");
  CHECK(check("--math-library=LIBRARY", "libdevice", {"cpu:native"}) ==
        "'--math-library=libdevice' needs a target 'cuda:...', such as 'cuda:sm_90'");
  CHECK(check("--math-library=LIBRARY", "libdevice", {"cuda:compute_90"}).empty());
  CHECK(check("--math-library=LIBRARY", "qdc", {"cpu:native"}).empty());
  CHECK(check("--loops=STRATEGY", "block", {"cpu:native"}) ==
        "'--loops' needs a target 'cuda:...', such as 'cuda:sm_90'");
  CHECK(check("--loops=STRATEGY", "none", {"cpu:native", "cuda:compute_90"}).empty());
}
