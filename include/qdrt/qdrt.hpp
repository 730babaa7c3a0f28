//===- qdrt.hpp - run kernels that qdc compiled, in C++ ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C++17 wrapper of qdrt.h, which is the specification; nothing here but
// ownership, types and exceptions. Header only: it uses the C functions alone,
// so that compiler and flags may differ from those of libqdrt.
//
//   qdrt::Device device = qdrt::Device::open("cpu");
//   qdrt::Package package(device, "saxpy.fatbin");
//   qdrt::Kernel saxpy = package.kernel("saxpy");
//   const std::vector<float> x(1000, 1);
//   std::vector<float> y(1000, 2);
//   saxpy(x, y, 2.5);                        // host arrays of rank 1
//   qdrt::Array<float> u(device, {64, 64});  // or memory of the device
//   std::vector<float> v(64 * 64);
//   heat(u, qdrt::View(v, {64, 64}));        // or host memory of another shape
//
// A failing call throws qdrt::Error with the status and the message. Owners
// (Device, Stream, Event, Package, Array) are movable, not copyable; Kernel, View
// and Span are cheap and refer to what they were made from. The rules for threads
// are those of qdrt.h.
//
// An argument is given as
//  - a bool for an i1;
//  - any other integer for a scalar of any integer type that holds the value, and
//    for an f32 or f64 that holds it exactly;
//  - a float or double for an f32 or f64, as C++ converts one to the other: a
//    double is rounded to the nearest float. A finite one beyond all floats is
//    refused, and so is any floating-point number for an integer;
//  - an Array, for memory of the device;
//  - what has data() and size() (a vector, std::array, std::span, an array of the
//    language), for an array of rank 1 in memory of the host;
//  - a View, for all else: what has data() and size() with other extents, memory
//    by its address, f16 and bf16.
// Elements of 64 bits fit arrays of i64 and of index. An array that the kernel
// writes is not given as const, nor as a container that ends with the call.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_QDRT_HPP
#define QDRT_QDRT_HPP

#include "qdrt/arguments.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace qdrt {

/// When a timeline semaphore of Vulkan reaches a value.
struct VulkanPoint {
  void *semaphore = nullptr; // a VkSemaphore
  uint64_t value = 0;
};

/// Owns a handle of the C interface.
template <typename Handle, void (*destroy)(Handle)>
class Owner {
public:
  Owner() = default;
  explicit Owner(Handle owned) : handle(owned) {}
  Owner(Owner &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Owner &operator=(Owner &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Owner() { destroy(handle); }

  /// The handle, which stays owned here.
  Handle get() const noexcept { return handle; }

protected:
  Handle handle = nullptr;
};

class Device : public Owner<qdrt_device, qdrt_device_close> {
public:
  /// `threads`: of a CPU device; 0: QDRT_THREADS, or one for each processor. `cache`: a folder that keeps what the
  /// device's driver compiles; NULL: QDRT_CACHE, or none.
  static Device open(const std::string &spelling = "cpu", uint32_t threads = 0, const char *cache = nullptr) {
    qdrt_device_options options = {sizeof(options), threads, cache};
    Device device;
    check(qdrt_device_open_by_name(spelling.c_str(), &options, &device.handle));
    return device;
  }
  /// By what the caller made of it with the driver, which outlives the device.
  static Device adopt(const qdrt_native_device &native, const char *cache = nullptr) {
    qdrt_device_options options = {sizeof(options), 0, cache};
    Device device;
    check(qdrt_device_adopt(&native, &options, &device.handle));
    return device;
  }
  qdrt_device_info describe() const {
    qdrt_device_info info = {};
    info.size = sizeof(info);
    check(qdrt_device_describe(handle, &info));
    return info;
  }
  qdrt_code_counters codeCounters() const {
    qdrt_code_counters counters = {};
    counters.size = sizeof(counters);
    check(qdrt_device_code_counters(handle, &counters));
    return counters;
  }
  void synchronize() const { check(qdrt_device_synchronize(handle)); }
  void reset() const { check(qdrt_device_reset(handle)); }

  // Of a Vulkan device that was adopted (vulkan.h).
  /// Later work on the stream waits for a semaphore of the caller's.
  void waitForVulkan(const VulkanPoint &point, qdrt_stream stream = nullptr) const {
    check(qdrt_vulkan_stream_wait(handle, stream, point.semaphore, point.value));
  }
  /// A semaphore of the caller's is raised when the work now on the stream is done.
  void signalVulkan(const VulkanPoint &point, qdrt_stream stream = nullptr) const {
    check(qdrt_vulkan_stream_signal(handle, stream, point.semaphore, point.value));
  }
  /// When the work now on the stream is done; the semaphore is the stream's.
  VulkanPoint vulkanPoint(qdrt_stream stream = nullptr) const {
    VulkanPoint point;
    check(qdrt_vulkan_stream_point(handle, stream, &point.semaphore, &point.value));
    return point;
  }
};

class Stream : public Owner<qdrt_stream, qdrt_stream_destroy> {
public:
  explicit Stream(const Device &on) : device(on.get()) { check(qdrt_stream_create(device, &handle)); }
  /// Over a stream of the caller, which outlives it.
  static Stream adopt(const Device &on, void *native) {
    qdrt_stream adopted = nullptr;
    check(qdrt_stream_adopt(on.get(), native, &adopted));
    return Stream(on.get(), adopted);
  }
  /// The device is still open.
  void synchronize() const { check(qdrt_stream_synchronize(device, handle)); }
  /// The same. From any thread.
  void stop() const { check(qdrt_stream_stop(device, handle)); }

private:
  Stream(qdrt_device on, qdrt_stream adopted) : Owner(adopted), device(on) {}

  qdrt_device device;
};

class Event : public Owner<qdrt_event, qdrt_event_destroy> {
public:
  explicit Event(const Device &device) { check(qdrt_event_create(device.get(), &handle)); }
  void record(qdrt_stream stream = nullptr) const { check(qdrt_event_record(handle, stream)); }
  void makeWait(qdrt_stream stream) const { check(qdrt_stream_wait(stream, handle)); }
  void synchronize() const { check(qdrt_event_synchronize(handle)); }
  /// Seconds from `start` to this event.
  double since(const Event &start) const {
    double seconds = 0;
    check(qdrt_event_elapsed(start.handle, handle, &seconds));
    return seconds;
  }
};

/// Memory of a device with a type and a shape; zeroed at first.
template <typename T>
class Array : public Owner<qdrt_buffer, qdrt_buffer_free> {
public:
  Array(const Device &device, Shape ofArray) : extents(ofArray) {
    check(qdrt_buffer_allocate(device.get(), extents.elements() * sizeof(T), &handle));
  }
  /// Writes the values on the default stream: launches on others wait for that by an event, or are given an array that
  /// write() filled on their own stream.
  Array(const Device &device, Shape ofArray, Span<const T> values) : Array(device, ofArray) { write(values); }

  /// Over a range of a VkBuffer of the caller's, which outlives it and has room for the shape (vulkan.h).
  static Array importVulkan(const Device &device, Shape ofArray, qdrt_vulkan_buffer range) {
    range.size = sizeof(range);
    if (range.bytes / sizeof(T) < ofArray.elements())
      throw Error(QDRT_INVALID_ARGUMENT, "the array has " + std::to_string(ofArray.elements()) + " elements of " +
                                             std::to_string(sizeof(T)) + " bytes; the range to import has " +
                                             std::to_string(range.bytes) + " bytes");
    Array array(ofArray);
    check(qdrt_vulkan_buffer_import(device.get(), &range, &array.handle));
    return array;
  }
  /// Where it lies, for a program that draws from it.
  qdrt_vulkan_buffer exportVulkan() const {
    qdrt_vulkan_buffer range = {};
    range.size = sizeof(range);
    check(qdrt_vulkan_buffer_export(handle, &range));
    return range;
  }

  const Shape &shape() const { return extents; }
  size_t size() const { return extents.elements(); }
  T *address() { return static_cast<T *>(qdrt_buffer_address(handle)); }
  const T *address() const { return static_cast<const T *>(qdrt_buffer_address(handle)); }

  /// `values` are the first ones of the array. They are written in the order of `stream`, the default one if it is
  /// NULL, which work on other streams does not wait for.
  void write(Span<const T> values, qdrt_stream stream = nullptr) {
    check(qdrt_buffer_write(handle, 0, values.data(), values.bytes(), stream));
  }
  void read(Span<T> values, qdrt_stream stream = nullptr) const {
    check(qdrt_buffer_read(handle, 0, values.data(), values.bytes(), stream));
  }
  std::vector<T> read(qdrt_stream stream = nullptr) const {
    std::vector<T> values(size());
    read(Span<T>(values), stream);
    return values;
  }
  void fill(T value, qdrt_stream stream = nullptr) {
    check(qdrt_buffer_fill(handle, 0, size() * sizeof(T), &value, sizeof(T), stream));
  }

private:
  explicit Array(Shape ofArray) : extents(ofArray) {}

  Shape extents;
};

/// Options of a launch; the defaults are those of qdrt_launch_options.
struct LaunchOptions {
  qdrt_stream stream = nullptr;
  uint64_t seed = 0;
  uint64_t maximumIterations = 0;
  std::optional<uint64_t> ordinal = {}; // none: it counts the kernel's launches
  const char *loops = nullptr; // a strategy, or "auto"; NULL: as QDRT_LOOP or the source says
};

/// The same for the C interface, valid as long as `options`.
inline qdrt_launch_options rawOptions(const LaunchOptions &options) {
  qdrt_launch_options raw = {};
  raw.size = sizeof(raw);
  raw.seed = options.seed;
  raw.ordinal = options.ordinal.value_or(0);
  raw.set_ordinal = options.ordinal ? 1 : 0;
  raw.maximum_iterations = options.maximumIterations;
  raw.loops = options.loops;
  return raw;
}

/// A kernel of a package, which outlives it.
class Kernel {
public:
  explicit Kernel(qdrt_kernel kernel) : handle(kernel), rules(rulesOf(kernel)) {}
  qdrt_kernel get() const { return handle; }
  std::string name() const { return qdrt_kernel_name(handle); }

  /// One argument for each of the kernel's, in its order, as the head of this file says. QDRT_INVALID_ARGUMENT: another
  /// number of them, or one that does not fit, by name; also a const one that the kernel writes.
  template <typename... Arguments>
  void launch(const LaunchOptions &options, Arguments &&...arguments) const {
    launchAll<sizeof...(Arguments)>(options, {{given(std::forward<Arguments>(arguments))...}});
  }
  template <typename... Arguments>
  void operator()(Arguments &&...arguments) const {
    launch({}, std::forward<Arguments>(arguments)...);
  }

  /// The bytes of workspace that a launch with these arguments needs; QDRT_UNSUPPORTED where its tasks compute some.
  template <typename... Arguments>
  uint64_t workspaceBytes(Arguments &&...arguments) const {
    uint64_t bytes = 0;
    check(qdrt_workspace_query(
        handle, listOf<sizeof...(Arguments)>({{given(std::forward<Arguments>(arguments))...}}).data(), &bytes));
    return bytes;
  }

  /// Launches on the stream have their temporaries in these bytes of the buffer, of which they keep a share, from
  /// `offset` on, a multiple of 64. What workspaceBytes() says is enough; a launch that needs more is
  /// QDRT_OUT_OF_MEMORY.
  void bindWorkspace(qdrt_buffer buffer, uint64_t offset, uint64_t bytes, qdrt_stream stream = nullptr) const {
    check(qdrt_workspace_bind(handle, stream, buffer, offset, bytes));
  }
  /// They have memory of the library again.
  void unbindWorkspace(qdrt_stream stream = nullptr) const { bindWorkspace(nullptr, 0, 0, stream); }

  /// Result `index` of the last launch on the stream, for which it waits. T is bool for i1, float for f32, double for
  /// f64, an integer of its size for another integer or index, and uint16_t for the bits of f16 and bf16. Another T is
  /// QDRT_INVALID_ARGUMENT. So is the call of a thread that launched the kernel there, where another thread has since:
  /// threads that want results take a stream each.
  template <typename T>
  T result(uint32_t index = 0, qdrt_stream stream = nullptr) const {
    qdrt_type type = QDRT_I1;
    int isUnsigned = 0;
    check(qdrt_kernel_result(handle, index, &type, &isUnsigned));
    if (!holds<T>(type))
      throw Error(QDRT_INVALID_ARGUMENT, "result " + std::to_string(index) + " of kernel '" + name() + "' is '" +
                                             qdrt_type_name(type) + "'; it can't be taken as '" +
                                             qdrt_type_name(elementType<T>()) + "'");
    std::vector<qdrt_scalar> values(qdrt_kernel_result_count(handle));
    check(qdrt_kernel_results(handle, stream, values.data(), static_cast<uint32_t>(values.size())));
    T value;
    std::memcpy(&value, &values[index], sizeof(value));
    return value;
  }
  qdrt_counters counters() const {
    qdrt_counters read = {};
    read.size = sizeof(read);
    check(qdrt_kernel_counters(handle, &read));
    return read;
  }

  /// The nodes of the graph that the last launch on the stream replayed; their pointers live until the next one.
  std::vector<qdrt_graph_node_info> graph(qdrt_stream stream = nullptr) const {
    uint32_t count = 0;
    check(qdrt_graph_node_count(handle, stream, &count));
    std::vector<qdrt_graph_node_info> nodes(count);
    for (uint32_t index = 0; index < count; ++index) {
      nodes[index].size = sizeof(nodes[index]);
      check(qdrt_graph_node(handle, stream, index, &nodes[index]));
    }
    return nodes;
  }
  /// The same in the language of Graphviz.
  std::string graphDot(qdrt_stream stream = nullptr) const {
    const char *text = nullptr;
    check(qdrt_graph_dot(handle, stream, &text));
    return text;
  }

private:
  using Given = View::Given;
  using Kind = View::Kind;

  /// What decides how an argument may be given.
  struct Rule {
    qdrt_type type;
    bool isArray, isWritten, isUnsigned;
  };
  using Rules = std::vector<Rule>;

  static std::shared_ptr<const Rules> rulesOf(qdrt_kernel kernel) {
    auto made = std::make_shared<Rules>(qdrt_kernel_argument_count(kernel));
    for (size_t index = 0; index < made->size(); ++index) {
      qdrt_argument_info info = describe(kernel, index);
      (*made)[index] = {info.type, info.kind == QDRT_ARRAY, (info.access & QDRT_ACCESS_WRITE) != 0,
                        info.is_unsigned != 0};
    }
    return made;
  }
  static qdrt_argument_info describe(qdrt_kernel kernel, size_t index) {
    qdrt_argument_info info = {};
    info.size = sizeof(info);
    check(qdrt_kernel_argument(kernel, static_cast<uint32_t>(index), &info));
    return info;
  }

  // Scalars and arrays are given as they are; what else is no view yet becomes one that lives until the launch returns.
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  static Given given(T value) {
    return View::scalar(value);
  }
  template <typename T>
  static Given given(Array<T> &array) {
    return View::array(array.address(), array.shape(), QDRT_MEMORY_DEVICE);
  }
  template <typename T>
  static Given given(const Array<T> &array) {
    return View::array(array.address(), array.shape(), QDRT_MEMORY_DEVICE);
  }
  static Given given(const View &view) { return view.here(); }

  template <typename T>
  static constexpr bool holds(qdrt_type type) {
    if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>)
      return type == elementType<T>();
    else
      return type == elementType<T>() || (type == QDRT_INDEX && sizeof(T) == 8) ||
             ((type == QDRT_F16 || type == QDRT_BF16) && std::is_same_v<T, uint16_t>);
  }

  Error refusal(size_t index, const std::string &finding) const {
    return {QDRT_INVALID_ARGUMENT,
            std::string("argument '") + describe(handle, index).name + "' of kernel '" + name() + "' " + finding};
  }

  /// The argument as the kernel takes it, if its type is another. What does not fit stays as it is: the launch says so.
  qdrt_argument converted(size_t index, const Given &from) const {
    const Rule &rule = (*rules)[index];
    Given to = from;
    if (!View::convert(to, rule.type, rule.isUnsigned))
      throw refusal(index, "is given a value that '" + std::string(qdrt_type_name(rule.type)) + "' does not hold");
    return to.argument;
  }

  qdrt_argument argument(size_t index, const Given &from) const {
    const Rule &rule = (*rules)[index];
    if (rule.isArray != (from.kind == Kind::array))
      throw refusal(index, rule.isArray ? "is an array, and is given a scalar" : "is a scalar, and is given an array");
    if (from.isConst && rule.isWritten)
      throw refusal(index, "is written, and is given as const or as a temporary; it takes memory that may change");
    return from.argument.type == rule.type ? from.argument : converted(index, from);
  }

  /// As the kernel takes them.
  template <size_t count>
  std::array<qdrt_argument, count> listOf(const std::array<Given, count> &arguments) const {
    std::array<qdrt_argument, count> list = {};
    if (rules->size() == count)
      for (size_t index = 0; index < count; ++index)
        list[index] = argument(index, arguments[index]);
    else if (handle)
      throw Error(QDRT_INVALID_ARGUMENT, "kernel '" + name() + "' takes " + std::to_string(rules->size()) +
                                             " arguments, not " + std::to_string(count));
    return list;
  }

  template <size_t count>
  void launchAll(const LaunchOptions &options, const std::array<Given, count> &arguments) const {
    const std::array<qdrt_argument, count> list = listOf(arguments);
    const qdrt_launch_options raw = rawOptions(options);
    check(qdrt_kernel_launch(handle, list.data(), options.stream, &raw));
  }

  qdrt_kernel handle;
  std::shared_ptr<const Rules> rules;
};

/// Which code of a package is taken; the defaults are those of qdrt_package_options.
struct PackageOptions {
  std::string target = {}; // "cpu:x86-64-v2"; empty: QDRT_TARGET, or else the best
  std::string variant = {}; // the checks compiled in, "bounds,arithmetic"; empty: code without
};

class Package : public Owner<qdrt_package, qdrt_package_unload> {
public:
  Package(const Device &device, const std::string &path, const PackageOptions &options = {}) {
    const qdrt_package_options raw = rawOptions(options);
    check(qdrt_package_load(device.get(), path.c_str(), &raw, &handle));
  }
  /// From memory, which may go away afterwards.
  Package(const Device &device, Span<const std::byte> bytes, const PackageOptions &options = {}) {
    const qdrt_package_options raw = rawOptions(options);
    check(qdrt_package_load_memory(device.get(), bytes.data(), bytes.size(), &raw, &handle));
  }
  Kernel kernel(const std::string &name) const {
    qdrt_kernel found = nullptr;
    check(qdrt_package_find_kernel(handle, name.c_str(), &found));
    return Kernel(found);
  }
  /// All of a global: `values` has its size.
  template <typename T>
  void readGlobal(const std::string &name, Span<T> values, qdrt_stream stream = nullptr) const {
    check(qdrt_package_read_global(handle, name.c_str(), values.data(), values.bytes(), stream));
  }
  template <typename T>
  void writeGlobal(const std::string &name, Span<const T> values, qdrt_stream stream = nullptr) const {
    check(qdrt_package_write_global(handle, name.c_str(), values.data(), values.bytes(), stream));
  }

private:
  /// Valid as long as `options`.
  static qdrt_package_options rawOptions(const PackageOptions &options) {
    return {sizeof(qdrt_package_options), options.target.empty() ? nullptr : options.target.c_str(),
            options.variant.c_str()};
  }
};

} // namespace qdrt

#endif // QDRT_QDRT_HPP
