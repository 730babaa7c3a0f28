//===- CodeCacheTest.cpp - Pipelines that are kept ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

#include "TemporaryDirectory.h"
#include "qdc/Cache/CacheFolder.h"
#include "qdc/Support/FileBytes.h"

#include <filesystem>
#include <fstream>

using namespace vulkan_test;
namespace fs = std::filesystem;

namespace {
struct Cache : Fake {
  qdc::TemporaryDirectory parent;
  const std::string folder = parent / "cache";

  /// The one entry.
  fs::path entry() const {
    std::vector<fs::path> files;
    for (const fs::directory_entry &each : fs::recursive_directory_iterator(folder))
      if (each.is_regular_file())
        files.push_back(each.path());
    REQUIRE(files.size() == 1);
    return files[0];
  }
  void replaceContent(qdc::ByteSpan content) const {
    const std::string key = entry().parent_path().filename().string() + entry().filename().string();
    REQUIRE(qdc::CacheFolder(folder, qdc::CacheSharing::privateToUser).write(key, content).ok());
  }
};
} // namespace

/// Runs saxpy with a cache, and tells "compiled 1, cached 0, kept 1", what the driver did, and the first failure.
static std::string runWith(const std::string &cache) {
  fake_vulkan::takeCompiled();
  const qdrt::Device device = qdrt::Device::open("vulkan:0", 0, cache.c_str());
  checkSaxpy(device, qdrt::Package(device, saxpyPackage()));
  const qdrt_code_counters counters = device.codeCounters();
  const fake_vulkan::Compiled driver = fake_vulkan::takeCompiled();
  CHECK(driver.anew == static_cast<long>(counters.compiled));
  CHECK(driver.cached == static_cast<long>(counters.cached));
  CHECK((counters.failures == 0) == (counters.failure == std::string()));
  return "compiled " + std::to_string(counters.compiled) + ", cached " + std::to_string(counters.cached) + ", kept " +
         std::to_string(counters.kept) + (counters.failures == 0 ? "" : std::string("; ") + counters.failure);
}

static const std::string kFirst = "compiled 1, cached 0, kept 1", kSecond = "compiled 0, cached 1, kept 0",
                         kWithout = "compiled 1, cached 0, kept 0";

TEST_CASE_METHOD(Cache, "what the driver makes is kept, and made once") {
  CHECK(runWith("") == kWithout);
  CHECK(runWith(folder) == kFirst);
  CHECK(runWith(folder) == kSecond);
  CHECK(runWith(folder) == kSecond);
}

TEST_CASE_METHOD(Cache, "an entry that is cut off or changed is told and made anew") {
  REQUIRE(runWith(folder) == kFirst);
  const uintmax_t whole = fs::file_size(entry());
  for (uintmax_t size : {uintmax_t{0}, whole / 2, whole - 1}) {
    CAPTURE(size);
    fs::resize_file(entry(), size);
    CHECK_THAT(runWith(folder), Contains(kFirst + "; the cache entry '" + entry().string() + "' is damaged: "));
    CHECK(runWith(folder) == kSecond);
  }
  for (uintmax_t at : {uintmax_t{0}, whole - 40, whole - 1}) {
    CAPTURE(at);
    std::fstream file(entry(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const auto before = static_cast<char>(file.get());
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(before ^ 0x40));
    file.close();
    CHECK_THAT(runWith(folder), Contains(kFirst + "; the cache entry '" + entry().string() + "' is damaged: "));
    CHECK(runWith(folder) == kSecond);
  }
}

TEST_CASE_METHOD(Cache, "what is whole and no code of the driver never reaches it") {
  REQUIRE(runWith(folder) == kFirst);
  VkPipelineCacheHeaderVersionOne head = {};
  head.headerSize = sizeof(head);
  head.headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE;
  head.vendorID = 0xfa4e;
  const std::string other(reinterpret_cast<const char *>(&head), sizeof(head));
  for (const std::string &content : {std::string("text"), std::string(4096, 'x'), other}) {
    replaceContent(qdc::asBytes(content));
    fake_vulkan::takeCalls();
    CHECK(runWith(folder) == kFirst + "; the kept code of entry point 'saxpy_by_value' is not of the driver of "
                                      "'vulkan:0'");
    CHECK_THAT(fake_vulkan::takeCalls(), !Contains("vkCreatePipelineCache with data"));
    CHECK(runWith(folder) == kSecond);
  }
}

TEST_CASE_METHOD(Cache, "code that the driver does not take any more is told and made anew") {
  REQUIRE(runWith(folder) == kFirst);
  fake_vulkan::failCall("vkCreatePipelineCache", 1, VK_ERROR_UNKNOWN);
  CHECK(runWith(folder) ==
        kFirst + "; cannot make a pipeline cache on 'vulkan:0': Vulkan error -13 (VK_ERROR_UNKNOWN)");
  CHECK(runWith(folder) == kSecond);
  fake_vulkan::failCall("vkCreateComputePipelines", 1, VK_ERROR_UNKNOWN);
  CHECK(runWith(folder) == kFirst + "; cannot make the pipeline of entry point 'saxpy_by_value' on 'vulkan:0': Vulkan "
                                    "error -13 (VK_ERROR_UNKNOWN)");
  CHECK(runWith(folder) == kSecond);
}

TEST_CASE_METHOD(Cache, "where the driver hands over no code, it compiles as ever") {
  for (const char *function : {"vkCreatePipelineCache", "vkGetPipelineCacheData"}) {
    fake_vulkan::failCall(function, 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    CHECK_THAT(runWith(folder), Contains(kWithout + "; cannot ") && Contains("(VK_ERROR_OUT_OF_HOST_MEMORY)"));
  }
  CHECK(runWith(folder) == kFirst);
}

TEST_CASE_METHOD(Cache, "a device that is lost while code is compiled is lost") {
  REQUIRE(runWith(folder) == kFirst);
  const qdrt::Device device = qdrt::Device::open("vulkan:0", 0, folder.c_str());
  fake_vulkan::failCall("vkCreateComputePipelines", 1, VK_ERROR_DEVICE_LOST);
  CHECK_THROWS_STATUS(qdrt::Package(device, saxpyPackage()).kernel("saxpy"), QDRT_DEVICE_LOST,
                      "cannot make the pipeline of entry point 'saxpy_by_value' on 'vulkan:0'");
}
