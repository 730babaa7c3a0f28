//===- PackageTest.cpp - Packages, images, descriptions -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "SampleImage.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

using namespace qdc;
using namespace runtime_test;

/// One kernel that stores 42.
static void addStoreKernel(PackageBuilder &package) {
  KernelBuilder &kernel = package.kernel("store");
  uint32_t p = kernel.array("p", ElementType::i64, {});
  uint32_t value = kernel.scalar("value", ElementType::i64);
  kernel.graph({kernel.task("store", {array(p), scalar(value)})});
}

/// Loads a package and asks for each of its kernels; what was refused first.
static qdrt_status load(const qdrt::Device &device, ByteSpan bytes, const qdrt_package_options *options = nullptr) {
  qdrt_package package = nullptr;
  qdrt_status status = qdrt_package_load_memory(device.get(), bytes.data(), bytes.size(), options, &package);
  CHECK((package != nullptr) == (status == QDRT_OK));
  for (uint32_t index = 0; status == QDRT_OK && index < qdrt_package_kernel_count(package); ++index) {
    qdrt_kernel kernel = nullptr;
    status = qdrt_package_kernel(package, index, &kernel);
    CHECK((kernel != nullptr) == (status == QDRT_OK));
  }
  qdrt_package_unload(package);
  return status;
}

TEST_CASE("a package loads from a file", "[results]") {
  PackageBuilder builder;
  addStoreKernel(builder);
  ByteVector bytes = builder.bytes();
  std::string path = std::filesystem::temp_directory_path() / ("qdrt-" + std::to_string(getpid()) + ".fatbin");
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  qdrt::Device device = openDevice();
  {
    qdrt::Package package(device, path);
    int64_t value = 0;
    package.kernel("store")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{42});
    CHECK(value == 42);
  }
  std::remove(path.c_str());
  qdrt_package none = nullptr;
  CHECK_FAILS(qdrt_package_load(device.get(), path.c_str(), nullptr, &none), QDRT_NOT_FOUND,
              "cannot read '" + path + "': No such file or directory");
  CHECK_FAILS(qdrt_package_load(device.get(), "/", nullptr, &none), QDRT_IO_ERROR, "cannot read '/': Is a directory");
  CHECK(none == nullptr);
}

TEST_CASE("a file that no memory holds is refused") {
  int file = memfd_create("huge", MFD_CLOEXEC);
  REQUIRE(ftruncate(file, INT64_MAX) == 0);
  qdrt_package package = nullptr;
  CHECK_FAILS(
      qdrt_package_load(openDevice().get(), ("/proc/self/fd/" + std::to_string(file)).c_str(), nullptr, &package),
      QDRT_OUT_OF_MEMORY, "out of host memory");
  CHECK(package == nullptr);
  close(file);
}

TEST_CASE("what is not a package is refused") {
  qdrt::Device device = openDevice();
  const char text[] = "this is not a package at all, just some text that is long enough for a header";
  CHECK(load(device, asBytes(text)) == QDRT_INVALID_PACKAGE);
  CHECK(qdrt_last_error() != std::string());
  CHECK(load(device, asBytes("x").first(0)) == QDRT_INVALID_PACKAGE);
}

TEST_CASE("a package cut anywhere, or with any byte before its code changed, is refused with a reason") {
  PackageBuilder builder;
  addStoreKernel(builder);
  const ByteVector bytes = builder.bytes();
  qdrt::Device device = openDevice();
  auto checkRefused = [&](ByteSpan given) {
    qdrt_package package = nullptr;
    qdrt_status status = qdrt_package_load_memory(device.get(), given.data(), given.size(), nullptr, &package);
    REQUIRE((status == QDRT_INVALID_PACKAGE || status == QDRT_INCOMPATIBLE));
    REQUIRE(qdrt_last_error() != std::string());
    REQUIRE(package == nullptr);
  };
  for (size_t length = 1; length < bytes.size(); length += length < 4096 ? 1 : 97) {
    INFO("cut at " << length);
    // A copy of its own lets a sanitizer see a read past the end.
    checkRefused(ByteVector(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length)));
  }
  size_t code = asText(bytes).find(asText(imageFile("entries")).substr(0, 32));
  REQUIRE(code != std::string_view::npos);
  int accepted = 0;
  for (size_t at = 0; at < code; ++at) {
    ByteVector changed = bytes;
    changed[at] ^= std::byte{0x81};
    INFO("byte " << at);
    qdrt_package package = nullptr;
    qdrt_status status = qdrt_package_load_memory(device.get(), changed.data(), changed.size(), nullptr, &package);
    REQUIRE((status == QDRT_OK || status == QDRT_INVALID_PACKAGE || status == QDRT_INCOMPATIBLE));
    accepted += status == QDRT_OK;
    qdrt_package_unload(package);
  }
  // Padding, flags and what is there for LLVM's tools alone decide nothing.
  CHECK(accepted > 0);
  CHECK(static_cast<size_t>(accepted) < code / 4);
}

TEST_CASE("a package with a damaged byte in the code is refused") {
  PackageBuilder builder;
  addStoreKernel(builder);
  ByteVector bytes = builder.bytes();
  const std::vector<std::byte> code = imageFile("entries");
  size_t at = asText(bytes).find(asText(code));
  REQUIRE(at != std::string_view::npos);
  for (size_t damaged : {at, at + code.size() / 2, at + code.size() - 1}) {
    ByteVector changed = bytes;
    changed[damaged] ^= std::byte{1};
    INFO("byte " << damaged << " of " << bytes.size());
    CHECK(load(openDevice(), changed) == QDRT_INVALID_PACKAGE);
  }
}

TEST_CASE("a device takes the best image that it runs, and says why not the others") {
  if (!isCPU())
    return;
  PackageBuilder builder;
  addStoreKernel(builder);
  builder.image("cuda:sm_90");
  builder.image("cpu:native");
  builder.image("cpu:x86-64-v4").features = {"avx2", "quantum"};
  builder.image("cpu:x86-64-v9");
  builder.image("cpu:native").variant = "bounds";
  builder.image("cpu:x86-64-v2");
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  REQUIRE(qdrt_package_image_count(package.get()) == 6);
  std::vector<qdrt_image_info> infos;
  for (uint32_t index = 0; index < 6; ++index) {
    infos.push_back(sized<qdrt_image_info>());
    REQUIRE(qdrt_package_image(package.get(), index, &infos.back()) == QDRT_OK);
    CHECK(infos.back().chosen == (index == 1));
    CHECK(infos.back().bytes != 0);
  }
  CHECK(infos[0].target == std::string("cuda:sm_90"));
  CHECK(infos[0].reason == std::string("it is not for device 'cpu'"));
  CHECK(infos[1].reason == std::string());
  CHECK_THAT(infos[2].reason, Catch::Matchers::Contains("this processor lacks") &&
                                  Catch::Matchers::Contains("'quantum' (unknown to this loader)"));
  CHECK_THAT(infos[3].reason, Catch::Matchers::Contains("this loader knows the targets 'cpu:native'"));
  CHECK(infos[4].variant == std::string("bounds"));
  CHECK(infos[4].reason == std::string("variant 'bounds' was not asked for"));
  CHECK(infos[5].reason == std::string("image 'cpu:native' is preferred"));
  auto info = sized<qdrt_image_info>();
  CHECK_FAILS(qdrt_package_image(package.get(), 6, &info), QDRT_INVALID_ARGUMENT,
              "image 6 does not exist; there are 6");
}

TEST_CASE("a package without a usable image is refused with each reason") {
  if (!isCPU())
    return;
  PackageBuilder builder;
  addStoreKernel(builder);
  builder.image("cuda:sm_90");
  builder.image("cpu:native").features = {"quantum"};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INCOMPATIBLE,
              "no image of the package can be used on device 'cpu'; 'cuda:sm_90': it is not for device 'cpu'; "
              "'cpu:native': this processor lacks 'quantum' (unknown to this loader); compile it for 'cpu:native'");
}

TEST_CASE("a package without images is refused") {
  Manifest manifest;
  manifest.producer = "test";
  manifest.modules.resize(1);
  Result<ByteVector> bytes = writePackage(manifest, std::vector<ModuleContents>(1));
  REQUIRE(bytes.ok());
  CHECK_FAILS(load(openDevice(), *bytes), QDRT_INCOMPATIBLE,
              "no image of the package can be used on device '" + deviceUnderTest() +
                  "'; it has no images; compile it for '" +
                  (isCPU() || isNull() || isVulkan() ? anyTarget() : "cuda:sm_"));
}

TEST_CASE("a target or variant that is asked for is taken, or nothing") {
  PackageBuilder builder;
  addStoreKernel(builder);
  builder.image(anyTarget());
  builder.image(anyTarget()).variant = "bounds";
  ByteVector bytes = builder.bytes();
  qdrt::Device device = openDevice();
  auto options = sized<qdrt_package_options>();
  options.variant = "bounds";
  qdrt_package package = nullptr;
  REQUIRE(qdrt_package_load_memory(device.get(), bytes.data(), bytes.size(), &options, &package) == QDRT_OK);
  auto info = sized<qdrt_image_info>();
  REQUIRE(qdrt_package_image(package, 1, &info) == QDRT_OK);
  CHECK(info.chosen == 1);
  qdrt_package_unload(package);
  options.variant = "float,bounds";
  CHECK_FAILS(load(device, bytes, &options), QDRT_INCOMPATIBLE, "variant 'bounds,float' was asked for");
  options.variant = "bounds,colour";
  CHECK_FAILS(load(device, bytes, &options), QDRT_INVALID_ARGUMENT,
              "'variant' takes a list of arithmetic, bounds and float, for example bounds,arithmetic, not "
              "'bounds,colour'");
  options.variant = "bounds+bounds";
  CHECK_FAILS(load(device, bytes, &options), QDRT_INVALID_ARGUMENT,
              "'variant' names 'bounds' twice in 'bounds+bounds'");
  options.variant = nullptr;
  options.target = "cpu:x86-64-v2";
  CHECK_FAILS(load(device, bytes, &options), QDRT_INCOMPATIBLE, "target 'cpu:x86-64-v2' was asked for");
  CHECK_THAT(qdrt_last_error(), !Catch::Matchers::Contains("compile it"));
  setenv("QDRT_TARGET", "cpu:x86-64-v3", 1);
  CHECK_FAILS(load(device, bytes), QDRT_INCOMPATIBLE, "target 'cpu:x86-64-v3' was asked for");
  const std::string any = anyTarget();
  options.target = any.c_str();
  CHECK(load(device, bytes, &options) == QDRT_OK);
  unsetenv("QDRT_TARGET");
}

/// Which image is in use where a variant is asked for, and why not the first one.
static std::pair<uint32_t, std::string> choiceFor(const qdrt::Device &device, const ByteVector &bytes,
                                                  const std::string &variant) {
  qdrt::Package package(device, bytes, {anyTarget(), variant});
  uint32_t chosen = 0;
  std::string reason;
  for (uint32_t index = 0; index < qdrt_package_image_count(package.get()); ++index) {
    auto info = sized<qdrt_image_info>();
    REQUIRE(qdrt_package_image(package.get(), index, &info) == QDRT_OK);
    if (info.chosen)
      chosen = index;
    if (index == 0)
      reason = info.reason;
  }
  return {chosen, reason};
}

TEST_CASE("the variant with the fewest checks beside those that are asked for is taken") {
  PackageBuilder builder;
  addStoreKernel(builder);
  const char *variants[] = {"arithmetic,bounds,float", "arithmetic,bounds", "float", ""};
  for (const char *variant : variants)
    builder.image(anyTarget()).variant = variant;
  const ByteVector bytes = builder.bytes();
  qdrt::Device device = openDevice();
  const std::string preferred = "image '" + anyTarget() + "' with 'arithmetic,bounds' is preferred";
  CHECK(choiceFor(device, bytes, "bounds") == std::pair(1u, preferred));
  CHECK(choiceFor(device, bytes, "bounds,arithmetic") == std::pair(1u, preferred));
  CHECK(choiceFor(device, bytes, "bounds+arithmetic") == std::pair(1u, preferred));
  CHECK(choiceFor(device, bytes, "float").first == 2);
  CHECK(choiceFor(device, bytes, "float,bounds").first == 0);
  CHECK(choiceFor(device, bytes, "bounds+float").first == 0);
  CHECK(choiceFor(device, bytes, "") ==
        std::pair(3u, std::string("variant 'arithmetic,bounds,float' was not asked for")));
}

TEST_CASE("an image of another kernel ABI is refused") {
  PackageBuilder builder;
  addStoreKernel(builder);
  builder.image(anyTarget()).kernelABIVersion = 77;
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INCOMPATIBLE,
              "image '" + anyTarget() + "' has kernel ABI version 77; this loader takes version 7");
}

TEST_CASE("an image that can't be loaded is refused with the reason") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice();
  auto loadCode = [&](std::vector<std::byte> code) {
    PackageBuilder builder;
    addStoreKernel(builder);
    builder.code(std::move(code));
    return load(device, builder.bytes());
  };
  CHECK_FAILS(loadCode(std::vector<std::byte>(100)), QDRT_INVALID_PACKAGE,
              "image 'cpu:native': the CPU image is not an ELF shared object for x86-64");
  std::vector<std::byte> cut = imageFile("entries");
  cut.resize(100);
  CHECK_FAILS(loadCode(cut), QDRT_INVALID_PACKAGE, "image 'cpu:native': the CPU image ends inside its program headers");
  CHECK_FAILS(loadCode(imageFile("needs_library")), QDRT_INVALID_PACKAGE,
              "the CPU image needs another library; images must bring everything they call");
  CHECK_FAILS(loadCode(imageFile("other")), QDRT_INVALID_PACKAGE, "the CPU image has no symbol 'store'");
  CHECK_FAILS(loadCode(imageFile("undefined")), QDRT_INVALID_PACKAGE, "the CPU image calls through a table that");
}

/// Whether the process's stack is executable.
static bool isStackExecutable() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.ends_with("[stack]"))
      return line.substr(line.find(' ') + 1, 4).find('x') != std::string::npos;
  throw std::runtime_error("there is no stack");
}

TEST_CASE("an image that would do more than be loaded is refused, in a package that is right") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice();
  auto loadCode = [&](const SampleImage &image) {
    PackageBuilder builder;
    addStoreKernel(builder);
    builder.code(image.bytes());
    return load(device, builder.bytes());
  };
  SampleImage image;
  CHECK(loadCode(image) == QDRT_OK);
  // The code of "store" would write to address 0.
  image.dynamic.push_back({DT_INIT, {SampleImage::kCodeAt}});
  CHECK_FAILS(loadCode(image), QDRT_INVALID_PACKAGE,
              "image 'cpu:native': the CPU image runs code when it is loaded or unloaded; that of an image runs in "
              "launches (DT_INIT)");
  image = SampleImage();
  image.headers[SampleImage::kStack].p_flags |= PF_X;
  CHECK_FAILS(loadCode(image), QDRT_INVALID_PACKAGE, "asks for an executable stack (PT_GNU_STACK)");
  image.headers.pop_back();
  CHECK_FAILS(loadCode(image), QDRT_INVALID_PACKAGE, "asks for an executable stack (PT_GNU_STACK)");
  CHECK_FALSE(isStackExecutable());
}

TEST_CASE("a damaged image in a package whose digests are right is refused with a reason, or loads") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice();
  const std::vector<std::byte> whole = imageFile("entries");
  PackageBuilder builder;
  addStoreKernel(builder);
  // Also what is cut: a file that ends early is mapped all the same.
  for (size_t size = whole.size() - 1; size > 0; size = size * 9 / 10) {
    builder.code({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)});
    INFO("cut at " << size);
    qdrt_status status = load(device, builder.bytes());
    // After the last segment lie sections, which nobody reads.
    CHECK((status == QDRT_INVALID_PACKAGE || (status == QDRT_OK && size > whole.size() / 2)));
  }
  int loaded = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    builder.code(mutated(whole, whole.size(), seed));
    INFO("seed " << seed);
    qdrt_status status = load(device, builder.bytes());
    REQUIRE((status == QDRT_OK || status == QDRT_INVALID_PACKAGE || status == QDRT_IO_ERROR));
    REQUIRE((status == QDRT_OK || std::string(qdrt_last_error()).find("the CPU image") != std::string::npos));
    loaded += status == QDRT_OK;
  }
  CHECK(loaded > 0);
  CHECK(loaded < 1500);
  CHECK_FALSE(isStackExecutable());
}

TEST_CASE("an entry point for more than one task is refused by name") {
  PackageBuilder builder;
  uint32_t site = builder.site(SiteKind::loop, 3, "");
  KernelBuilder &kernel = builder.kernel("two");
  uint32_t p = kernel.array("p", ElementType::i64, {});
  Node first = kernel.task("add", {array(p), array(p)}), second = kernel.task("add", {array(p), array(p)});
  SizeExpr one = SizeExpr::constant(1);
  kernel.graph({repeat(site, SizeExpr(), one, one, {first, second})});
  EntryPoint fused;
  fused.symbol = "add";
  fused.covers.tasks = {0, 1};
  if (!isCPU())
    fused.launch = LaunchShape{1, 1, 32};
  Image &image = builder.image(anyTarget());
  image.entryPoints = {fused};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_UNSUPPORTED,
              "entry point 'add' runs 2 tasks; this loader takes entry points for one task or one loop");
}

TEST_CASE("an entry point for a loop stands beside those for its tasks, has code for a GPU and the strategy's grid") {
  if (isVulkan())
    return; // its entry points have other launches
  PackageBuilder builder;
  uint32_t site = builder.site(SiteKind::loop, 3, "");
  KernelBuilder &kernel = builder.kernel("k");
  uint32_t p = kernel.array("p", ElementType::i64, {});
  SizeExpr one = SizeExpr::constant(1);
  kernel.graph({repeat(site, SizeExpr(), one, one, {kernel.task("add", {array(p), array(p)})})});
  EntryPoint task{.symbol = "add", .kernel = 0, .covers = {.tasks = {0}}, .slots = {array(p), array(p)}};
  LaunchShape shape{1, 1, 32};
  if (!isCPU())
    task.launch = shape;
  EntryPoint loop = task;
  loop.symbol = "store";
  loop.covers = {CoverageKind::node, {}, 0};
  shape.grid = GridSize::single;
  loop.launch = shape;
  Image &image = builder.image(anyTarget());
  image.entryPoints = {loop};
  image.loops = {{0, 0, LoopStrategy::block, 0}};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_UNSUPPORTED,
              "task 'k_0' of kernel 'k' has no entry point of its own, which this loader needs for each");
  image.entryPoints = {task, loop};
  image.loops = {};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_UNSUPPORTED,
              "entry point 'store' is for node 0, of which 'loops' of the image does not tell");
  image.loops = {{0, 0, LoopStrategy::grid, 1}};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INVALID_PACKAGE,
              "entry point 'store' runs a whole loop by 'grid' and has the grid 'single'; that takes 'cooperative'");
  shape.grid = GridSize::cooperative;
  image.entryPoints[1].launch = shape;
  image.loops = {{0, 0, LoopStrategy::block, 1}};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INVALID_PACKAGE,
              "entry point 'store' runs a whole loop by 'block' and has the grid 'cooperative'; that takes 'single'");
  image.entryPoints[1].launch = CPULaunch();
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_UNSUPPORTED,
              "entry point 'store' runs a whole loop and has a launch of the kind 'cpu'; this loader takes 'grid' for "
              "that");
  // The end of an iteration.
  image.entryPoints[1].covers = {CoverageKind::end, {}, 0, 1};
  shape.grid = GridSize::single;
  image.entryPoints[1].launch = shape;
  image.loops = {};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_UNSUPPORTED,
              "entry point 'store' is for node 0, of which 'loops' of the image does not tell");
  const std::string refusal =
      "entry point 'store' ends the iterations of a loop; that takes slots as values, the loop's "
      "handle among them, and a grid that does not wait for itself";
  image.loops = {{0, 0, LoopStrategy::graph, 1}};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INVALID_PACKAGE, refusal);
  image.entryPoints[1].slots.push_back({.kind = SlotKind::conditionHandle, .index = 0});
  shape.grid = GridSize::cooperative;
  image.entryPoints[1].launch = shape;
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INVALID_PACKAGE, refusal);
  shape.grid = GridSize::iterations;
  shape.slotPassing = SlotPassing::memory;
  image.entryPoints[1].launch = shape;
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INVALID_PACKAGE, refusal);
  // What the loader has no use for is left alone.
  image.entryPoints = {task};
  image.loops = {{0, 0, LoopStrategy::replay, {}}, {0, 0, LoopStrategy::graph, {}}, {0, 0, LoopStrategy::host, {}}};
  CHECK(load(openDevice(), builder.bytes()) == QDRT_OK);
}

TEST_CASE("code for a CPU that is launched as a GPU's is refused by name") {
  if (!isCPU())
    return;
  PackageBuilder builder;
  addStoreKernel(builder);
  EntryPoint entry{.symbol = "store", .kernel = 0, .covers = {.tasks = {0}}, .slots = {array(0), scalar(1)}};
  entry.launch = LaunchShape{1, 1, 32};
  builder.image(anyTarget()).entryPoints = {entry};
  CHECK_FAILS(load(openDevice(), builder.bytes()), QDRT_INVALID_PACKAGE,
              "entry point 'store' of the CPU image has a launch of the kind 'grid'; a CPU takes 'cpu'");
}

TEST_CASE("ways to run a loop that need no code of their own are left alone", "[results]") {
  PackageBuilder builder;
  uint32_t site = builder.site(SiteKind::loop, 3, "");
  KernelBuilder &kernel = builder.kernel("k");
  uint32_t p = kernel.array("p", ElementType::i64, {}), by = kernel.scalar("by", ElementType::i64);
  SizeExpr one = SizeExpr::constant(1);
  kernel.graph({repeat(site, SizeExpr(), SizeExpr::constant(3), one, {kernel.task("add", {array(p), scalar(by)})})});
  builder.image(anyTarget()).loops = {
      {0, 0, LoopStrategy::graph, {}}, {0, 0, LoopStrategy::host, {}}, {0, 0, LoopStrategy::replay, {}}};
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  int64_t value = 1;
  package.kernel("k")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{5});
  CHECK(value == 16);
}

TEST_CASE("packages with different code are loaded side by side and one after the other", "[results]") {
  qdrt::Device device = openDevice();
  PackageBuilder first, second;
  addStoreKernel(first);
  addStoreKernel(second);
  second.code(imageFile("store_double"));
  ByteVector firstBytes = first.bytes(), secondBytes = second.bytes();
  auto run = [](const qdrt::Package &package) {
    int64_t value = 0;
    package.kernel("store")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{21});
    return value;
  };
  {
    qdrt::Package a(device, firstBytes), b(device, secondBytes);
    CHECK(run(a) == 21);
    CHECK(run(b) == 42);
  }
  // The code of one must not be taken for that of the other because it got the same number.
  for (int round = 0; round < 3; ++round) {
    CHECK(run(qdrt::Package(device, firstBytes)) == 21);
    CHECK(run(qdrt::Package(device, secondBytes)) == 42);
  }
}

TEST_CASE("a package describes its kernels") {
  PackageBuilder builder;
  KernelBuilder &kernel = builder.kernel("k");
  kernel.array("u", ElementType::f32, {kDynamicDimension, 64}, Access::read);
  kernel.array("v", ElementType::i8, {}, Access::write, true);
  kernel.array("w", ElementType::i8, {3}, Access::readWrite);
  kernel.scalar("dt", ElementType::f64);
  kernel.result(ElementType::i32, 0);
  builder.kernel("other");
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  CHECK(qdrt_package_kernel_count(package.get()) == 2);
  CHECK(qdrt_package_kernel_name(package.get(), 0) == std::string("k"));
  CHECK(qdrt_package_kernel_name(package.get(), 1) == std::string("other"));
  CHECK(qdrt_package_kernel_name(package.get(), 2) == nullptr);
  CHECK_THAT(qdrt_package_manifest(package.get()), Catch::Matchers::StartsWith("{"));
  qdrt_kernel found = nullptr;
  REQUIRE(qdrt_package_kernel(package.get(), 0, &found) == QDRT_OK);
  CHECK(qdrt_kernel_name(found) == std::string("k"));
  CHECK(found == package.kernel("k").get());
  CHECK(qdrt_kernel_argument_count(found) == 4);
  auto info = sized<qdrt_argument_info>();
  REQUIRE(qdrt_kernel_argument(found, 0, &info) == QDRT_OK);
  CHECK(info.name == std::string("u"));
  CHECK(info.group == std::string());
  CHECK(info.kind == QDRT_ARRAY);
  CHECK(info.type == QDRT_F32);
  CHECK(info.rank == 2);
  CHECK(info.shape[0] == QDRT_DYNAMIC);
  CHECK(info.shape[1] == 64);
  CHECK(info.access == QDRT_ACCESS_READ);
  CHECK(info.may_alias == 0);
  REQUIRE(qdrt_kernel_argument(found, 1, &info) == QDRT_OK);
  CHECK(info.access == QDRT_ACCESS_WRITE);
  CHECK(info.may_alias == 1);
  CHECK(info.rank == 0);
  REQUIRE(qdrt_kernel_argument(found, 2, &info) == QDRT_OK);
  CHECK(info.access == (QDRT_ACCESS_READ | QDRT_ACCESS_WRITE));
  REQUIRE(qdrt_kernel_argument(found, 3, &info) == QDRT_OK);
  CHECK(info.kind == QDRT_SCALAR);
  CHECK(info.type == QDRT_F64);
  CHECK(info.is_unsigned == 0);
  uint32_t index = 9;
  CHECK(qdrt_kernel_find_argument(found, "w", &index) == QDRT_OK);
  CHECK(index == 2);
  CHECK(qdrt_kernel_result_count(found) == 1);
  qdrt_type type = QDRT_F64;
  int isUnsigned = 1;
  REQUIRE(qdrt_kernel_result(found, 0, &type, &isUnsigned) == QDRT_OK);
  CHECK(type == QDRT_I32);
  CHECK(isUnsigned == 0);

  CHECK_FAILS(qdrt_package_kernel(package.get(), 2, &found), QDRT_INVALID_ARGUMENT,
              "kernel 2 does not exist; there are 2");
  CHECK_FAILS(qdrt_package_find_kernel(package.get(), "heat", &found), QDRT_NOT_FOUND,
              "the package has no kernel 'heat'; there are 'k', 'other'");
  CHECK_FAILS(qdrt_kernel_argument(found, 4, &info), QDRT_INVALID_ARGUMENT, "argument 4 does not exist; there are 4");
  CHECK_FAILS(qdrt_kernel_find_argument(found, "x", &index), QDRT_NOT_FOUND,
              "kernel 'k' has no argument 'x'; there are 'u', 'v', 'w', 'dt'");
  CHECK_FAILS(qdrt_kernel_result(found, 1, &type, &isUnsigned), QDRT_INVALID_ARGUMENT,
              "result 1 does not exist; there are 1");
}

TEST_CASE("packages and kernels refuse NULL") {
  qdrt::Device device = openDevice();
  PackageBuilder builder;
  addStoreKernel(builder);
  ByteVector bytes = builder.bytes();
  qdrt::Package loaded(device, bytes);
  qdrt_package p = loaded.get(), none = nullptr;
  qdrt_kernel k = loaded.kernel("store").get(), kernel = nullptr;
  auto image = sized<qdrt_image_info>();
  auto argument = sized<qdrt_argument_info>();
  uint32_t index = 0;
  qdrt_type type = QDRT_I1;
  int isUnsigned = 0;
  CHECK_FAILS(qdrt_package_load(nullptr, "x", nullptr, &none), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_package_load(device.get(), nullptr, nullptr, &none), QDRT_INVALID_ARGUMENT, "'path'");
  CHECK_FAILS(qdrt_package_load(device.get(), "x", nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_load_memory(nullptr, "x", 1, nullptr, &none), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_package_load_memory(device.get(), nullptr, 1, nullptr, &none), QDRT_INVALID_ARGUMENT, "'bytes'");
  CHECK_FAILS(qdrt_package_load_memory(device.get(), "x", 1, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_image(nullptr, 0, &image), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_image(p, 0, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_package_kernel(nullptr, 0, &kernel), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_kernel(p, 0, nullptr), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_package_find_kernel(nullptr, "k", &kernel), QDRT_INVALID_ARGUMENT, "'package'");
  CHECK_FAILS(qdrt_package_find_kernel(p, nullptr, &kernel), QDRT_INVALID_ARGUMENT, "'name'");
  CHECK_FAILS(qdrt_package_find_kernel(p, "k", nullptr), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_argument(nullptr, 0, &argument), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_argument(k, 0, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_kernel_find_argument(nullptr, "x", &index), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_find_argument(k, nullptr, &index), QDRT_INVALID_ARGUMENT, "'name'");
  CHECK_FAILS(qdrt_kernel_find_argument(k, "x", nullptr), QDRT_INVALID_ARGUMENT, "'index'");
  CHECK_FAILS(qdrt_kernel_result(nullptr, 0, &type, &isUnsigned), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_kernel_result(k, 0, nullptr, &isUnsigned), QDRT_INVALID_ARGUMENT, "'type'");
  CHECK_FAILS(qdrt_kernel_result(k, 0, &type, nullptr), QDRT_INVALID_ARGUMENT, "'is_unsigned'");
  CHECK(qdrt_package_image_count(nullptr) == 0);
  CHECK(qdrt_package_kernel_count(nullptr) == 0);
  CHECK(qdrt_package_manifest(nullptr) == nullptr);
  CHECK(qdrt_kernel_name(nullptr) == nullptr);
  CHECK(qdrt_kernel_argument_count(nullptr) == 0);
  CHECK(qdrt_kernel_result_count(nullptr) == 0);
  qdrt_package_unload(nullptr);
}
