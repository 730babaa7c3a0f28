//===- qdrt.hpp - run kernels that qdc compiled, in C++ ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C++20 wrapper of qdrt.h, which is the specification; nothing here but
// ownership, types and exceptions. Header only: it uses the C functions alone,
// so that compiler and flags may differ from those of libqdrt.
//
//   qdrt::Device device = qdrt::Device::open("cpu");
//   qdrt::Package package(device, "saxpy.fatbin");
//   qdrt::Kernel saxpy = package.kernel("saxpy");
//   std::vector<float> x(1000, 1), y(1000, 2);
//   saxpy(x, y, 2.0f);                       // host arrays of rank 1
//   qdrt::Array<float> u(device, {64, 64});  // or memory of the device
//
// A failing call throws qdrt::Error with the status and the message. Owners
// (Device, Stream, Event, Package, Array) are movable, not copyable; Kernel and
// View are cheap and refer to what they were made from. The rules for threads
// are those of qdrt.h.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_QDRT_HPP
#define QDRT_QDRT_HPP

#include "qdrt/qdrt.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace qdrt {

/// What a failing call throws; what() is qdrt_last_error().
class Error : public std::runtime_error {
public:
  Error(qdrt_status status, const char *message) : std::runtime_error(message), code(status) {}
  qdrt_status status() const noexcept { return code; }

private:
  qdrt_status code;
};

/// Throws unless the status is QDRT_OK.
inline void check(qdrt_status status) {
  if (status != QDRT_OK)
    throw Error(status, qdrt_last_error());
}

/// The element type of a C++ type. Unsigned integers are the signless type of their size.
template <typename T>
constexpr qdrt_type elementType() {
  using U = std::remove_cv_t<T>;
  static_assert(std::is_arithmetic_v<U> && sizeof(U) <= 8, "kernels have no such element type");
  if constexpr (std::same_as<U, bool>)
    return QDRT_I1;
  else if constexpr (std::floating_point<U>)
    return sizeof(U) == 4 ? QDRT_F32 : QDRT_F64;
  else
    return sizeof(U) == 1 ? QDRT_I8 : sizeof(U) == 2 ? QDRT_I16 : sizeof(U) == 4 ? QDRT_I32 : QDRT_I64;
}

/// Owns a handle of the C interface.
template <typename Handle, void (*destroy)(Handle)>
class Owner {
public:
  Owner() = default;
  explicit Owner(Handle handle) : handle(handle) {}
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
  /// `threads`: of a CPU device; 0: QDRT_THREADS, or one for each processor.
  static Device open(const std::string &spelling = "cpu", uint32_t threads = 0) {
    qdrt_device_options options = {sizeof(options), threads};
    Device device;
    check(qdrt_device_open_by_name(spelling.c_str(), &options, &device.handle));
    return device;
  }
  /// In a context of the caller, which outlives the device.
  static Device adopt(qdrt_backend backend, void *context) {
    Device device;
    check(qdrt_device_adopt(backend, context, nullptr, &device.handle));
    return device;
  }
  qdrt_device_info describe() const {
    qdrt_device_info info = {};
    info.size = sizeof(info);
    check(qdrt_device_describe(handle, &info));
    return info;
  }
  void synchronize() const { check(qdrt_device_synchronize(handle)); }
  void reset() const { check(qdrt_device_reset(handle)); }
};

class Stream : public Owner<qdrt_stream, qdrt_stream_destroy> {
public:
  explicit Stream(const Device &device) : device(device.get()) { check(qdrt_stream_create(device.get(), &handle)); }
  /// Over a stream of the caller, which outlives it.
  static Stream adopt(const Device &device, void *native) {
    qdrt_stream adopted = nullptr;
    check(qdrt_stream_adopt(device.get(), native, &adopted));
    return Stream(device.get(), adopted);
  }
  /// The device is still open.
  void synchronize() const { check(qdrt_stream_synchronize(device, handle)); }

private:
  Stream(qdrt_device device, qdrt_stream adopted) : device(device) { handle = adopted; }

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

/// Extents of an array, by value.
class Shape {
public:
  Shape() = default;
  Shape(std::initializer_list<int64_t> list) : Shape(std::span<const int64_t>(list.begin(), list.size())) {}
  explicit Shape(std::span<const int64_t> list) : count(static_cast<uint32_t>(list.size())) {
    if (list.size() > QDRT_MAX_RANK)
      throw Error(QDRT_INVALID_ARGUMENT, "arrays have rank 0 to 8");
    for (size_t axis = 0; axis < list.size(); ++axis)
      extents[axis] = list[axis];
  }
  uint32_t rank() const { return count; }
  const int64_t *data() const { return extents.data(); }
  size_t elements() const {
    size_t product = 1;
    for (uint32_t axis = 0; axis < count; ++axis)
      product *= static_cast<size_t>(extents[axis]);
    return product;
  }

private:
  std::array<int64_t, QDRT_MAX_RANK> extents = {};
  uint32_t count = 0;
};

/// Memory of a device with a type and a shape; zeroed at first.
template <typename T>
class Array : public Owner<qdrt_buffer, qdrt_buffer_free> {
public:
  Array(const Device &device, Shape shape) : extents(shape) {
    check(qdrt_buffer_allocate(device.get(), extents.elements() * sizeof(T), &handle));
  }
  Array(const Device &device, Shape shape, std::span<const T> values) : Array(device, shape) { write(values); }

  const Shape &shape() const { return extents; }
  size_t size() const { return extents.elements(); }
  T *address() const { return static_cast<T *>(qdrt_buffer_address(handle)); }

  /// `values` are the first ones of the array.
  void write(std::span<const T> values, qdrt_stream stream = nullptr) {
    check(qdrt_buffer_write(handle, 0, values.data(), values.size_bytes(), stream));
  }
  void read(std::span<T> values, qdrt_stream stream = nullptr) const {
    check(qdrt_buffer_read(handle, 0, values.data(), values.size_bytes(), stream));
  }
  std::vector<T> read(qdrt_stream stream = nullptr) const {
    std::vector<T> values(size());
    read(values, stream);
    return values;
  }
  void fill(T value, qdrt_stream stream = nullptr) {
    check(qdrt_buffer_fill(handle, 0, size() * sizeof(T), &value, sizeof(T), stream));
  }

private:
  Shape extents;
};

/// One argument of a launch: a scalar, or an array that somebody else owns.
class View {
public:
  template <typename T>
    requires std::is_arithmetic_v<T>
  View(T value) : argument(scalarArgument(value)) {}
  template <typename T>
  View(const Array<T> &array) : View(array.address(), array.shape(), QDRT_MEMORY_DEVICE) {}
  /// Host memory of rank 1.
  template <typename T>
  View(std::span<T> values)
      : View(const_cast<std::remove_const_t<T> *>(values.data()), {static_cast<int64_t>(values.size())},
             QDRT_MEMORY_HOST) {}
  template <typename T>
    requires(!std::same_as<T, bool>)
  View(std::vector<T> &values) : View(std::span<T>(values)) {}
  template <typename T>
    requires(!std::same_as<T, bool>)
  View(const std::vector<T> &values) : View(std::span<const T>(values)) {}
  /// Memory of that shape; `memory` is QDRT_MEMORY_HOST or QDRT_MEMORY_DEVICE.
  template <typename T>
  View(T *data, Shape shape, uint32_t memory) : argument(memoryArgument(data, shape, memory)), extents(shape) {}

  /// For the C interface; valid as long as this view.
  qdrt_argument get() const {
    qdrt_argument result = argument;
    result.shape = extents.data();
    return result;
  }
  /// The same memory or value as another element type, for those that C++ lacks: index, f16, bf16.
  View as(qdrt_type type) const {
    View other = *this;
    other.argument.type = type;
    return other;
  }

private:
  friend class Kernel;

  template <typename T>
  static qdrt_argument scalarArgument(T value) {
    qdrt_argument argument = {};
    argument.type = elementType<T>();
    std::memcpy(&argument.value, &value, sizeof(value));
    return argument;
  }
  // Valid as long as `shape`.
  template <typename T>
  static qdrt_argument memoryArgument(T *data, const Shape &shape, uint32_t memory) {
    qdrt_argument argument = {};
    argument.type = elementType<T>();
    argument.rank = shape.rank();
    argument.memory = memory;
    argument.shape = shape.data();
    argument.data = data;
    return argument;
  }

  qdrt_argument argument; // but for its shape, which get() sets
  Shape extents;
};

/// Options of a launch; zeros are the defaults.
struct LaunchOptions {
  qdrt_stream stream = nullptr;
  uint64_t seed = 0;
  uint64_t maximumIterations = 0;
};

/// A kernel of a package, which outlives it.
class Kernel {
public:
  explicit Kernel(qdrt_kernel handle) : handle(handle) {}
  qdrt_kernel get() const { return handle; }
  std::string name() const { return qdrt_kernel_name(handle); }

  /// One argument for each of the kernel's, in its order; another number of them is QDRT_INVALID_ARGUMENT.
  template <typename... Arguments>
  void launch(const LaunchOptions &options, const Arguments &...arguments) const {
    launchAll(options, {argumentOf(arguments)...});
  }
  template <typename... Arguments>
  void operator()(const Arguments &...arguments) const {
    launch({}, arguments...);
  }

  /// Result `index` of the last launch on the stream, whose type is T.
  template <typename T>
  T result(uint32_t index = 0, qdrt_stream stream = nullptr) const {
    std::vector<qdrt_scalar> values(qdrt_kernel_result_count(handle));
    check(qdrt_kernel_results(handle, stream, values.data(), static_cast<uint32_t>(values.size())));
    qdrt_type type = QDRT_I1;
    int isUnsigned = 0;
    check(qdrt_kernel_result(handle, index, &type, &isUnsigned));
    if (qdrt_type_bytes(type) != sizeof(T))
      throw Error(QDRT_INVALID_ARGUMENT, "the result has another size than the type asked for");
    T value;
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(qdrt_scalar));
    std::memcpy(&value, &values[index], sizeof(value));
    return value;
  }
  qdrt_counters counters() const {
    qdrt_counters counters = {};
    counters.size = sizeof(counters);
    check(qdrt_kernel_counters(handle, &counters));
    return counters;
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
  // Scalars and arrays are given as they are; what else is no view yet becomes one that lives until the launch returns.
  template <typename T>
    requires std::is_arithmetic_v<T>
  static qdrt_argument argumentOf(T value) {
    return View::scalarArgument(value);
  }
  template <typename T>
  static qdrt_argument argumentOf(const Array<T> &array) {
    return View::memoryArgument(array.address(), array.shape(), QDRT_MEMORY_DEVICE);
  }
  static qdrt_argument argumentOf(const View &view) { return view.get(); }

  void launchAll(const LaunchOptions &options, std::initializer_list<qdrt_argument> arguments) const {
    const uint32_t taken = qdrt_kernel_argument_count(handle);
    if (handle && taken != arguments.size())
      throw Error(QDRT_INVALID_ARGUMENT, ("kernel '" + name() + "' takes " + std::to_string(taken) +
                                          " arguments, not " + std::to_string(arguments.size()))
                                             .c_str());
    qdrt_launch_options raw = {};
    raw.size = sizeof(raw);
    raw.seed = options.seed;
    raw.maximum_iterations = options.maximumIterations;
    check(qdrt_kernel_launch(handle, std::data(arguments), options.stream, &raw));
  }

  qdrt_kernel handle;
};

class Package : public Owner<qdrt_package, qdrt_package_unload> {
public:
  Package(const Device &device, const std::string &path) {
    check(qdrt_package_load(device.get(), path.c_str(), nullptr, &handle));
  }
  /// From memory, which may go away afterwards.
  Package(const Device &device, std::span<const std::byte> bytes) {
    check(qdrt_package_load_memory(device.get(), bytes.data(), bytes.size(), nullptr, &handle));
  }
  Kernel kernel(const std::string &name) const {
    qdrt_kernel found = nullptr;
    check(qdrt_package_find_kernel(handle, name.c_str(), &found));
    return Kernel(found);
  }
  template <typename T>
  void readGlobal(const std::string &name, std::span<T> values, qdrt_stream stream = nullptr) const {
    check(qdrt_package_read_global(handle, name.c_str(), values.data(), values.size_bytes(), stream));
  }
  template <typename T>
  void writeGlobal(const std::string &name, std::span<const T> values, qdrt_stream stream = nullptr) const {
    check(qdrt_package_write_global(handle, name.c_str(), values.data(), values.size_bytes(), stream));
  }
};

} // namespace qdrt

#endif // QDRT_QDRT_HPP
