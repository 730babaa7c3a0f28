//===- CodeCacheTest.cpp - Code of PTX that is kept -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "Runtime/CUDA/LinkedCode.h"
#include "Runtime/CodeCache/CodeCache.h"
#include "TemporaryDirectory.h"
#include "qdc/Cache/CacheUpkeep.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cuda_test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {
/// A folder for a cache that is not there yet; afterwards nothing is programmed and QDRT_CACHE is not set.
struct Scratch {
  Scratch() { useFakeImages(); }
  ~Scratch() {
    fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
    fake_cuda::settings() = {};
    unsetenv("QDRT_CACHE");
  }

  qdc::TemporaryDirectory parent;
  const std::string folder = parent / "cache";
};
} // namespace

/// Loads the package, runs it and checks the numbers.
static void run(const qdrt::Device &device, const qdc::ByteVector &bytes = saxpyPackage()) {
  qdrt::Package package(device, bytes);
  qdrt::Array<float> x(device, {4}, std::vector<float>{1, 2, 3, 4}), y(device, {4});
  package.kernel("saxpy")(x, y, 2.0f);
  CHECK(y.read() == std::vector<float>{2, 4, 6, 8});
}

/// "compiled 1, cached 0, kept 1", and the first failure.
static std::string told(const qdrt::Device &device) {
  const qdrt_code_counters counters = device.codeCounters();
  std::string text = "compiled " + std::to_string(counters.compiled) + ", cached " + std::to_string(counters.cached) +
                     ", kept " + std::to_string(counters.kept);
  CHECK((counters.failures == 0) == (counters.failure == std::string()));
  return text + (counters.failures == 0 ? "" : std::string("; ") + counters.failure);
}

static std::string runWith(const char *cache, const qdc::ByteVector &bytes = saxpyPackage()) {
  const qdrt::Device device = qdrt::Device::open("cuda:0", 0, cache);
  fake_cuda::takeCalls();
  run(device, bytes);
  return told(device);
}
static std::string runWith(const std::string &cache) { return runWith(cache.c_str()); }

static constexpr const char *kFirst = "compiled 1, cached 0, kept 1", *kSecond = "compiled 0, cached 1, kept 0",
                            *kWithout = "compiled 1, cached 0, kept 0";

/// The entries of a cache, all of which are whole.
static std::vector<std::string> entriesOf(const std::string &folder) {
  qdc::Result<std::vector<qdc::Error>> findings = qdc::verifyCache(qdc::CacheFolder(folder));
  REQUIRE(findings.ok());
  CHECK(findings->empty());
  std::vector<std::string> files;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  return files;
}

static mode_t modeOf(const std::string &path) {
  struct stat status = {};
  CHECK(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

TEST_CASE_METHOD(Scratch, "what the driver makes of PTX is kept, and loaded the next time without its compiler") {
  const fake_cuda::Live before = fake_cuda::live();
  CHECK(runWith(folder) == kFirst);
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuLinkCreate_v2\ncuLinkAddData_v2\ncuLinkComplete\ncuLinkDestroy\n") &&
                                         Contains("cuModuleLoadDataEx of machine code\n"));
  CHECK(entriesOf(folder).size() == 1);
  for (int again : {1, 2}) {
    CAPTURE(again);
    CHECK(runWith(folder) == kSecond);
    CHECK_THAT(fake_cuda::takeCalls(),
               !Contains("cuLink") && Contains("cuModuleLoadDataEx of machine code\n") && !Contains("DataEx\n"));
  }
  CHECK(fake_cuda::live() == before);
}

TEST_CASE_METHOD(Scratch, "nothing is kept unless somebody asks for it, and an option wins over the environment") {
  CHECK(runWith(nullptr) == kWithout);
  CHECK_THAT(fake_cuda::takeCalls(), !Contains("cuLink") && Contains("cuModuleLoadDataEx\n"));
  setenv("QDRT_CACHE", "", 1);
  CHECK(runWith(nullptr) == kWithout);
  setenv("QDRT_CACHE", folder.c_str(), 1);
  CHECK(runWith("") == kWithout);
  CHECK(!fs::exists(folder));
  CHECK(runWith(nullptr) == kFirst);
  CHECK(runWith(folder) == kSecond);
  CHECK(runWith(parent / "other") == kFirst);
}

TEST_CASE_METHOD(Scratch, "a context of the caller takes part") {
  CHECK(runWith(folder) == kFirst);
  fake_cuda::CUcontext context = fake_cuda::createContext(0);
  {
    const qdrt::Device device = qdrt::Device::adopt(nativeDevice(context), folder.c_str());
    run(device);
    CHECK(told(device) == kSecond);
  }
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  fake_cuda::destroyContext(context);
}

TEST_CASE_METHOD(Scratch, "the kernels of the loader are kept too") {
  auto launch = [&] {
    const qdrt::Device device = qdrt::Device::open("cuda:0", 0, folder.c_str());
    const qdrt::Package package(device, loopPackage());
    qdrt::Array<int64_t> out(device, {}), flag(device, {}, std::vector<int64_t>{3});
    package.kernel("k").launch({.loops = "graph"}, out, flag, int64_t{1});
    device.synchronize();
    return device.codeCounters();
  };
  const qdrt_code_counters first = launch(), second = launch();
  CHECK(first.compiled > 1);
  CHECK(first.kept == first.compiled);
  CHECK(second.compiled == 0);
  CHECK(second.cached == first.compiled);
}

TEST_CASE_METHOD(Scratch, "another device and other PTX are compiled anew") {
  CHECK(runWith(folder) == kFirst);
  fake_cuda::settings().capability = 100;
  CHECK(runWith(folder) == kFirst);
  CHECK(runWith(folder) == kSecond);
  fake_cuda::settings().capability = 90;
  CHECK(runWith(folder) == kSecond);
  std::vector<std::byte> changed = imageFile("entries");
  changed.back() = std::byte{'\n'};
  changed.push_back(std::byte{0});
  CHECK(runWith(folder.c_str(), saxpyPackage(changed)) == kFirst);
  CHECK(entriesOf(folder).size() == 3);
}

TEST_CASE("all that decides about the driver's code is in its key, and nothing else") {
  cuda::DeviceFeatures device;
  device.driverVersion = 13000;
  device.major = 9;
  const std::string file = "/usr/lib/libcuda.so.580.65 1000 1.5";
  const qdc::ByteSpan text = qdc::asBytes("text");
  const std::string key = cuda::linkedCodeKey(device, file, text);
  CHECK(key == cuda::linkedCodeKey(device, file, text));
  cuda::DeviceFeatures larger = device, newer = device, minor = device, major = device;
  larger.grid.multiprocessors = 200;
  larger.memoryBytes = 1;
  CHECK(key == cuda::linkedCodeKey(larger, file, text));
  newer.driverVersion = 13010;
  minor.minor = 1;
  major.major = 10;
  const std::set<std::string> keys = {key,
                                      cuda::linkedCodeKey(newer, file, text),
                                      cuda::linkedCodeKey(minor, file, text),
                                      cuda::linkedCodeKey(major, file, text),
                                      cuda::linkedCodeKey(device, "/usr/lib/libcuda.so.580.82 1000 1.5", text),
                                      cuda::linkedCodeKey(device, file, qdc::asBytes("texts"))};
  CHECK(keys.size() == 6);
  CHECK_THAT(cuda::driverFile(*cuda::driver()), Contains("/libcuda.so.1 "));
}

TEST_CASE_METHOD(Scratch, "a damaged entry is told and replaced") {
  REQUIRE(runWith(folder) == kFirst);
  const std::string entry = entriesOf(folder).at(0);
  const auto whole = fs::file_size(entry);
  for (uintmax_t size : {uintmax_t{0}, uintmax_t{100}, whole - 1}) {
    CAPTURE(size);
    fs::resize_file(entry, size);
    CHECK(runWith(folder) == std::string(kFirst) + "; the cache entry '" + entry +
                                 "' is damaged: " + (size == 0 ? "it is empty" : "it ends early"));
    CHECK(runWith(folder) == kSecond);
  }
}

TEST_CASE_METHOD(Scratch, "code that the driver does not take any more is told and replaced") {
  REQUIRE(runWith(folder) == kFirst);
  fake_cuda::failCall("cuModuleLoadDataEx", 1, fake_cuda::CUDA_ERROR_UNKNOWN);
  CHECK(runWith(folder) ==
        std::string(kFirst) + "; cannot load the code on 'cuda:0': CUDA error 999 (CUDA_ERROR_UNKNOWN)");
  CHECK(runWith(folder) == kSecond);
  // What is whole and no machine code never reaches the driver.
  const std::string entry = entriesOf(folder).at(0);
  const std::string key = fs::path(entry).parent_path().filename().string() + fs::path(entry).filename().string();
  REQUIRE(qdc::CacheFolder(folder).write(key, qdc::asBytes("text")).ok());
  CHECK(runWith(folder) == std::string(kFirst) + "; the CUDA image ends inside its ELF header");
  CHECK(runWith(folder) == kSecond);
}

TEST_CASE_METHOD(Scratch, "where the driver hands over no code, it takes the PTX as ever") {
  for (const char *function : {"cuLinkCreate_v2", "cuLinkAddData_v2", "cuLinkComplete"}) {
    fake_cuda::failCall(function, 1, fake_cuda::CUDA_ERROR_NOT_SUPPORTED);
    const fake_cuda::Live before = fake_cuda::live();
    CHECK(runWith(folder) == std::string(kWithout) + "; cannot compile PTX to machine code on 'cuda:0': CUDA error 801 "
                                                     "(CUDA_ERROR_NOT_SUPPORTED)");
    CHECK(fake_cuda::live() == before);
  }
  fake_cuda::settings().linksNothing = true;
  CHECK(runWith(folder) == std::string(kWithout) + "; the CUDA image ends inside its ELF header");
  CHECK(!fs::exists(folder));
}

TEST_CASE("a driver of which nobody knows the file has none, and a cache that is closed says why") {
  cuda::Driver unknown = *cuda::driver();
  unknown.linkCreate = nullptr;
  CHECK(cuda::driverFile(unknown).empty());
  Scratch scratch;
  CodeCache cache;
  REQUIRE(cache.open({sizeof(qdrt_device_options), 0, scratch.folder.c_str()}).ok());
  REQUIRE(cache);
  cache.close({qdc::ErrorCode::unsupported, "the reason"});
  CHECK_FALSE(cache);
  CHECK(cache.use().firstFailure == std::string("the reason"));
}

TEST_CASE_METHOD(Scratch, "a relative folder is that of the time at which the device is opened") {
  const fs::path before = fs::current_path();
  fs::create_directory(parent / "elsewhere");
  for (const char *name : {"relative", "./x", "y/", "deep/er"}) {
    CAPTURE(name);
    fs::current_path(parent.path);
    {
      const qdrt::Device device = qdrt::Device::open("cuda:0", 0, name);
      fs::current_path(parent / "elsewhere");
      run(device);
      CHECK(told(device) == kFirst);
    }
    fs::current_path(parent.path);
    CHECK(runWith(name) == kSecond);
    CHECK(entriesOf(parent / name).size() == 1);
  }
  CHECK(fs::is_empty(parent / "elsewhere"));
  fs::current_path(parent / "elsewhere");
  fs::remove(parent / "elsewhere");
  const std::string lost = runWith("relative");
  fs::current_path(before);
  CHECK(lost == std::string(kWithout) + "; cannot find the folder 'relative': No such file or directory");
}

TEST_CASE_METHOD(Scratch, "PTX that is wrong is refused with the same words, with a cache and without") {
  const qdc::ByteVector wrong = saxpyPackage({std::byte{'x'}, std::byte{0}});
  for (const char *cache : {"", folder.c_str()}) {
    const qdrt::Device device = qdrt::Device::open("cuda:0", 0, cache);
    CHECK_THROWS_STATUS(qdrt::Package(device, wrong), QDRT_INVALID_PACKAGE,
                        "image 'cuda:compute_75': cannot load the code on 'cuda:0': CUDA error 218 "
                        "(CUDA_ERROR_INVALID_PTX): line 1; fatal: the fake driver does not know this text");
    CHECK(device.codeCounters().compiled == 0);
    CHECK(device.codeCounters().failures == 0); // it is no matter of the cache
    run(device);
  }
}

TEST_CASE_METHOD(Scratch, "a context that ends while code is compiled is a lost device") {
  const qdrt::Device device = qdrt::Device::open("cuda:0", 0, folder.c_str());
  fake_cuda::failCall("cuLinkComplete", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
  CHECK_THROWS_STATUS(qdrt::Package(device, saxpyPackage()), QDRT_DEVICE_LOST, "CUDA error 719");
}

TEST_CASE_METHOD(Scratch, "folders that the cache makes are the user's alone, whatever the umask") {
  const mode_t before = ::umask(0);
  CHECK(runWith(parent / "around/cache/") == kFirst);
  ::umask(before);
  CHECK(modeOf(parent / "around") == 0777);
  CHECK(modeOf(parent / "around/cache") == 0700);
  const fs::path entry = entriesOf(parent / "around/cache").at(0);
  CHECK(modeOf(entry.parent_path()) == 0700);
  CHECK(modeOf(entry) == 0600);
}

TEST_CASE_METHOD(Scratch, "what is kept under any umask is taken the next time") {
  for (mode_t mask : {mode_t{0}, mode_t{002}, mode_t{077}}) {
    const mode_t before = ::umask(mask);
    CHECK(runWith(folder + std::to_string(mask)) == kFirst);
    CHECK(runWith(folder + std::to_string(mask)) == kSecond);
    ::umask(before);
  }
}

TEST_CASE_METHOD(Scratch, "a folder that others can write is refused by name") {
  REQUIRE(runWith(folder) == kFirst);
  for (const char *mode : {"0720", "0702", "0777"}) {
    fs::permissions(folder, static_cast<fs::perms>(std::stoi(mode, nullptr, 8)));
    const std::string reason =
        ": '" + folder + "' can be written by others; only its owner may write it, as after 'chmod go-w'";
    CHECK_THROWS_STATUS(qdrt::Device::open("cuda:0", 0, folder.c_str()), QDRT_INVALID_ARGUMENT,
                        "option 'cache'" + reason);
    setenv("QDRT_CACHE", folder.c_str(), 1);
    CHECK_THROWS_STATUS(qdrt::Device::open("cuda:0"), QDRT_INVALID_ARGUMENT,
                        "environment variable 'QDRT_CACHE'" + reason);
    unsetenv("QDRT_CACHE");
  }
  fs::permissions(folder, fs::perms{0755});
  CHECK(runWith(folder) == kSecond);
  // What becomes so once the device is open, or inside, is neither read nor written; an entry is replaced.
  const std::string entry = entriesOf(folder).at(0), inner = fs::path(entry).parent_path();
  for (const std::string &path : {folder, inner, entry}) {
    const qdrt::Device device = qdrt::Device::open("cuda:0", 0, folder.c_str());
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    run(device);
    CHECK(told(device) == std::string(path == entry ? kFirst : kWithout) + "; '" + path +
                              "' can be written by others; only its owner may write it, as after 'chmod go-w'");
    fs::permissions(path, fs::perms::others_write, fs::perm_options::remove);
  }
  CHECK(runWith(folder) == kSecond);
}

TEST_CASE_METHOD(Scratch, "a folder of another user is refused by name") {
  const uid_t other = ::geteuid() == 0 ? 12345 : 0;
  std::string path = "/usr";
  if (other != 0) { // only root gives folders away
    path = folder;
    REQUIRE(fs::create_directory(path));
    REQUIRE(::chown(path.c_str(), other, other) == 0);
  }
  CHECK_THROWS_STATUS(qdrt::Device::open("cuda:0", 0, path.c_str()), QDRT_INVALID_ARGUMENT,
                      "option 'cache': '" + path + "' belongs to user " + std::to_string(other) +
                          "; it has to belong to user " + std::to_string(::geteuid()) + ", who runs this");
}

TEST_CASE_METHOD(Scratch, "a cache that cannot be made or written stands in the way of nothing") {
  SECTION("a folder that cannot be made") {
    CHECK(runWith("/proc/qdrt-cache") ==
          std::string(kWithout) + "; cannot make the folder '/proc/qdrt-cache': No such file or directory");
  }
  SECTION("no folder") {
    std::ofstream(folder) << "text";
    CHECK_THAT(runWith(folder),
               Contains(std::string(kWithout) + "; cannot read '" + folder + "/") && Contains(": Not a directory"));
  }
  SECTION("a disk without room") {
    rlimit before = {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    rlimit none = before;
    none.rlim_cur = 100;
    auto handler = std::signal(SIGXFSZ, SIG_IGN);
    // The fake driver writes files too.
    CodeCache cache;
    REQUIRE(cache.open({sizeof(qdrt_device_options), 0, folder.c_str()}).ok());
    const std::string key(64, 'a');
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &none) == 0);
    cache.keep(key, qdc::asBytes(std::string(1000, 'x')));
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, handler);
    CHECK(cache.use().firstFailure == "cannot write '" + qdc::CacheFolder(folder).entry(key) + "': File too large");
    CHECK(cache.use().kept == 0);
    CHECK(entriesOf(folder).empty());
    CHECK(runWith(folder) == kFirst);
  }
}

TEST_CASE_METHOD(Scratch, "threads and devices share a cache") {
  std::vector<std::thread> threads;
  std::vector<qdrt_code_counters> counters(8);
  for (qdrt_code_counters &each : counters)
    threads.emplace_back([&] {
      const qdrt::Device device = qdrt::Device::open("cuda:0", 0, folder.c_str());
      for (int round = 0; round < 5; ++round)
        const qdrt::Package package(device, saxpyPackage());
      each = device.codeCounters();
      each.failure = nullptr;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const qdrt_code_counters &each : counters) {
    CHECK(each.compiled + each.cached == 5);
    CHECK(each.compiled <= 1);
    CHECK(each.kept == each.compiled);
    CHECK(each.failures == 0);
  }
  CHECK(entriesOf(folder).size() == 1);
}

/// Starts the case below in a process of its own, with a driver of that version.
static pid_t startProcess(const std::string &folder, const std::string &driver, const char *wanted) {
  const pid_t child = fork();
  if (child != 0)
    return child;
  setenv("QDRT_CACHE", folder.c_str(), 1);
  setenv("FAKE_CUDA", ("version=" + driver).c_str(), 1);
  setenv("WANTED", wanted, 1);
  execl("/proc/self/exe", "cuda-tests", "[.process]", "-o", "/dev/null", nullptr);
  _exit(127);
}

static int exitCode(pid_t process) {
  int status = -1;
  REQUIRE(waitpid(process, &status, 0) == process);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_CASE("a process that loads one package", "[.process]") {
  useFakeImages();
  const std::string result = runWith(nullptr), wanted = std::getenv("WANTED");
  CHECK((result == wanted || (wanted.empty() && (result == kFirst || result == kSecond))));
}

TEST_CASE_METHOD(Scratch, "processes share a cache, of which each version of the driver has its own part") {
  std::vector<pid_t> processes;
  for (int process = 0; process < 8; ++process)
    processes.push_back(startProcess(folder, "13000", ""));
  for (pid_t process : processes)
    CHECK(exitCode(process) == 0);
  CHECK(entriesOf(folder).size() == 1);
  CHECK(exitCode(startProcess(folder, "13000", kSecond)) == 0);
  CHECK(exitCode(startProcess(folder, "12080", kFirst)) == 0);
  CHECK(exitCode(startProcess(folder, "12080", kSecond)) == 0);
  CHECK(exitCode(startProcess(folder, "13000", kSecond)) == 0);
  CHECK(entriesOf(folder).size() == 2);
}
