//===- Manifest.h - What a package says about its kernels -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manifest as data: what the compiler fills in and the loader relies on.
// ManifestReader.h turns JSON into this and verifies every index, size and
// expression once, so that nobody after it has to check again; ManifestWriter.h
// prints it, byte for byte the same for equal data. docs/package-format.md and
// schema/manifest.schema.json describe the JSON.
//
// Indices are positions in the vector named in the comment. Sizes are bytes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFEST_H
#define QDC_PACKAGE_MANIFEST_H

#include "qdc/SizeExpr/SizeExpr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qdc {

/// Rank of an array or global, and nesting of a kernel's graph, at most.
inline constexpr uint32_t kMaximumRank = 8;
inline constexpr uint32_t kMaximumGraphDepth = 64;

/// The version that this source tree writes. A reader takes every minor of its
/// major up to its own, and a newer minor unless `requires` names a feature it
/// lacks.
inline constexpr uint32_t kManifestMajor = 1;
inline constexpr uint32_t kManifestMinor = 1;

/// An element of an array or a scalar. `index` is a signed 64-bit integer, `i1`
/// is one byte, 0 or 1.
enum class ElementType : uint8_t { i1, i8, i16, i32, i64, index, f16, bf16, f32, f64 };

/// Bytes of one element: 1, 2, 4 or 8.
uint64_t elementSize(ElementType type);

/// How a producer wants an integer to be shown and parsed; the IR has no sign.
enum class Signedness : uint8_t { signedInteger, unsignedInteger };

enum class Access : uint8_t { none, read, write, readWrite };

struct SourceLocation {
  std::string file;  // the input's recorded name, or what the source's loc("...") says
  uint32_t line = 0; // from 1; 0: unknown
  uint32_t column = 0;
};

/// A dimension whose extent is known at launch only.
inline constexpr int64_t kDynamicDimension = -1;

enum class ArgumentKind : uint8_t { array, scalar };

struct Argument {
  std::string name;
  std::string group; // empty: none
  ArgumentKind kind = ArgumentKind::scalar;
  ElementType type = ElementType::i32;
  Signedness signedness = Signedness::signedInteger;
  // The rest is for arrays.
  std::vector<int64_t> shape; // kDynamicDimension where not static
  Access access = Access::none;
  bool mayAlias = false; // two arrays that both say so may overlap
};

/// A scalar that the kernel returns; it lies in the workspace as a word.
struct KernelResult {
  ElementType type = ElementType::i32;
  Signedness signedness = Signedness::signedInteger;
  uint64_t workspaceOffset = 0;
};

enum class GlobalInitial : uint8_t {
  zero,  // all bytes 0
  splat, // every element has the bytes of `splatBits`
  data,  // bytes `dataOffset` and on of the package's data entry
};

/// Device state that lives as long as the loaded package.
struct Global {
  std::string name;
  ElementType type = ElementType::i32;
  std::vector<int64_t> shape; // static
  bool isExternal = false;    // bound by the loader's user, not owned
  bool isConstant = false;    // never written
  bool isPublic = true;       // reachable by name from the loader
  GlobalInitial initial = GlobalInitial::zero;
  uint64_t splatBits = 0;
  uint64_t dataOffset = 0;
};

enum class SiteKind : uint8_t { assertion, print, loop };

/// A place in the source that can report at run time.
struct Site {
  SiteKind kind = SiteKind::assertion;
  SourceLocation location;
  std::string message; // assertion: the text; print: the format, one {} for each value; loop: its name or empty
  std::vector<ElementType> valueTypes; // print: the types of the values
};

/// A loop or a run of serial statements as the user wrote it.
struct SourceLoop {
  std::string name; // from name("..."), or empty
  SourceLocation location;
};

enum class TaskKind : uint8_t { parallel, serial };

/// One device launch.
struct Task {
  std::string name; // unique in its kernel
  TaskKind kind = TaskKind::serial;
  SourceLocation location;
  std::vector<uint32_t> sourceLoops;    // of the kernel
  SizeExpr extent;                      // iterations, none where it is below 1; the constant 1 for a serial task
  uint32_t blockDim = 0;                // hint; 0: none
  uint32_t operations = 0;              // estimate for one iteration; from it the loader chooses a chunk
  std::vector<uint32_t> readArrays;     // arguments, ascending
  std::vector<uint32_t> writtenArrays;  // arguments, ascending
  std::vector<uint32_t> readGlobals;    // globals, ascending
  std::vector<uint32_t> writtenGlobals; // globals, ascending
};

/// Where a launch takes the value of a slot from (KernelABI.h).
enum class SlotKind : uint8_t {
  array,         // index: argument; its address with the byte offset applied
  dim,           // index: argument, axis
  scalar,        // index: argument
  global,        // index: global
  workspace,     // offset: bytes from the start of the instance's workspace
  errorRecord,   // qd_error_record of the launch
  printBuffer,   // qd_print_buffer of the launch
  seed,          // launch option
  launchOrdinal, // counts the launches of a kernel on a device
};

struct SlotSource {
  SlotKind kind = SlotKind::array;
  uint32_t index = 0;
  uint32_t axis = 0;
  uint64_t offset = 0;
};

enum class NodeKind : uint8_t {
  task,    // run one task
  doWhile, // body once, then again while *flag != 0
  whileDo, // before; leave when the condition word is 0; body; again
  repeat,  // for (i = lower; i < upper; i += step) body, i in the induction word
  branch,  // body when the condition word is not 0, else the other body
};

/// The flag of a doWhile: an integer array of rank 0 or a global.
struct FlagSource {
  bool isGlobal = false;
  uint32_t index = 0; // argument or global
};

/// A node of a kernel's graph. Words are byte offsets into the workspace.
struct Node {
  NodeKind kind = NodeKind::task;
  uint32_t task = 0; // task
  uint32_t site = 0; // doWhile: of kind loop; whileDo, repeat: likewise

  FlagSource flag;                       // doWhile
  std::optional<SizeExpr> maximum;       // doWhile: iterations; below 1 counts as 1
  bool maximumIsError = false;           // doWhile: reaching it with the flag still set is QD_ERROR_LOOP_MAXIMUM
  std::optional<uint64_t> iterationWord; // doWhile: receives the number of iterations (i64)

  std::vector<Node> before;                   // whileDo: computes the condition
  uint64_t conditionWord = 0;                 // whileDo, branch: low byte 0 or 1
  std::optional<SizeExpr> lower, upper, step; // repeat; a step below 1 is an error of the launch
  std::optional<uint64_t> inductionWord;      // repeat: i64

  std::vector<Node> body;     // doWhile, whileDo, repeat, branch
  std::vector<Node> elseBody; // branch
};

/// One block of device memory for each instance, aligned to
/// QDC_ALLOCATION_ALIGNMENT, zeroed when it is made.
struct Workspace {
  SizeExpr bytes;              // from arguments and shapes only
  uint64_t readbackOffset = 0; // results lie in [readbackOffset, readbackOffset + readbackBytes)
  uint64_t readbackBytes = 0;
};

/// A value of a scalar argument for which this kernel's code was made.
struct SpecializedValue {
  uint32_t argument = 0;
  uint64_t bits = 0; // as a slot holds it
};

enum class GraphMode : uint8_t { automatic, always, never };

/// One kernel, or the code of one for given scalars: kernels of one name follow
/// each other, the general one last.
struct Kernel {
  std::string name;
  SourceLocation location;
  std::vector<SpecializedValue> specializedValues; // empty: the general one
  std::vector<Argument> arguments;
  std::vector<KernelResult> results;
  std::vector<SourceLoop> sourceLoops;
  std::vector<Task> tasks;
  std::vector<Node> graph; // run in order
  Workspace workspace;
  GraphMode graphMode = GraphMode::automatic;
};

/// How a kernel of a GPU receives its slots (KernelABI.h).
enum class SlotPassing : uint8_t {
  values, // each slot is a parameter
  memory, // the one parameter is the device address of the slots
};

/// How many blocks a launch whose extent is known has.
enum class GridSize : uint8_t {
  iterations, // as many as there is work for
  resident,   // of these, no more than run at once: what a block does once is worth more than balance
};

/// How a GPU runs an entry point (KernelABI.h): as any number of blocks of `blockThreads` threads, in subgroups;
/// `threadsPerIteration` of them work on each iteration of the task, and where there are more iterations than groups of
/// threads, each thread has `iterationsPerThread` under way.
struct LaunchShape {
  uint32_t blockThreads = 0; // a multiple of threadsPerIteration, 1024 at most
  uint32_t threadsPerIteration = 1; // 1, or a subgroup; QDC_REDUCE_LANES where there is none
  uint32_t subgroupWidth = 0; // threads that the device runs in step: 32 or 64; 0: the code counts on no number
  SlotPassing slotPassing = SlotPassing::values;
  GridSize grid = GridSize::iterations;
  uint32_t iterationsPerThread = 1; // 1 or more; 1 where threadsPerIteration is not
  bool waitsForDependencies = false; // all its threads do, before they touch memory: it may be launched ahead of them
};

/// An array of which each thread has a copy while a private form runs.
struct PrivateArray {
  uint32_t slot = 0; // of the entry point; its array has no other slot there
  std::string mergeSymbol; // of the image
  uint64_t neutralBits = 0; // of an element of a copy into which nothing is folded yet
};

/// Code for an entry point's task that folds into copies, without atomics (KernelABI.h).
struct PrivateForm {
  std::string symbol;
  uint32_t atomics = 1; // estimate of what one iteration saves; from it the loader chooses the form
  std::vector<PrivateArray> arrays;
};

/// A symbol of an image: the code of one or more tasks of one kernel.
struct EntryPoint {
  std::string symbol;
  uint32_t kernel = 0; // of the manifest
  std::vector<uint32_t> tasks; // of the kernel, in the order they run
  std::vector<SlotSource> slots;
  std::optional<LaunchShape> launch = {}; // none: a CPU entry point
  std::optional<PrivateForm> privateForm = {}; // of its one task, a parallel one
};

/// Machine code for one target. Its bytes are the package entry of kind `image`
/// with the same position among the images.
struct Image {
  std::string target; // as the user spells it: cpu:x86-64-v3
  std::string variant; // empty, or the checks compiled in
  std::vector<std::string> features; // processor features that the code uses, as LLVM spells them, sorted
  uint32_t kernelABIVersion = 0;
  std::string mathLibrary; // name and version; empty: no math function is called
  std::string digest; // SHA-256 of the image's bytes, lower-case hexadecimal
  std::optional<std::string> assembler = {}; // name and version of the program that made the code; none: qdc itself did
  std::vector<EntryPoint> entryPoints;
};

struct Manifest {
  uint32_t major = kManifestMajor;
  uint32_t minor = kManifestMinor;
  std::string producer; // "qdc 0.1.0"
  std::string sourceDigest; // SHA-256 of the source text
  std::optional<std::string> optionsDigest = {}; // SHA-256 of the options that decide the bytes; none: nobody tells
  std::vector<std::string> requires_; // features without which a reader must refuse; JSON: requires
  uint64_t dataBytes = 0; // size of the package's data entry; 0: there is none
  std::string dataDigest; // SHA-256 of the data entry; empty: there is none
  std::vector<Global> globals;
  std::vector<Site> sites;
  std::vector<Kernel> kernels;
  std::vector<Image> images;
};

} // namespace qdc

#endif // QDC_PACKAGE_MANIFEST_H
