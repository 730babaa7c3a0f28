//===- arguments.hpp - what a kernel is given, in C++ -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of qdrt.hpp, which includes it and says how arguments are given.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_ARGUMENTS_HPP
#define QDRT_ARGUMENTS_HPP

#include "qdrt/qdrt.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace qdrt {

/// What a failing call throws; what() is qdrt_last_error().
class Error : public std::runtime_error {
public:
  Error(qdrt_status status, const std::string &message) : std::runtime_error(message), code(status) {}
  qdrt_status status() const noexcept { return code; }

private:
  qdrt_status code;
};

/// Throws unless the status is QDRT_OK.
inline void check(qdrt_status status) {
  if (status != QDRT_OK)
    throw Error(status, qdrt_last_error());
}

/// The element type of a C++ type. Unsigned integers are the signless type of their size. Floating-point numbers of 16
/// bits are given as their bits, uint16_t.
template <typename T>
constexpr qdrt_type elementType() {
  using U = std::remove_cv_t<T>;
  static_assert(std::is_arithmetic_v<U> && sizeof(U) <= 8 && !(std::is_floating_point_v<U> && sizeof(U) == 2),
                "kernels have no such element type");
  if constexpr (std::is_same_v<U, bool>)
    return QDRT_I1;
  else if constexpr (std::is_floating_point_v<U>)
    return sizeof(U) == 4 ? QDRT_F32 : QDRT_F64;
  else
    return sizeof(U) == 1 ? QDRT_I8 : sizeof(U) == 2 ? QDRT_I16 : sizeof(U) == 4 ? QDRT_I32 : QDRT_I64;
}

/// Elements, one after the other, that somebody else owns.
template <typename T>
class Span {
public:
  constexpr Span() = default;
  constexpr Span(T *data, size_t size) : start(data), count(size) {}
  /// Of what has data() and size(), or of an array of the language.
  template <typename Container, typename Pointer = decltype(std::data(std::declval<Container &>())),
            typename = std::enable_if_t<std::is_convertible_v<std::remove_pointer_t<Pointer> (*)[], T (*)[]>>>
  constexpr Span(Container &&container) : Span(std::data(container), std::size(container)) {}

  constexpr T *data() const { return start; }
  constexpr size_t size() const { return count; }
  constexpr size_t bytes() const { return count * sizeof(T); }
  constexpr T *begin() const { return start; }
  constexpr T *end() const { return start + count; }
  constexpr T &operator[](size_t index) const { return start[index]; }

private:
  T *start = nullptr;
  size_t count = 0;
};
template <typename Container>
Span(Container &&) -> Span<std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>>;

/// Extents of an array, by value.
class Shape {
public:
  Shape() = default;
  Shape(std::initializer_list<int64_t> list) : Shape(Span<const int64_t>(list.begin(), list.size())) {}
  explicit Shape(Span<const int64_t> list) : count(static_cast<uint32_t>(list.size())) {
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
  /// Whether the product of the extents is `wanted`, for any extents.
  bool hasElements(size_t wanted) const {
    size_t product = 1;
    bool isEmpty = false, isTooLarge = false;
    for (uint32_t axis = 0; axis < count; ++axis) {
      const auto extent = static_cast<size_t>(extents[axis]);
      if (extents[axis] < 0)
        return false;
      isEmpty |= extent == 0;
      isTooLarge |= extent != 0 && product > std::numeric_limits<size_t>::max() / extent;
      product *= extent;
    }
    return isEmpty ? wanted == 0 : !isTooLarge && product == wanted;
  }

private:
  std::array<int64_t, QDRT_MAX_RANK> extents = {};
  uint32_t count = 0;
};

template <typename T>
class Array;

/// One argument of a launch: a scalar, or an array that somebody else owns.
class View {
public:
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  View(T value) : View(scalar(value)) {}
  template <typename T>
  View(Array<T> &array) : View(array.address(), array.shape(), QDRT_MEMORY_DEVICE) {}
  template <typename T>
  View(const Array<T> &array) : View(array.address(), array.shape(), QDRT_MEMORY_DEVICE) {}
  /// Host memory of rank 1: of what has data() and size(), or of an array of the language. What is const is only read;
  /// so is a container that is a temporary.
  template <typename Container, typename = decltype(std::data(std::declval<Container &>()))>
  View(Container &&values) : View(hostData<Container>(values), rankOne(std::size(values)), QDRT_MEMORY_HOST) {}
  /// The same with other extents, whose product is the number of elements: QDRT_INVALID_ARGUMENT if it is not.
  template <typename Container, typename = decltype(std::data(std::declval<Container &>()))>
  View(Container &&values, Shape shape)
      : View(hostData<Container>(values), filled(shape, std::size(values)), QDRT_MEMORY_HOST) {}
  /// Memory of that shape, which is only read if T is const; `memory` is QDRT_MEMORY_HOST or QDRT_MEMORY_DEVICE.
  template <typename T>
  View(T *data, Shape shape, uint32_t memory) : given(array(data, shape, memory)), extents(shape) {}

  /// For the C interface; valid as long as this view.
  qdrt_argument get() const { return here().argument; }
  /// The same memory or value as another element type, for those that C++ lacks: index, f16, bf16.
  View as(qdrt_type type) const {
    View other = *this;
    other.given.argument.type = type;
    if (given.kind != Kind::array && !isInteger(type))
      other.given.kind = Kind::other;
    return other;
  }

private:
  friend class Kernel;

  enum class Kind : uint8_t { other, signedInteger, unsignedInteger, array }; // other: of scalars

  /// An argument, and what the C interface does not say of it.
  struct Given {
    qdrt_argument argument;
    Kind kind;
    bool isConst; // arrays
  };

  explicit View(const Given &scalar) : given(scalar) {}

  template <typename T>
  static Given scalar(T value) {
    Given made = {};
    made.argument.type = elementType<T>();
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      // To 64 bits, of which each type has the low ones.
      made.argument.value.bits = static_cast<uint64_t>(value);
      made.kind = std::is_signed_v<T> ? Kind::signedInteger : Kind::unsignedInteger;
    } else {
      std::memcpy(&made.argument.value, &value, sizeof(value));
    }
    return made;
  }
  // Valid as long as `shape`.
  template <typename T>
  static Given array(T *data, const Shape &shape, uint32_t memory) {
    Given made = {};
    made.argument.type = elementType<T>();
    made.argument.rank = shape.rank();
    made.argument.memory = memory;
    made.argument.shape = shape.data();
    made.argument.data = const_cast<std::remove_const_t<T> *>(data);
    made.kind = Kind::array;
    made.isConst = std::is_const_v<T>;
    return made;
  }
  /// Of values that were given as a `Container &&`.
  template <typename Container>
  static auto hostData(std::remove_reference_t<Container> &values) {
    if constexpr (std::is_lvalue_reference_v<Container>)
      return std::data(values);
    else
      return std::data(std::as_const(values));
  }
  static Shape rankOne(size_t size) { return {static_cast<int64_t>(size)}; }
  /// `shape`, which has so many elements.
  static const Shape &filled(const Shape &shape, size_t size) {
    if (shape.hasElements(size))
      return shape;
    std::string extents;
    for (uint32_t axis = 0; axis < shape.rank(); ++axis)
      extents += (axis == 0 ? "" : " x ") + std::to_string(shape.data()[axis]);
    throw Error(QDRT_INVALID_ARGUMENT,
                "a host array of " + std::to_string(size) + " elements is given the extents (" + extents + ")");
  }
  static bool isInteger(qdrt_type type) { return QDRT_I8 <= type && type <= QDRT_INDEX; }

  /// Makes the argument one of another type, which is unsigned or not, if C++ values of its kind are given for that;
  /// what is not stays as it is. False if the type does not hold the value.
  static bool convert(Given &from, qdrt_type type, bool isUnsigned) {
    if (from.kind == Kind::other)
      return convertFloat(from.argument, type);
    if (from.kind != Kind::array)
      return convertInteger(from.argument, from.kind == Kind::signedInteger, type, isUnsigned);
    if (from.argument.type == QDRT_I64 && type == QDRT_INDEX)
      from.argument.type = type;
    return true;
  }
  /// An integer to one of another type, or to the same value as f32 or f64; for other types it stays. False if the type
  /// does not hold the value.
  static bool convertInteger(qdrt_argument &argument, bool isSigned, qdrt_type type, bool isUnsigned) {
    const uint64_t bits = std::exchange(argument.value.bits, 0);
    bool isHeld = true;
    if (type == QDRT_F32)
      isHeld = storeExactly(bits, isSigned, argument.value.f32);
    else if (type == QDRT_F64)
      isHeld = storeExactly(bits, isSigned, argument.value.f64);
    else
      argument.value.bits = bits;
    if (isInteger(type))
      isHeld = fits(bits, isSigned, type, isUnsigned);
    if (isInteger(type) || type == QDRT_F32 || type == QDRT_F64)
      argument.type = type;
    return isHeld;
  }
  /// f32 to f64, and f64 to f32 rounded to nearest; others stay. False if the value is beyond the type.
  static bool convertFloat(qdrt_argument &argument, qdrt_type type) {
    if (argument.type == QDRT_F32 && type == QDRT_F64) {
      argument.type = type;
      argument.value.f64 = static_cast<double>(argument.value.f32);
    } else if (argument.type == QDRT_F64 && type == QDRT_F32) {
      argument.type = type;
      const double value = argument.value.f64;
      argument.value.bits = 0;
      argument.value.f32 = static_cast<float>(value);
      // By the bits: under -ffast-math a compiler takes no number for infinite.
      uint32_t narrow = 0;
      uint64_t wide = 0;
      std::memcpy(&narrow, &argument.value.f32, sizeof(narrow));
      std::memcpy(&wide, &value, sizeof(wide));
      return narrow << 1 != 0xff000000u || wide << 1 == 0xffe0000000000000u;
    }
    return true;
  }
  /// Makes a floating-point number of the low bits of an integer; false if it is not the same.
  template <typename Float>
  static bool storeExactly(uint64_t bits, bool isSigned, Float &to) {
    const bool isNegative = isSigned && bits >> 63 != 0;
    uint64_t significant = isNegative ? 0 - bits : bits;
    const Float magnitude = static_cast<Float>(significant);
    while (significant != 0 && significant % 2 == 0)
      significant /= 2;
    to = isNegative ? -magnitude : magnitude;
    return significant >> std::numeric_limits<Float>::digits == 0;
  }
  static bool fits(uint64_t bits, bool isSigned, qdrt_type type, bool isUnsigned) {
    const uint32_t ownBits = 8 * qdrt_type_bytes(type) - (isUnsigned ? 0 : 1);
    const bool isNegative = isSigned && bits >> 63 != 0;
    if (isNegative && isUnsigned)
      return false;
    return ownBits == 64 || (isNegative ? ~bits : bits) >> ownBits == 0;
  }

  // Valid as long as this view.
  Given here() const {
    Given result = given;
    result.argument.shape = extents.data();
    return result;
  }

  Given given; // but for its shape, which here() sets
  Shape extents;
};

} // namespace qdrt

#endif // QDRT_ARGUMENTS_HPP
