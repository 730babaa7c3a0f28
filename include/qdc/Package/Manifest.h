//===- Manifest.h - What a package says about its kernels -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manifest as data: what the compiler fills in and the loader relies on.
// ManifestReader.h turns JSON into this and verifies every index, size and
// expression once, so that nothing after it has to check again; ManifestWriter.h
// prints it, byte for byte the same for equal data. docs/package-format.md and
// schema/manifest.schema.json describe the JSON.
//
// Indices are positions in the vector named in the comment, of the same module.
// Sizes are bytes. Kinds of slots and nodes and types of elements stand in one
// list each, from which names, keys and checks follow: SlotKinds.def (ABI),
// NodeKinds.def, ElementTypes.def.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFEST_H
#define QDC_PACKAGE_MANIFEST_H

#include "qdc/ABI/SlotKinds.h"
#include "qdc/SizeExpr/SizeExpr.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qdc {

/// Rank of an array or global, and nesting of a kernel's graph, at most.
inline constexpr uint32_t kMaximumRank = 8;
inline constexpr uint32_t kMaximumGraphDepth = 64;

/// The version that this source tree writes. A reader takes every minor of its
/// major up to its own, and a newer minor unless `requires` names a feature it
/// lacks.
inline constexpr uint32_t kManifestMajor = 2;
inline constexpr uint32_t kManifestMinor = 0;

/// An element of an array or a scalar. `index` is a signed 64-bit integer, `i1`
/// is one byte, 0 or 1.
enum class ElementType : uint8_t {
#define QDC_ELEMENT_TYPE(NAME, BYTES, IS_INTEGER) NAME,
#include "qdc/Package/ElementTypes.def"
};

/// Bytes of one element: 1, 2, 4 or 8.
uint64_t elementSize(ElementType type);
bool isIntegerType(ElementType type);

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

/// What an argument is for.
enum class ArgumentRole : uint8_t {
  primal,  // what the source says
  shadow,  // the adjoint of a primal argument
  tangent, // the tangent of a primal argument
  seed,    // the adjoint or tangent of a result
};

/// What the source says of one extent of an array argument.
struct NamedExtent {
  std::string text;               // as written, for messages; "?": nothing
  std::optional<SizeExpr> extent; // what it has to be, of arguments and shapes only; none: any
};
/// The text without an extent.
inline constexpr std::string_view kFreeExtent = "?";

struct Argument {
  std::string name;
  std::string group; // empty: none
  ArgumentKind kind = ArgumentKind::scalar;
  ArgumentRole role = ArgumentRole::primal;
  ElementType type = ElementType::i32;
  Signedness signedness = Signedness::signedInteger;
  // The rest is for arrays.
  std::vector<int64_t> shape; // kDynamicDimension where not static
  Access access = Access::none;
  bool mayAlias = false; // two arrays that both say so may overlap
  std::vector<NamedExtent> dims = {}; // one for each axis, or none for all
  std::string doc = {}; // of any kind: what it is, for callers; empty: nothing
};

/// A scalar that the kernel returns; it lies in region 0 of the workspace as a word.
struct KernelResult {
  std::string name = {}; // unique in its kernel; empty: none
  ElementType type = ElementType::i32;
  Signedness signedness = Signedness::signedInteger;
  uint64_t workspaceOffset = 0;
};

enum class GlobalInitial : uint8_t {
  zero,  // all bytes 0
  splat, // every element has the bytes of `splatBits`
  data,  // bytes `dataOffset` and on of the module's data entry
};

/// Device state that lives as long as the loaded package. Public names are unique in it.
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

enum class SiteKind : uint8_t { assertion, print, loop, check, adstack };

/// A place in the source that can report at run time.
struct Site {
  SiteKind kind = SiteKind::assertion;
  SourceLocation location;
  std::string message; // assertion: the text; print, check: the format, a {} for each value; loop: its name or empty;
                       // adstack: the task that pushes
  std::vector<ElementType> valueTypes; // print, check: the types of the values
};

/// A loop or a run of serial statements as the user wrote it.
struct SourceLoop {
  std::string name; // from name("..."), or empty
  SourceLocation location;
};

enum class TaskKind : uint8_t { parallel, serial };

/// Why the compiler left a parallel loop apart from the one before it; FusionObstacle.h has them in words.
enum class FusionObstacle : uint8_t {
#define QDC_FUSION_OBSTACLE(NAME, TEXT) NAME,
#include "qdc/Package/FusionObstacles.def"
};

/// A neighbour before a parallel task that is none with it.
struct NotFused {
  FusionObstacle reason = FusionObstacle::statement;
  SourceLocation with; // the loop before it
  std::vector<uint32_t> arrays; // arguments in which iterations may meet: two where they may overlap
};

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
  std::vector<uint32_t> readRegions = {};    // of the kernel's workspace, but region 0, ascending
  std::vector<uint32_t> writtenRegions = {}; // likewise
  uint32_t reductions = 0;              // values that a parallel task reduces
  std::optional<NotFused> notFused = {}; // of a parallel task
};

/// The source of a slot. The kind's operands (SlotKinds.def) say which members count.
struct SlotSource {
  SlotKind kind = SlotKind::array;
  uint32_t index = 0;  // an argument, a global, a region of the workspace, a node in pre-order, or a level
  uint32_t axis = 0;
  uint64_t offset = 0; // bytes from the start of the region
};

/// NodeKinds.def says what each runs.
enum class NodeKind : uint8_t {
#define QDC_NODE_KIND(NAME, ...) NAME,
#include "qdc/Package/NodeKinds.def"
};

enum class NodeOperand : uint8_t {
#define QDC_NODE_OPERAND(NAME) NAME,
#include "qdc/Package/NodeKinds.def"
};

constexpr uint32_t bitsOf(std::initializer_list<NodeOperand> operands) {
  uint32_t bits = 0;
  for (NodeOperand operand : operands)
    bits |= uint32_t{1} << static_cast<unsigned>(operand);
  return bits;
}

/// For each kind of node, its operands.
inline constexpr uint32_t kNodeOperands[] = {
#define QDC_NODE_KIND(NAME, ...)                                                                                       \
  [] {                                                                                                                 \
    using enum NodeOperand;                                                                                            \
    return bitsOf({__VA_ARGS__});                                                                                      \
  }(),
#include "qdc/Package/NodeKinds.def"
};

/// Whether nodes of that kind have that member.
constexpr bool hasOperand(NodeKind kind, NodeOperand operand) {
  return kNodeOperands[static_cast<size_t>(kind)] & bitsOf({operand});
}

constexpr bool isLoop(NodeKind kind) { return hasOperand(kind, NodeOperand::site); }

enum class FlagKind : uint8_t { argument, global, temporary };

/// The flag of a doWhile: an integer array of rank 0.
struct FlagSource {
  FlagKind kind = FlagKind::argument;
  uint32_t index = 0; // argument, global, or temporary of the kernel
};

/// How a loop of a graph is run.
enum class LoopStrategy : uint8_t {
  host,   // the host launches the tasks and reads what decides
  graph,  // the loop is a node of a graph of the device
  replay, // the device, in batches of iterations that the host submits until the loop is over
  block,  // an entry point, with one block of threads
  grid,   // an entry point, with a grid that waits for itself
};
constexpr bool needsEntryPoint(LoopStrategy strategy) { return strategy >= LoopStrategy::block; }
/// Whether code may have one: without it, a graph decides about the loop by other means.
constexpr bool mayHaveEntryPoint(LoopStrategy strategy) {
  return needsEntryPoint(strategy) || strategy == LoopStrategy::graph;
}

/// A node of a kernel's graph. Words are byte offsets into region 0 of the workspace.
/// Nodes have numbers in pre-order: a node, then those in `before`, `body` and `elseBody`.
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

  // doWhile, whileDo, repeat.
  std::optional<uint64_t> countWord;    // where an entry point that runs the loop counts its iterations (i64), among
                                     // what is read back; it starts with 0 for each loop that it covers
  std::optional<LoopStrategy> strategy; // that the source asks for

  std::vector<Node> body; // doWhile, whileDo, repeat, branch
  std::vector<Node> elseBody; // branch
};

/// The words that control reads at this node.
std::vector<uint64_t> wordsThatDecide(const Node &node);

/// How long a region keeps what was written into it.
enum class RegionLifetime : uint8_t {
  instance, // of a kernel on a stream, from launch to launch
  stream, // all kernels of a stream use it, one after the other
  launch, // one launch
  caller, // the caller brings it along
};

/// Who knows how large a region has to be.
enum class SizeSource : uint8_t {
  host, // the loader, before the launch
  word, // tasks of the launch, which leave words in region 0
};

struct RegionSize {
  SizeSource source = SizeSource::host;
  SizeExpr bytes; // host: from arguments and shapes only; word: it may read words too
  uint32_t node = 0; // word: of the top level of the graph. Once it has run, the words stand that `bytes` and extents
                     // of temporaries in the region read, and the region gets its size; nothing uses it earlier

  bool operator==(const RegionSize &) const = default;
};

/// A block of device memory of the workspace, zeroed when it is made.
struct WorkspaceRegion {
  std::string name; // unique in its kernel, with those that an image adds
  uint64_t alignment = 0; // a power of two, QDC_ALLOCATION_ALIGNMENT at most
  RegionLifetime lifetime = RegionLifetime::instance;
  RegionSize size;

  bool operator==(const WorkspaceRegion &) const = default;
};

/// Region 0 of every kernel: its words, partial results and what is read back. Of lifetime instance, its size from the
/// host.
inline constexpr std::string_view kWordsRegion = "words";
WorkspaceRegion makeWordsRegion(SizeExpr bytes);

/// The memory of a kernel besides its arguments.
struct Workspace {
  std::vector<WorkspaceRegion> regions = {makeWordsRegion(SizeExpr())};
  uint64_t readbackOffset = 0; // results lie in [readbackOffset, readbackOffset + readbackBytes) of region 0
  uint64_t readbackBytes = 0;

  bool operator==(const Workspace &) const = default;
  /// The size of region 0.
  const SizeExpr &wordsBytes() const { return regions.front().size.bytes; }
};

/// An array of a kernel's own, at the start of a region of the workspace. What it holds is undefined until it is
/// written. Temporaries of one region are not in use at the same time; the region is as large as the largest of them.
struct Temporary {
  SourceLocation location;
  ElementType type = ElementType::i32;
  std::vector<SizeExpr> extents; // a value below 0 is the launch's error; words are read only where the size of the
                                 // region does
  uint32_t region = 0; // of the kernel's workspace, but region 0
};

/// How a derivative adds to the elements of a shadow (docs/differentiation.md).
enum class AccumulationKind : uint8_t {
  plain, // load, add, store: no two iterations add to one element
  gather, // a loop over elements adds up what iterations have for each
  reduce, // one element gets the sum of all iterations, in one order
  atomic, // by atomic additions, in no order
};

/// A place that a derivative's reverse sweep adds to a shadow for: a load of the primal array, or for a scalar argument
/// a parallel loop that uses it.
struct Accumulation {
  AccumulationKind kind = AccumulationKind::plain;
  SourceLocation location;
  std::optional<uint32_t> argument; // the shadow, or
  std::optional<uint32_t> global; // this; neither: that of a temporary
};

/// Why a derivative keeps a value for its reverse sweep, and does not compute it again.
enum class KeptReason : uint8_t {
  overwritten, // it was read from an element that is written later
  local, // it was read from an array of an iteration's own
  unrepeatable, // an operation gave it that would give another one: an atomic one
  carried, // a loop carries it, before a trip
  extreme, // of an array, before atomic maxima or minima and after them
};

/// Values that a derivative keeps, all of one place in the source: in a temporary, or in memory of each iteration of a
/// task's own.
struct KeptValue {
  KeptReason reason = KeptReason::overwritten;
  SourceLocation location;
  std::optional<SourceLocation> write; // overwritten: where
  std::optional<uint32_t> temporary; // of the kernel; or
  std::optional<uint32_t> task; // this, and
  std::optional<uint64_t> bytes; // how many in each iteration
};

/// A word that decides about control, and that follows from arguments and from counters: who leads the loops around the
/// control that reads it may compute `value` and leave the word in memory alone.
struct KnownWord {
  uint64_t word = 0;
  SizeExpr value; // of arguments, shapes, and induction words of loops that are around all control that reads the word
  std::optional<uint32_t> task = {}; // writes nothing but known words that control alone reads, from what `value` is
                                     // made of: it need not run for whoever computes them all
};

/// A value of a scalar argument for which this kernel's code was made.
struct SpecializedValue {
  uint32_t argument = 0;
  uint64_t bits = 0; // as a slot holds it
};

enum class GraphMode : uint8_t { automatic, always, never };

/// What makes a kernel a checked variant.
struct CheckedCode {
  std::string variant; // which checks, as the images with its code have it
  uint32_t checks = 0; // places that have code for a check
  uint32_t proven = 0; // places that need none
};

/// One kernel, or the code of one for given scalars, or with checks: those of one name and variant stand in one module
/// and follow each other, the general one last. Images with a variant run the kernels of that variant alone.
struct Kernel {
  std::string name;
  std::string doc = {}; // what it does, for callers; empty: nothing
  SourceLocation location;
  std::optional<CheckedCode> checked = {}; // none: the plain code
  std::vector<SpecializedValue> specializedValues; // empty: the general one
  std::vector<Argument> arguments;
  std::vector<KernelResult> results;
  std::vector<SourceLoop> sourceLoops;
  std::vector<Task> tasks;
  std::vector<Node> graph; // run in order
  std::vector<KnownWord> knownWords = {}; // words ascend
  Workspace workspace;
  std::vector<Temporary> temporaries = {};
  std::vector<Accumulation> accumulations = {}; // of a derivative in reverse mode
  std::vector<KeptValue> keptValues = {}; // likewise
  GraphMode graphMode = GraphMode::automatic;
};

/// Empty for plain code.
inline std::string_view variantOf(const Kernel &kernel) {
  return kernel.checked ? std::string_view(kernel.checked->variant) : std::string_view();
}

/// A kernel's graph with the numbers of its nodes.
struct NumberedGraph {
  struct Entry {
    const Node *node = nullptr;
    uint32_t end = 0; // the number after those of all that it holds
  };
  explicit NumberedGraph(const std::vector<Node> &graph);

  std::vector<Entry> nodes;
};

/// How a kernel of a GPU receives its slots (KernelABI.h).
enum class SlotPassing : uint8_t {
  values, // each slot is a parameter
  memory, // the one parameter is the device address of the slots
};

/// How many blocks a launch whose extent is known has.
enum class GridSize : uint8_t {
  iterations, // as many as there is work for
  resident, // of these, no more than run at once: what a block does once is worth more than balance
  single, // one: the threads of a block wait for each other
  cooperative, // of these, no more than run at once, and all of them do: they wait for each other
};

/// The launch kind `grid`: how a GPU runs an entry point (KernelABI.h): as any number of blocks of `blockThreads`
/// threads, in subgroups; `threadsPerIteration` of them work on each iteration of the task, and where there are more
/// iterations than groups of threads, each thread has `iterationsPerThread` under way.
struct LaunchShape {
  uint32_t blockThreads = 0; // 1024 at most; whole subgroups where threadsPerIteration is not 1
  uint32_t threadsPerIteration = 1; // 1, a subgroup (QDC_REDUCE_LANES where there is none), or blockThreads
  uint32_t subgroupWidth = 0; // threads that the device runs in lockstep: 32 or 64; 0: the code counts on no number
  SlotPassing slotPassing = SlotPassing::values;
  GridSize grid = GridSize::iterations;
  uint32_t iterationsPerThread = 1; // 1 or more; 1 where threadsPerIteration is not
  /// Each thread waits, before it touches memory, for the launches before this one: it may start before those end.
  bool waitsForDependencies = false;
};

/// An array of which each thread has a copy while a private form runs.
struct PrivateArray {
  uint32_t slot = 0; // of the entry point; its array has no other slot there
  std::string mergeSymbol; // of the image
  uint64_t neutralBits = 0; // of an element of a copy into which nothing is folded yet
};

/// Code for a CPU's entry point that folds into copies, without atomics (KernelABI.h).
struct PrivateForm {
  std::string symbol;
  uint32_t atomics = 1; // estimate of what one iteration saves; from it the loader chooses the form
  std::vector<PrivateArray> arrays;
};

/// The launch kind `cpu`: a qd_cpu_entry.
struct CPULaunch {
  std::optional<PrivateForm> privateForm = {}; // of its one task, a parallel one
};

/// In the order of LaunchKind.
using Launch = std::variant<CPULaunch, LaunchShape>;
enum class LaunchKind : uint8_t { cpu, grid };
inline LaunchKind kindOf(const Launch &launch) { return static_cast<LaunchKind>(launch.index()); }
/// NULL: the kind is another.
inline const LaunchShape *gridOf(const Launch &launch) { return std::get_if<LaunchShape>(&launch); }
/// NULL: there is none.
inline const PrivateForm *privateFormOf(const Launch &launch) {
  const CPULaunch *cpu = std::get_if<CPULaunch>(&launch);
  return cpu && cpu->privateForm ? &*cpu->privateForm : nullptr;
}

enum class CoverageKind : uint8_t {
  tasks, // of the kernel, in the order they run
  node, // all that a node of the kernel's graph runs, that node among it
  end, // of an iteration of a loop: the last tasks in it, and what decides about the next one
};

/// What an entry point runs.
struct Coverage {
  CoverageKind kind = CoverageKind::tasks;
  std::vector<uint32_t> tasks;
  uint32_t node = 0; // node, end: of the loop
  uint32_t lastTasks = 0; // end: so many, 1 or more, which are the last nodes of its body, of a whileDo's `before`;
                          // none but the first of them is parallel
};

/// The tasks that an entry point for the end of an iteration runs, in order; none: there are not so many.
std::vector<uint32_t> lastTasks(const Node &loop, uint32_t count);

/// A symbol of an image: the code of a part of one kernel.
struct EntryPoint {
  std::string symbol;
  uint32_t kernel = 0;
  Coverage covers;
  std::vector<SlotSource> slots;
  Launch launch = {};
};

/// A region that an image needs for one of the kernels, besides the kernel's own, which its number comes after.
struct ImageRegion {
  uint32_t kernel = 0;
  WorkspaceRegion region;
};

/// A way in which an image can run a loop. A loop may have several; `host` is there for every loop whose tasks have
/// entry points of their own, said or not.
struct LoopCode {
  uint32_t kernel = 0;
  uint32_t node = 0; // of the kernel's graph
  LoopStrategy strategy = LoopStrategy::host;
  std::optional<uint32_t> entryPoint = {}; // of the image, if needsEntryPoint(); it covers the node, or with `graph`
                                           // the end of an iteration, and there may be none
};

/// Machine code for one target. Its bytes are the package entry of kind `image`
/// with the same position among the images of all modules.
struct Image {
  std::string target; // as the user spells it: cpu:x86-64-v3
  std::string variant; // empty, or the checks compiled in: that of the kernels that it runs
  std::vector<std::string> features; // processor features that the code uses, as LLVM spells them, sorted
  uint32_t kernelABIVersion = 0;
  std::string mathLibrary; // name and version; empty: no math function is called
  std::string digest; // SHA-256 of the image's bytes, lower-case hexadecimal
  std::optional<std::string> assembler = {}; // name and version of the program that made the code; none: qdc itself did
  std::vector<ImageRegion> regions;
  std::vector<EntryPoint> entryPoints;
  std::vector<LoopCode> loops;
};

/// What one compilation made. Modules share nothing, so that packages are merged without a look at their code.
struct Module {
  std::string sourceDigest; // SHA-256 of the source text
  std::optional<std::string> optionsDigest = {}; // SHA-256 of the options that decide the bytes; none: not said
  uint64_t dataBytes = 0; // size of the module's data entry; 0: there is none
  std::string dataDigest; // SHA-256 of the data entry; empty: there is none
  std::vector<Global> globals;
  std::vector<Site> sites;
  std::vector<Kernel> kernels;
  std::vector<Image> images;
};

struct Manifest {
  uint32_t major = kManifestMajor;
  uint32_t minor = kManifestMinor;
  std::string producer; // "qdc 0.1.0"
  std::vector<std::string> requires_; // features without which a reader must refuse; JSON: requires
  std::vector<Module> modules; // one or more
};

} // namespace qdc

#endif // QDC_PACKAGE_MANIFEST_H
