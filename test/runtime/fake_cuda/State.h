//===- State.h - What the fake driver keeps ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKE_CUDA_STATE_H
#define QDC_TEST_RUNTIME_FAKE_CUDA_STATE_H

#include "FakeCuda.h"

#include "qdc/Support/FileDescriptor.h"

#include <cstdint>
#include <deque>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace fake_cuda {

using Operation = std::function<CUresult()>;

struct Context {
  CUdevice device = 0;
  CUresult error = CUDA_SUCCESS; // that ended it
  int multiprocessors = 0;       // 0: all that the device has

  int multiprocessorCount() const;
};

struct Graph;

struct Node {
  std::vector<Node *> dependencies;
  std::string text; // for the list of calls
  Operation run;
  bool isKernel = false;
  bool isCooperative = false;
  bool startsEarly = false; // has a programmatic edge from another node
  bool isEnabled = true;
  // Of a conditional one.
  CUgraphConditionalHandle condition = 0;
  CUgraphConditionalNodeType type = CU_GRAPH_COND_TYPE_IF;
  std::shared_ptr<Graph> body;
  CUgraph bodyHandle = nullptr;
};

/// What a kernel sets and a conditional node reads.
struct Condition {
  Graph *graph = nullptr; // that has the node
  unsigned value = 0, defaultValue = 0;
  bool startsWithDefault = false; // each launch, whatever earlier ones left; not each time that the node is reached
  bool hasNode = false;
};

struct UserObject {
  void *pointer = nullptr;
  CUhostFn destroy = nullptr;
  unsigned references = 0;
};

struct Graph {
  bool isBody = false; // of a conditional node
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<UserObject *> objects;
};

/// A copy of a graph's nodes and of those in bodies, by the node that each was made from.
struct Executable {
  const Graph *source = nullptr;
  std::vector<Node *> order; // of those in no body
  std::vector<CUgraphConditionalHandle> conditions;
  std::map<Node *, Node> nodes;
  std::vector<UserObject *> objects;
};

struct Stream {
  uint64_t serial = 0; // tells it from a later one at the same address
  Context *context = nullptr;
  std::deque<Operation> pending;
  uint64_t submitted = 0, done = 0;
  std::unique_ptr<Graph> capture; // NULL: not capturing
  std::vector<Node *> captureEnds;
};

struct Event {
  Context *context = nullptr;
  Stream *stream = nullptr; // NULL: never recorded
  uint64_t position = 0;
  double seconds = 0;
};

struct Function {
  std::string name;
  void (*entry)(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure) = nullptr;
  unsigned slotCount = 0;
};

struct CloseLibrary {
  void operator()(void *library) const { dlclose(library); }
};

struct Module {
  Context *context = nullptr;
  /// What `library` was loaded from. Open as long as that is: the number is the name by which the linker knows it.
  qdc::FileDescriptor file;
  std::unique_ptr<void, CloseLibrary> library; // NULL: the module is PTX of the loader's own
  std::map<std::string, Function> functions;
};

struct Link {
  std::string text;
  std::vector<std::byte> code; // of the link, which gives its address away
};

enum class MemoryKind { device, pool, host, managed };

struct Block {
  Context *context = nullptr;
  uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
};

struct Pool {
  Context *context = nullptr;
};

/// Handles are addresses of objects in these lists.
template <typename T>
using Objects = std::map<const void *, std::unique_ptr<T>>;

struct State {
  std::recursive_mutex mutex;
  Settings settings;
  std::string calls;
  std::string failing; // function, or "" for all
  long failingNumber = 0, seen = 0;
  CUresult failingCode = CUDA_SUCCESS;
  bool hasFailed = false;
  std::map<std::string, CUresult> always; // by FAKE_CUDA

  Objects<Context> contexts;
  std::map<CUdevice, std::pair<Context *, long>> primaries; // and how often it is retained
  Objects<Stream> streams;
  Objects<Event> events;
  Objects<Module> modules;
  Objects<Link> links;
  Objects<Graph> graphs;
  Objects<Executable> executables;
  Objects<Pool> pools;
  Objects<UserObject> userObjects;
  std::map<CUgraphConditionalHandle, Condition> conditions;
  std::map<uint64_t, Block> memory; // by address
  std::set<std::pair<const Context *, CUdevice>> peers; // who has access to the memory of which device
  long lost = 0, wrong = 0;
  uint64_t streamsMade = 0;
};
State &state();

/// The stack of contexts of the calling thread.
std::vector<Context *> &currentContexts();
/// The current one; NULL if there is none or it has ended.
Context *currentContext();

/// Notes a call, and gives the code that it is to fail with.
CUresult enter(const char *function, const std::string &details = "");
/// The same for a call that needs a context, whose failure every later call repeats.
CUresult enterContext(const char *function, const std::string &details = "");

template <typename T>
T *find(Objects<T> &objects, const void *handle) {
  auto found = objects.find(handle);
  return found == objects.end() ? nullptr : found->second.get();
}
template <typename T, typename Handle>
T *add(Objects<T> &objects, std::unique_ptr<T> object, Handle *handle) {
  T *made = object.get();
  objects.emplace(made, std::move(object));
  *handle = reinterpret_cast<Handle>(made);
  return made;
}
/// Removes an object; a handle that names none is wrong.
template <typename T>
CUresult remove(Objects<T> &objects, const void *handle) {
  if (objects.erase(handle) != 0)
    return CUDA_SUCCESS;
  ++state().wrong;
  return CUDA_ERROR_INVALID_HANDLE;
}

/// Whether the range lies inside a block of the device, or of page-locked memory.
bool isDeviceRange(CUdeviceptr address, uint64_t bytes);
const Block *blockAt(CUdeviceptr address);

/// A stream of the current context.
CUstream makeStream();
/// Adds work to a stream, or a node to the graph that it captures.
CUresult submit(Stream &stream, Operation operation, std::string text = "");
/// Runs a stream's work up to a position. Its first failure ends the context.
CUresult runUntil(Stream &stream, uint64_t position);
CUresult runAll(Stream &stream);
/// The work of nodes, in an order that their dependencies allow: the later ones first.
CUresult runNodes(std::vector<Node *> nodes);
void releaseObject(UserObject *object, unsigned count);

/// A graph of the program, one that a stream is capturing, or a body in one of these; NULL: it is none.
Graph *findGraph(CUgraph handle);
CUresult addNode(CUgraphNode *handle, CUgraph graphHandle, const CUgraphNode *dependencies, size_t dependencyCount,
                 Node node);
/// The nodes of a graph and of the bodies in it, to an executable.
CUresult copyNodes(const Graph &graph, Executable &made);
/// At the start of a launch.
void startConditions(const std::vector<CUgraphConditionalHandle> &handles);
/// What nodes do in the order of their dependencies, as the executable has them now.
Operation launchOf(const Executable &executable, const std::vector<Node *> &originals);

} // namespace fake_cuda

/// Declares the functions of the table with C linkage, so that a definition with other parameters does not compile.
namespace qdrt::loader::cuda {
extern "C" {
#define QDRT_CUDA_FUNCTION(presence, name, symbol, version, parameters) FAKE_CUDA_API CUresult symbol parameters;
#include "Runtime/CUDA/DriverFunctions.def"
}
} // namespace qdrt::loader::cuda

/// The lock and the checks that every call begins with.
#define FAKE_CUDA_ENTER(...)                                                                                           \
  std::lock_guard lock(state().mutex);                                                                                 \
  if (CUresult code = enter(__func__, ##__VA_ARGS__); code != CUDA_SUCCESS)                                            \
  return code
#define FAKE_CUDA_ENTER_CONTEXT(...)                                                                                   \
  std::lock_guard lock(state().mutex);                                                                                 \
  if (CUresult code = enterContext(__func__, ##__VA_ARGS__); code != CUDA_SUCCESS)                                     \
  return code

#endif // QDC_TEST_RUNTIME_FAKE_CUDA_STATE_H
