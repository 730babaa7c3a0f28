//===- VerifierChecks.h - Checks that all of a manifest shares --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_VERIFIERCHECKS_H
#define QDC_LIB_PACKAGE_VERIFIERCHECKS_H

#include "ManifestPath.h"
#include "qdc/Package/ManifestOutline.h"

#include <span>

namespace qdc {

/// Keeps the first failure. Every check is true if it holds and else records
/// why not, so checks chain with && and stop at the first that fails.
class VerifierChecks {
public:
  /// `what` completes a sentence that starts with the place: "is empty".
  [[gnu::cold]] bool fail(const ManifestPath &where, FormatPattern what, FormatValues values);
  template <typename... Args>
  bool fail(const ManifestPath &where, FormatString<Args...> what, const Args &...args) {
    return fail(where, what, {args...});
  }
  template <typename... Args>
  bool require(bool holds, const ManifestPath &where, FormatString<Args...> what, const Args &...args) {
    return holds || fail(where, what, {args...});
  }

  /// Text that the loader can hand out as a C string.
  bool text(const ManifestPath &where, std::string_view value);
  /// The same, and not empty.
  bool name(const ManifestPath &where, std::string_view value);
  /// A position among `count` things called `plural`.
  bool index(const ManifestPath &where, uint64_t value, size_t count, std::string_view plural);
  /// Indices that ascend without repetition.
  bool ascending(const ManifestPath &where, const std::vector<uint32_t> &values, size_t count, std::string_view plural);
  /// A rank of at most kMaximumRank and extents that are not negative, or
  /// kDynamicDimension where `allowDynamic`; the bytes of the static extents
  /// fit in 63 bits.
  bool shape(const ManifestPath &where, const std::vector<int64_t> &extents, ElementType type, bool allowDynamic);
  /// Bits past the size of the element are 0, and an i1 is 0 or 1.
  bool bits(const ManifestPath &where, uint64_t value, ElementType type);

  Status status; // the first failure
};

/// The bytes of a static shape that passed VerifierChecks::shape.
uint64_t staticBytes(const std::vector<int64_t> &extents, ElementType type);

/// All that spans kernels and images. Kernels and their code are as the outlines say, one for each module; what modules
/// and images of `head` hold of them is not looked at.
bool verifyHead(VerifierChecks &checks, const Manifest &head, const std::vector<ModuleOutline> &outlines);
/// A kernel by itself.
bool verifyWholeKernel(VerifierChecks &checks, const Module &module, const Kernel &kernel, const ManifestPath &path);
/// Of a kernel with specialized values, and the next one.
bool verifySpecialized(VerifierChecks &checks, const Kernel &kernel, const Kernel &next, const ManifestPath &path);
/// Of a checked variant, and the kernel that it is one of.
bool verifyChecked(VerifierChecks &checks, const Kernel &kernel, const Kernel &plain, const ManifestPath &path);

// Each verifies one part of a module; the parts before it have passed. `path` is the place of that part.
bool verifyLocation(VerifierChecks &checks, const SourceLocation &location, const ManifestPath &path);
bool verifyKernel(VerifierChecks &checks, const Module &module, const Kernel &kernel, const ManifestPath &path);
/// The kernel's regions and what is read back of them.
bool verifyWorkspace(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path);
/// What a derivative tells of itself; the kernel has passed else.
bool verifyDerivative(VerifierChecks &checks, const Module &module, const Kernel &kernel, const ManifestPath &path);
bool verifyGraph(VerifierChecks &checks, const Module &module, const Kernel &kernel, const ManifestPath &path);
/// A region whose size words tell is not used before it has one. The kernel's graph has passed.
bool verifyFirstUses(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path);
/// The kernel's graph has passed.
bool verifyKnownWords(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path);

/// A part of an image, and its place in the image's list.
template <typename T>
struct Placed {
  size_t place;
  const T *value;
};
/// What an image has for one kernel.
struct KernelCodeView {
  std::vector<Placed<ImageRegion>> regions = {};
  std::vector<Placed<EntryPoint>> entryPoints = {};
  std::vector<Placed<LoopCode>> loops = {};
  size_t entryPointsOfImage = 0; // for all kernels
};
/// Of a kernel that has passed. `path` is the image's place.
bool verifyKernelCode(VerifierChecks &checks, const Module &module, const Kernel &kernel, const Image &image,
                      const KernelCodeView &code, const ManifestPath &path);

/// A kernel as its image's entry points see it.
struct KernelView {
  const Kernel &kernel;
  NumberedGraph graph;
  std::vector<const WorkspaceRegion *> regions; // the kernel's, then the image's
};
bool verifyEntryPoint(VerifierChecks &checks, const Module &module, const KernelView &kernel,
                      const EntryPoint &entryPoint, const ManifestPath &path);
/// `before` are the regions of lower numbers, `graph` is the kernel's.
bool verifyRegion(VerifierChecks &checks, const Kernel &kernel, const NumberedGraph &graph,
                  const WorkspaceRegion &region, std::span<const WorkspaceRegion *const> before,
                  const ManifestPath &path);

/// Leaves of an expression name integer scalars and dims of the kernel's
/// arguments, and, where `allowWords`, words of its workspace.
bool verifyExpression(VerifierChecks &checks, const Kernel &kernel, const SizeExpr &expression, bool allowWords,
                      const ManifestPath &where);
/// A word: aligned, and inside region 0 of constant size.
bool verifyWord(VerifierChecks &checks, const Kernel &kernel, uint64_t offset, const ManifestPath &where);
/// True if `bytes` bytes from `offset` on lie in region 0, or its size is known at launch only.
bool isAmongWords(const Kernel &kernel, uint64_t offset, uint64_t bytes);

/// Calls verify(value, path) for each of the values until one is false.
template <typename T, typename Verify>
bool forEach(const std::vector<T> &values, const ManifestPath &path, Verify verify) {
  for (size_t i = 0; i < values.size(); ++i)
    if (!verify(values[i], path.at(i)))
      return false;
  return true;
}

} // namespace qdc

#endif // QDC_LIB_PACKAGE_VERIFIERCHECKS_H
