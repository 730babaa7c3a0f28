//===- UnreadKernelsTest.cpp - Kernels are read when they are asked for ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../unit/Package/ShiftedIndex.h"
#include "Fixture.h"

#include "qdc/Package/Container.h"
#include "qdc/Support/Sha256.h"

#include <latch>
#include <thread>

using namespace qdc;
using namespace runtime_test;

/// Kernels "k0", "k1" and so on, each of which stores its number plus `value` in p.
static PackageBuilder makeKernels(uint32_t count) {
  PackageBuilder package;
  for (uint32_t number = 0; number < count; ++number) {
    KernelBuilder &k = package.kernel("k" + std::to_string(number));
    uint32_t p = k.array("p", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
    k.graph({k.task("store", {array(p), scalar(value)})});
  }
  return package;
}

/// The package with the last occurrence of `from` in its manifest replaced, and the index and digests that belong to
/// that.
static ByteVector withText(ByteSpan bytes, std::string_view from, std::string_view to) {
  Result<std::vector<ContainerEntry>> entries = readContainer(bytes);
  REQUIRE(entries.ok());
  ContainerEntry &manifest = entries->front();
  std::string text(asText(manifest.image));
  const size_t at = text.rfind(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  manifest.image = asBytes(text);
  ContainerEntry &index = entries->back();
  const ByteVector shifted = shiftedIndex(index.image, at, from.size(), to.size());
  index.image = shifted;
  for (ContainerEntry *entry : {&manifest, &index})
    for (auto &[key, value] : entry->strings)
      if (key == "qdc.sha256")
        value = sha256Hex(entry->image);
  return writeContainer(*entries);
}

static qdrt_status find(const qdrt::Package &package, const char *name) {
  qdrt_kernel kernel = nullptr;
  qdrt_status status = qdrt_package_find_kernel(package.get(), name, &kernel);
  CHECK((kernel != nullptr) == (status == QDRT_OK));
  return status;
}

TEST_CASE("a kernel that is malformed is refused by its place when it is asked for, and others run", "[results]") {
  const ByteVector bytes = makeKernels(3).bytes();
  struct Damage {
    const char *from, *to;
    qdrt_status status;
    const char *message;
  };
  const Damage damages[] = {
      {R"("graph":[)", R"("graphMode":"often","graph":[)", QDRT_INCOMPATIBLE,
       "manifest: 'modules[0].kernels[2].graphMode' is an unknown graph mode, 'often'"},
      {R"("extent":"1")", R"("extent":"2")", QDRT_INVALID_PACKAGE,
       "manifest: 'modules[0].kernels[2].tasks[0].extent' is not 1, but the task is serial"},
      {R"("access":)", R"("access")", QDRT_INVALID_PACKAGE,
       "manifest: 'modules[0].kernels[2]' is not valid JSON: parse error at line 1, column "},
      {R"("slots":[)", R"("slots":[{"kind":"array","index":7},)", QDRT_INVALID_PACKAGE,
       "manifest: 'modules[0].images[0].entryPoints[2].slots[0].index' is 7, but the number of arguments is 2"},
      {R"("name":"k2")", R"("name":"k1")", QDRT_INVALID_PACKAGE,
       "manifest: 'modules[0].kernels[2]' differs from the index in its name, its variant or whether it has "
       "specialized "
       "values"},
      {R"("kernel":2)", R"("kernel":1)", QDRT_INVALID_PACKAGE,
       "manifest: 'modules[0].images[0].entryPoints[2].kernel' is 1, but 2 in the index"},
      {R"("symbol":"store")", R"("symbol":"restore")", QDRT_INVALID_PACKAGE, "has no symbol 'restore'"},
  };
  for (const Damage &damage : damages) {
    INFO(damage.from);
    qdrt::Device device = openDevice();
    qdrt::Package package(device, withText(bytes, damage.from, damage.to));
    REQUIRE(qdrt_package_kernel_count(package.get()) == 3);
    CHECK(qdrt_package_kernel_name(package.get(), 2) == std::string("k2"));
    int64_t value = 0;
    package.kernel("k1")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{7});
    CHECK(value == 7);
    for (int time = 0; time < 2; ++time)
      CHECK_FAILS(find(package, "k2"), damage.status, damage.message);
    qdrt_kernel kernel = nullptr;
    CHECK_FAILS(qdrt_package_kernel(package.get(), 2, &kernel), damage.status, damage.message);
    CHECK(kernel == nullptr);
    CHECK(find(package, "k0") == QDRT_OK);
  }
}

TEST_CASE("what spans kernels is verified when a package is loaded") {
  const ByteVector bytes = makeKernels(3).bytes();
  qdrt::Device device = openDevice();
  auto load = [&](const char *from, const char *to) { qdrt::Package(device, withText(bytes, from, to)); };
  CHECK_THROWS_STATUS(load(R"("requires":[)", R"("requires":["time travel")"), QDRT_INCOMPATIBLE,
                      "'requires' names the feature 'time travel'");
  CHECK_THROWS_STATUS(load(R"("images":[)", R"("images":[7,)"), QDRT_INVALID_PACKAGE,
                      "'modules[0].images[0]' is a number, not an object");
  CHECK_THROWS_STATUS(load(R"("kernels":[)", R"("kernels":[{},)"), QDRT_INVALID_PACKAGE,
                      "'modules[0].kernels[0]' lacks the key 'name'");
  CHECK_THROWS_STATUS(load(R"(}}],"images")", R"(}],"images")"), QDRT_INVALID_PACKAGE,
                      "not valid JSON: parse error at line 1, column ");
}

TEST_CASE("a kernel has the same handle for everybody, also where several threads ask for it first") {
  constexpr uint32_t kernels = 20, threads = 4;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makeKernels(kernels).bytes());
  std::vector<std::vector<qdrt_kernel>> found(threads, std::vector<qdrt_kernel>(kernels));
  std::latch start(threads);
  std::vector<std::thread> running;
  for (std::vector<qdrt_kernel> &own : found)
    running.emplace_back([&] {
      start.arrive_and_wait();
      for (uint32_t index = 0; index < kernels; ++index) {
        if (index % 2)
          qdrt_package_kernel(package.get(), index, &own[index]);
        else
          qdrt_package_find_kernel(package.get(), ("k" + std::to_string(index)).c_str(), &own[index]);
      }
    });
  for (std::thread &thread : running)
    thread.join();
  for (uint32_t index = 0; index < kernels; ++index) {
    REQUIRE(found[0][index] != nullptr);
    CHECK(qdrt_kernel_name(found[0][index]) == "k" + std::to_string(index));
    for (const std::vector<qdrt_kernel> &own : found)
      CHECK(own[index] == found[0][index]);
  }
}

TEST_CASE("threads launch kernels while others ask for more", "[results]") {
  constexpr uint32_t kernels = 16;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, makeKernels(kernels).bytes());
  std::vector<std::thread> running;
  std::vector<int64_t> values(4 * kernels);
  for (uint32_t thread = 0; thread < 4; ++thread)
    running.emplace_back([&, thread] {
      qdrt::Stream stream(device);
      for (uint32_t index = 0; index < kernels; ++index) {
        qdrt::LaunchOptions options;
        options.stream = stream.get();
        qdrt::Kernel kernel = package.kernel("k" + std::to_string(index));
        kernel.launch(options, qdrt::View(&values[thread * kernels + index], {}, QDRT_MEMORY_HOST),
                      static_cast<int64_t>(index + 1));
      }
      stream.synchronize();
    });
  for (std::thread &thread : running)
    thread.join();
  for (uint32_t at = 0; at < values.size(); ++at)
    CHECK(values[at] == at % kernels + 1);
}

TEST_CASE("of several entry points that the image lacks, the first is told") {
  if (isNull()) // which takes any
    return;
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  const uint32_t value = k.scalar("value", ElementType::i64);
  std::vector<Node> tasks;
  for (int number = 0; number < 24; ++number)
    tasks.push_back(k.task(number == 9    ? "nowhere_first"
                           : number == 17 ? "nowhere_second"
                                          : "store",
                           {word(0), scalar(value)}));
  k.graph(std::move(tasks));
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt_kernel found = nullptr;
  for (int time = 0; time < 2; ++time)
    CHECK_FAILS(qdrt_package_find_kernel(package.get(), "k", &found), QDRT_INVALID_PACKAGE,
                "has no symbol 'nowhere_first");
}
