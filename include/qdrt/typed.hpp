//===- typed.hpp - kernels whose arguments have types -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the headers that `qdc header` writes for C++ share, and what their users
// give. A header has a struct for each kernel, whose members are its arguments:
//
//   kernels::Package package(device, "kernels.fatbin");
//   package.saxpy.launch({.x = x, .y = y, .a = 2.5f});                         // C++20
//   package.saxpy.launch(qdrt::set<kernels::saxpy>().x(x).y(y).a(2.5f));       // C++17
//   package.saxpy(x, y, 2.5f);                                                 // by place
//
// An argument of another type or rank, and one that is left out, do not compile.
// Neither does an array whose extents the program's types know, where the kernel
// takes others; all other extents are checked by the launch, as those of all
// launches are. An argument is given as
//
//   In, InOut  an array that the kernel reads alone, and one that it writes: what
//              has data() and size(), for rank 1; an array of the language, of any
//              rank; a Ranked; a RankedArray; a variable, for rank 0. What the
//              kernel writes is neither const nor a temporary.
//   Scalar     a floating-point number for f32 and f64, an integer for an integer,
//              a bool for i1. An integer that the type does not hold is refused by
//              the launch, where its own type may hold such.
//
// Elements are those of the kernel: float is no double, and an unsigned integer no
// signed one.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_TYPED_HPP
#define QDRT_TYPED_HPP

#include "qdrt/qdrt.hpp"

#include <tuple>

namespace qdrt {

/// An extent that is known when the program runs.
inline constexpr int64_t any = QDRT_DYNAMIC;

/// The bits of floating-point numbers of 16 bits, which C++17 has no types for.
struct Float16 {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};
/// Stand for the type `index` of kernels, whose values are int64_t or, where the kernel calls it unsigned, uint64_t.
struct Index;
struct UnsignedIndex;

/// What a type of a kernel is in C++: `type`, and `code` for the C interface.
template <typename T>
struct Element {
  using type = T;
  static constexpr qdrt_type code = elementType<T>();
};
template <>
struct Element<Float16> {
  using type = Float16;
  static constexpr qdrt_type code = QDRT_F16;
};
template <>
struct Element<BFloat16> {
  using type = BFloat16;
  static constexpr qdrt_type code = QDRT_BF16;
};
template <>
struct Element<Index> {
  using type = int64_t;
  static constexpr qdrt_type code = QDRT_INDEX;
};
template <>
struct Element<UnsignedIndex> {
  using type = uint64_t;
  static constexpr qdrt_type code = QDRT_INDEX;
};

/// Whether elements of type Given are those of type Taken: the same type, or another integer of the same size and sign.
template <typename Given, typename Taken>
inline constexpr bool isElement =
    std::is_same_v<Given, Taken> ||
    (std::is_integral_v<Given> && std::is_integral_v<Taken> && !std::is_same_v<Given, bool> &&
     !std::is_same_v<Taken, bool> && sizeof(Given) == sizeof(Taken) &&
     std::is_signed_v<Given> == std::is_signed_v<Taken>);

/// Memory of a rank, `T` const or not, that somebody else owns.
template <typename T, size_t rank>
class Ranked {
public:
  /// `memory` is QDRT_MEMORY_HOST or QDRT_MEMORY_DEVICE.
  Ranked(T *data, const std::array<int64_t, rank> &shape, uint32_t memory)
      : start(data), extents(shape), place(memory) {}

  T *data() const { return start; }
  const std::array<int64_t, rank> &shape() const { return extents; }
  uint32_t memory() const { return place; }

private:
  T *start;
  std::array<int64_t, rank> extents;
  uint32_t place;
};

/// Host memory of what has data() and size(), with these extents, whose product is the number of elements:
/// QDRT_INVALID_ARGUMENT if it is not.
template <typename Container, typename... Extents>
auto ranked(Container &values, Extents... extents) {
  constexpr size_t rank = sizeof...(Extents);
  const std::array<int64_t, rank> shape = {static_cast<int64_t>(extents)...};
  if (!Shape(Span<const int64_t>(shape)).hasElements(std::size(values)))
    throw Error(QDRT_INVALID_ARGUMENT, "a host array of " + std::to_string(std::size(values)) +
                                           " elements is given extents with another product");
  return Ranked<std::remove_pointer_t<decltype(std::data(values))>, rank>(std::data(values), shape, QDRT_MEMORY_HOST);
}

/// An array of a device, whose rank is `rank`: QDRT_INVALID_ARGUMENT if it is not.
template <size_t rank, typename T>
std::array<int64_t, rank> shapeOf(const Array<T> &array) {
  if (array.shape().rank() != rank)
    throw Error(QDRT_INVALID_ARGUMENT, "an array of rank " + std::to_string(array.shape().rank()) +
                                           " is given where one of rank " + std::to_string(rank) + " is taken");
  std::array<int64_t, rank> shape = {};
  for (size_t axis = 0; axis < rank; ++axis)
    shape[axis] = array.shape().data()[axis];
  return shape;
}
template <size_t rank, typename T>
Ranked<T, rank> ranked(Array<T> &array) {
  return {array.address(), shapeOf<rank>(array), QDRT_MEMORY_DEVICE};
}
template <size_t rank, typename T>
Ranked<const T, rank> ranked(const Array<T> &array) {
  return {array.address(), shapeOf<rank>(array), QDRT_MEMORY_DEVICE};
}

/// An Array whose rank is a part of its type: RankedArray<float, 2> u(device, {64, 64}).
template <typename T, size_t rank>
class RankedArray : public Array<T> {
public:
  RankedArray(const Device &device, const std::array<int64_t, rank> &shape)
      : Array<T>(device, Shape(Span<const int64_t>(shape))), extents(shape) {}

  Ranked<T, rank> all() { return {this->address(), extents, QDRT_MEMORY_DEVICE}; }
  Ranked<const T, rank> all() const { return {this->address(), extents, QDRT_MEMORY_DEVICE}; }

private:
  std::array<int64_t, rank> extents;
};

/// What the descriptions of all arguments of elements `T` have, for qdrt_package_find_interface.
template <typename T>
constexpr qdrt_argument_info describeArgument(const char *name, qdrt_argument_kind kind) {
  using Value = typename Element<T>::type;
  qdrt_argument_info info = {};
  info.size = sizeof(info);
  info.name = name;
  info.group = "";
  info.kind = kind;
  info.type = Element<T>::code;
  info.is_unsigned = std::is_unsigned_v<Value> && !std::is_same_v<Value, bool>;
  return info;
}

/// An argument that is an array of elements `T` with these extents, `any` or static. See In and InOut.
template <typename T, bool isWritten, int64_t... extents>
class ArrayArgument {
  using Value = typename Element<T>::type;
  using Held = std::conditional_t<isWritten, Value, const Value>;
  static constexpr size_t rank = sizeof...(extents);

  /// Whether a pointer to Given may be taken.
  template <typename Given>
  static constexpr bool isTaken =
      isElement<std::remove_const_t<Given>, Value> && (!isWritten || !std::is_const_v<Given>);
  /// What a Container && points to: what is const, or a temporary, is const.
  template <typename Container>
  using Pointed = std::remove_pointer_t<decltype(std::data(
      std::declval<std::conditional_t<std::is_lvalue_reference_v<Container>, Container, const Container &>>()))>;

public:
  /// What has data() and size(), in memory of the host.
  template <
      typename Container, typename Given = Pointed<Container>,
      std::enable_if_t<rank == 1 && isTaken<Given> && !std::is_array_v<std::remove_reference_t<Container>>, int> = 0>
  ArrayArgument(Container &&values)
      : ArrayArgument(std::data(values), {static_cast<int64_t>(std::size(values))}, QDRT_MEMORY_HOST) {
    checkSize<std::decay_t<Container>>(0);
  }
  /// An array of the language.
  template <typename Array, size_t count, typename Given = std::remove_all_extents_t<Array>,
            std::enable_if_t<rank == std::rank_v<Array> + 1 && isTaken<Given>, int> = 0>
  ArrayArgument(Array (&values)[count])
      : ArrayArgument(reinterpret_cast<Given *>(&values), languageShape<Array[count]>(std::make_index_sequence<rank>()),
                      QDRT_MEMORY_HOST) {
    static_assert(hasExtents<Array[count]>(std::make_index_sequence<rank>()),
                  "the kernel takes an array of other extents");
  }
  /// A variable.
  template <typename Given, std::enable_if_t<rank == 0 && isTaken<Given>, int> = 0>
  ArrayArgument(Given &variable) : ArrayArgument(&variable, {}, QDRT_MEMORY_HOST) {}
  template <typename Given, std::enable_if_t<isTaken<Given>, int> = 0>
  ArrayArgument(const Ranked<Given, rank> &memory) : ArrayArgument(memory.data(), memory.shape(), memory.memory()) {}
  template <typename Given, std::enable_if_t<isTaken<Given>, int> = 0>
  ArrayArgument(RankedArray<Given, rank> &array) : ArrayArgument(array.all()) {}
  template <typename Given, std::enable_if_t<isTaken<const Given>, int> = 0>
  ArrayArgument(const RankedArray<Given, rank> &array) : ArrayArgument(array.all()) {}

  /// For the C interface; valid as long as this.
  qdrt_argument get() const {
    qdrt_argument argument = {};
    argument.type = Element<T>::code;
    argument.rank = rank;
    argument.memory = place;
    argument.shape = shape.data();
    argument.data = const_cast<Value *>(start);
    return argument;
  }
  static constexpr qdrt_argument_info describe(const char *name) {
    qdrt_argument_info info = describeArgument<T>(name, QDRT_ARRAY);
    info.rank = rank;
    info.shape = kExtents.data();
    info.access = isWritten ? QDRT_ACCESS_WRITE : QDRT_ACCESS_READ;
    return info;
  }

private:
  static constexpr std::array<int64_t, rank> kExtents = {extents...};

  template <typename Given>
  ArrayArgument(Given *data, const std::array<int64_t, rank> &given, uint32_t memory)
      : start(reinterpret_cast<Held *>(data)), shape(given), place(memory) {}

  template <typename Container>
  static constexpr auto checkSize(int) -> std::enable_if_t<(std::tuple_size<Container>::value >= 0)> {
    static_assert(kExtents[0] == any || kExtents[0] == static_cast<int64_t>(std::tuple_size_v<Container>),
                  "the kernel takes an array of another extent");
  }
  template <typename Container>
  static constexpr void checkSize(...) {}
  template <typename Array, size_t... axes>
  static constexpr std::array<int64_t, rank> languageShape(std::index_sequence<axes...>) {
    return {static_cast<int64_t>(std::extent_v<Array, axes>)...};
  }
  template <typename Array, size_t... axes>
  static constexpr bool hasExtents(std::index_sequence<axes...>) {
    return ((kExtents[axes] == any || kExtents[axes] == static_cast<int64_t>(std::extent_v<Array, axes>)) && ...);
  }

  Held *start;
  std::array<int64_t, rank> shape;
  uint32_t place;
};

/// An array that the kernel only reads.
template <typename T, int64_t... extents>
using In = ArrayArgument<T, false, extents...>;
/// An array that the kernel writes.
template <typename T, int64_t... extents>
using InOut = ArrayArgument<T, true, extents...>;

/// An argument that is a number of type `T`.
template <typename T>
class Scalar {
  using Value = typename Element<T>::type;
  template <typename Given>
  static constexpr bool isInteger = std::is_integral_v<Given> && !std::is_same_v<Given, bool>;

public:
  template <typename Given, std::enable_if_t<std::is_same_v<Given, Value> || (isInteger<Given> && isInteger<Value>) ||
                                                 (std::is_floating_point_v<Given> && std::is_floating_point_v<Value>),
                                             int> = 0>
  constexpr Scalar(Given given) : value(held(given)) {}

  qdrt_argument get() const {
    qdrt_argument argument = {};
    argument.type = Element<T>::code;
    std::memcpy(&argument.value, &value, sizeof(value));
    return argument;
  }
  static constexpr qdrt_argument_info describe(const char *name) { return describeArgument<T>(name, QDRT_SCALAR); }

private:
  template <typename Given>
  static constexpr Value held(Given given) {
    if constexpr (std::is_arithmetic_v<Given>) {
      const Value made = static_cast<Value>(given);
      if constexpr (isInteger<Given>)
        if (static_cast<Given>(made) != given || (made < Value(0)) != (given < Given(0)))
          throw Error(QDRT_INVALID_ARGUMENT, std::string("a scalar is given a value that '") +
                                                 qdrt_type_name(Element<T>::code) + "' does not hold");
      return made;
    } else {
      return given;
    }
  }

  Value value;
};

/// The value of a result.
template <typename T>
typename Element<T>::type resultOf(const qdrt_scalar &scalar) {
  typename Element<T>::type value;
  std::memcpy(&value, &scalar, sizeof(value));
  return value;
}
template <typename T>
constexpr qdrt_result_info describeResult(const char *name) {
  using Value = typename Element<T>::type;
  return {sizeof(qdrt_result_info), Element<T>::code, std::is_unsigned_v<Value> && !std::is_same_v<Value, bool>, name};
}

/// What a header says of the kernel whose arguments are `Arguments`: its name kName, what arguments() and results()
/// are, list() of given arguments for the C interface, take() of results, and Setters, by which set() works.
template <typename Arguments>
struct Interface;

/// The first arguments of a kernel, which named setters gave.
template <typename Arguments, typename... Given>
struct GivenArguments {
  std::tuple<Given...> values;

  operator Arguments() const {
    return std::apply([](const Given &...each) { return Arguments{each...}; }, values);
  }

protected:
  /// With argument number `place`.
  template <size_t place, typename Argument>
  auto qdrt_add(const Argument &value) const {
    static_assert(place == sizeof...(Given), "set the arguments in the kernel's order, each once");
    return typename Interface<Arguments>::template Setters<Given..., Argument>{
        {std::tuple_cat(values, std::make_tuple(value))}};
  }
};

/// The arguments of a kernel by name, in the kernel's order: set<saxpy>().x(x).y(y).a(2.5f).
template <typename Arguments>
auto set() {
  return typename Interface<Arguments>::template Setters<>{};
}

/// A kernel of a package, which outlives it, with the interface that the program was compiled for.
template <typename Arguments>
class TypedKernel {
  using Own = Interface<Arguments>;

public:
  /// Error with QDRT_INCOMPATIBLE where the package's kernel takes or gives something else.
  explicit TypedKernel(const Package &package) {
    static constexpr auto arguments = Own::arguments();
    static constexpr auto results = Own::results();
    const qdrt_interface expected = {sizeof(expected), Own::kName,       arguments.size(),
                                     results.size(),   arguments.data(), results.data()};
    check(qdrt_package_find_interface(package.get(), &expected, &handle));
  }

  /// As Kernel::launch.
  void launch(const Arguments &arguments) const { submit(arguments, nullptr, nullptr); }
  void launch(const LaunchOptions &options, const Arguments &arguments) const {
    const qdrt_launch_options raw = rawOptions(options);
    submit(arguments, options.stream, &raw);
  }
  /// With one argument for each of the kernel's, in its order.
  template <typename... Given>
  void operator()(Given &&...given) const {
    launch(Arguments{std::forward<Given>(given)...});
  }

  /// The results of the last launch on the stream, for which it waits, as Kernel::result does.
  auto results(qdrt_stream stream = nullptr) const {
    std::array<qdrt_scalar, Own::results().size()> values = {};
    check(qdrt_kernel_results(handle, stream, values.data(), static_cast<uint32_t>(values.size())));
    return Own::take(values);
  }

  qdrt_kernel get() const { return handle; }
  /// The same without types, for what a launch leaves beside results.
  Kernel kernel() const { return Kernel(handle); }

private:
  void submit(const Arguments &arguments, qdrt_stream stream, const qdrt_launch_options *options) const {
    const auto list = Own::list(arguments);
    check(qdrt_kernel_launch(handle, list.data(), stream, options));
  }

  qdrt_kernel handle = nullptr;
};

} // namespace qdrt

#endif // QDRT_TYPED_HPP
