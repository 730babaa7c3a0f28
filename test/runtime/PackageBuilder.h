//===- PackageBuilder.h - Packages for the loader's tests -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts a package together from the entry points of images/entries.c:
//
//   PackageBuilder package;
//   KernelBuilder &kernel = package.kernel("saxpy");
//   uint32_t x = kernel.array("x", ElementType::f32, {-1}, Access::read);
//   ...
//   kernel.graph({kernel.task("saxpy", {array(x), ...}, SizeExpr::dim(x, 0))});
//   qdrt::Package loaded(device, package.bytes());
//
// For a GPU, entry points get launch shapes and the slots that images/entry.h
// adds for an extent that is a word and for an error record.
//
// What cannot be made is thrown as a std::runtime_error.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_PACKAGEBUILDER_H
#define QDC_TEST_RUNTIME_PACKAGEBUILDER_H

#include "qdc/Package/PackageWriter.h"

#include <deque>

namespace runtime_test {

qdc::SlotSource array(uint32_t argument);
qdc::SlotSource dim(uint32_t argument, uint32_t axis);
qdc::SlotSource scalar(uint32_t argument);
qdc::SlotSource global(uint32_t index);
qdc::SlotSource word(uint64_t offset);
/// A byte of a region of the workspace.
qdc::SlotSource inRegion(uint32_t region, uint64_t offset);
qdc::SlotSource source(qdc::SlotKind kind);

qdc::Node doWhile(uint32_t site, qdc::FlagSource flag, std::vector<qdc::Node> body);
qdc::Node whileDo(uint32_t site, std::vector<qdc::Node> before, uint64_t condition, std::vector<qdc::Node> body);
qdc::Node repeat(uint32_t site, qdc::SizeExpr lower, qdc::SizeExpr upper, qdc::SizeExpr step,
                 std::vector<qdc::Node> body, std::optional<uint64_t> induction = {});
qdc::Node branch(uint64_t condition, std::vector<qdc::Node> body, std::vector<qdc::Node> elseBody = {});

/// A public global of the package that starts as zeros.
qdc::Global zeroGlobal(std::string name, qdc::ElementType type, std::vector<int64_t> shape);
/// The same with these bits in each element.
qdc::Global splatGlobal(std::string name, qdc::ElementType type, std::vector<int64_t> shape, uint64_t bits);

class KernelBuilder {
public:
  uint32_t array(std::string name, qdc::ElementType type, std::vector<int64_t> shape,
                 qdc::Access access = qdc::Access::readWrite, bool mayAlias = false);
  /// What is said of the extents of an array.
  void dims(uint32_t argument, std::vector<qdc::NamedExtent> dims);
  uint32_t scalar(std::string name, qdc::ElementType type, qdc::Signedness signedness = qdc::Signedness::signedInteger);
  void result(qdc::ElementType type, uint64_t offset);
  /// The code of this kernel is for that value; the general one is added later, under the same name.
  void specialize(uint32_t argument, uint64_t bits);
  /// A task that runs `symbol`; it reads and writes whatever its slots lead to. Each call is a task of its own.
  qdc::Node task(std::string symbol, std::vector<qdc::SlotSource> slots, qdc::SizeExpr extent, uint32_t operations = 1);
  /// A serial one. For a GPU, a name that ends in "_memory" takes its slots there.
  qdc::Node task(std::string symbol, std::vector<qdc::SlotSource> slots);
  /// Gives the loop at that node of the graph, which is numbered in pre-order, an entry point of that strategy; as a
  /// graph it runs the last task of an iteration and decides. It is in packages for a GPU, and in those with
  /// PackageBuilder::addLoopCode().
  void loopCode(uint32_t node, qdc::LoopStrategy strategy, std::string symbol, std::vector<qdc::SlotSource> slots);
  /// Gives the last task a private form: a symbol, and for each slot with a copy its number, the symbol that merges and
  /// the neutral element.
  void privateForm(std::string symbol, uint32_t atomics, std::vector<qdc::PrivateArray> arrays);
  void graph(std::vector<qdc::Node> nodes, qdc::GraphMode mode = qdc::GraphMode::automatic);
  /// Gives each loop of the graph a word, from `offset` on, in which its iterations are counted.
  void countLoops(uint64_t offset);
  /// Says what a word that a task of the kernel writes follows from, and whether control alone needs that task. Words
  /// ascend.
  void knownWord(uint64_t word, qdc::SizeExpr value, const qdc::Node &task, bool isSpare = true);
  /// 256 bytes by default, of which the first 64 are read back.
  void workspace(qdc::SizeExpr bytes);
  /// Another region; gives its number.
  uint32_t region(qdc::WorkspaceRegion region);
  /// An array of the kernel's own, in a region of its own; gives the number of that. The first one is made in line 200.
  /// With a node the region gets its size after that.
  uint32_t temporary(qdc::ElementType type, std::vector<qdc::SizeExpr> extents, std::optional<uint32_t> node = {});
  /// As the package describes it, so far.
  const qdc::Kernel &describe() const { return kernel; }

private:
  friend class PackageBuilder;
  qdc::Kernel kernel;
  std::vector<qdc::EntryPoint> entryPoints, loopEntryPoints;
  std::vector<qdc::LoopStrategy> loopStrategies; // of these
};

class PackageBuilder;

/// A package with the modules of these builders, in that order.
qdc::ByteVector packageOf(const std::vector<const PackageBuilder *> &modules);

/// A package, or a module of one.
class PackageBuilder {
public:
  PackageBuilder();
  /// The next kernel, in the package's order. The reference stays valid.
  KernelBuilder &kernel(std::string name);
  uint32_t global(qdc::Global global);
  /// A place in "test.qir".
  uint32_t site(qdc::SiteKind kind, uint32_t line, std::string message, std::vector<qdc::ElementType> types = {});
  /// Adds an image for that target with the code of the backend under test. The first call replaces the default one,
  /// which every processor runs. Where it gets a variant, that has the same kernels.
  qdc::Image &image(std::string target);
  void data(std::vector<std::byte> bytes) { dataBytes = std::move(bytes); }
  /// Code that a test's own device runs for the CPU has entry points for loops too.
  void addLoopCode() { hasLoopCode = true; }
  /// Tasks for a GPU do not look whether sizes that others computed fit, as in packages of earlier compilers.
  void leaveSizesUnchecked() { checksSizes = false; }
  /// What the image's code is instead of entries.c.
  void code(std::vector<std::byte> bytes) { codeBytes = std::move(bytes); }

  /// The package with this module alone.
  qdc::ByteVector bytes() const;

private:
  friend qdc::ByteVector packageOf(const std::vector<const PackageBuilder *> &modules);
  qdc::Module describe() const;
  void addCode(qdc::Image &image, const KernelBuilder &builder, uint32_t number) const;

  std::deque<KernelBuilder> kernels;
  std::vector<qdc::Global> globals;
  std::vector<qdc::Site> sites;
  std::deque<qdc::Image> images;
  std::vector<std::byte> dataBytes, codeBytes;
  bool hasLoopCode = false, checksSizes = true;
};

/// Kernel "k" (out, size: i64[], rows, steps: i64) computes the first of size[] times generate() with so many steps,
/// by a temporary of size[] by rows, adds `rows` and stores it in `out`.
qdc::ByteVector computedPackage();

/// Which code the packages hold: images from `folder`, of the kind that `device` runs: "cpu", "cuda:0" and so on, or
/// "null", which takes any. Called before any is built, once; else they are for the CPU, from builtImages().
void useImages(const std::string &device, std::string folder);

/// Where the build of this program put the images for the CPU; those for the fake driver are in its folder `fake_cuda`.
std::string builtImages();

/// A package with the kernel of examples/saxpy alone: saxpy(x, y: f32[?], a: f32) adds a x to y. Its code is that of
/// entries.c, or else `code`.
qdc::ByteVector saxpyPackage(std::vector<std::byte> code = {});

/// What was made from images/NAME.c: a shared object, or PTX with the zero at its end.
std::vector<std::byte> imageFile(const std::string &name);

} // namespace runtime_test

#endif // QDC_TEST_RUNTIME_PACKAGEBUILDER_H
