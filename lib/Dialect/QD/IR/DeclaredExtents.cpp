//===- DeclaredExtents.cpp - Extents that arguments share -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/DeclaredExtents.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace qdc::qd;
using qdc::SizeExpr;
using qdc::SizeExprKind;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

namespace {

/// One term, of which the text lives as long as what was parsed.
struct Term {
  bool isSubtracted = false;
  int64_t factor = 1;  // the integer, where there is no name
  StringRef name = {}; // empty: none
  bool hasFactor = false;
};

/// Reads an extent that is not "?".
class ExtentParser {
public:
  explicit ExtentParser(StringRef text) : text(text) {}

  /// False: expected() was looked for at column().
  bool parse(SmallVectorImpl<Term> &terms) {
    bool isSubtracted = false;
    while (parseTerm(terms.emplace_back(Term{.isSubtracted = isSubtracted}))) {
      skipBlanks();
      if (position == text.size())
        return true;
      char sign = text[position];
      if (sign != '+' && sign != '-')
        return fail("'+' or '-'");
      if (terms.size() == kMaximumExtentTerms)
        return fail("the end, after " + llvm::utostr(kMaximumExtentTerms) + " terms");
      isSubtracted = sign == '-';
      ++position;
    }
    return false;
  }
  StringRef expected() const { return missing; }
  size_t column() const { return position + 1; }

private:
  bool fail(const Twine &what) {
    missing = what.str();
    return false;
  }
  void skipBlanks() {
    position += text.drop_front(position).take_while([](char c) { return c == ' '; }).size();
  }
  static bool isNameCharacter(char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
  }

  bool parseTerm(Term &term) {
    skipBlanks();
    StringRef word = text.drop_front(position).take_while(isNameCharacter);
    if (word.empty())
      return fail("a name or an integer");
    if (!llvm::isDigit(word.front())) {
      term.name = word;
      position += word.size();
      return true;
    }
    if (word.getAsInteger(10, term.factor))
      return fail("an integer of 64 bits, and '*' between it and a name");
    term.hasFactor = true;
    position += word.size();
    skipBlanks();
    if (position == text.size() || text[position] != '*')
      return true;
    ++position;
    skipBlanks();
    term.name = text.drop_front(position).take_while(isNameCharacter);
    if (term.name.empty() || llvm::isDigit(term.name.front()))
      return fail("a name");
    position += term.name.size();
    return true;
  }

  StringRef text;
  size_t position = 0;
  std::string missing;
};

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// One axis with a text that is not "?".
struct NamedAxis {
  unsigned argument, axis;
  StringRef text;
  SmallVector<Term, 2> terms;

  /// The name that this axis is alone; empty: none.
  StringRef loneName() const {
    bool isAlone = terms.size() == 1 && !terms.front().hasFactor;
    return isAlone ? terms.front().name : StringRef();
  }
};

/// Gives the extents of one kernel their values.
class Resolver {
public:
  explicit Resolver(KernelOp kernel) : kernel(kernel) {}

  LogicalResult parse();
  void define();
  FailureOr<SizeExpr> evaluate(const NamedAxis &axis);
  ArrayRef<NamedAxis> namedAxes() const { return axes; }

private:
  InFlightDiagnostic error(unsigned argument) {
    return kernel.emitOpError() << "'" << dimsAttr << "' of argument '" << kernel.getArgumentName(argument) << "' ";
  }
  InFlightDiagnostic error(const NamedAxis &axis) {
    return error(axis.argument) << "says \"" << axis.text << "\" of axis " << axis.axis;
  }
  LogicalResult parseArgument(unsigned index, Attribute attribute);
  LogicalResult verifyStaticExtent(const NamedAxis &axis, const SizeExpr &value);

  KernelOp kernel;
  SmallVector<NamedAxis> axes;
  llvm::StringMap<SizeExpr> values;       // of names
  llvm::StringMap<Type> otherScalars;     // by name: those that are no size
  llvm::StringMap<int64_t> staticExtents; // by the text of the value
};

/// The extents that types alone tell, and the scalars for which code is made.
class KnownSizes final : public qdc::SizeExprBindings {
public:
  /// `specialized` may be null.
  KnownSizes(ArrayRef<Type> types, SpecializedAttr specialized) : types(types), specialized(specialized) {}
  qdc::Result<int64_t> scalar(uint32_t argument) const override {
    if (specialized)
      for (auto [known, bits] : llvm::zip_equal(specialized.getArguments(), specialized.getBits()))
        if (known == argument)
          return types[argument].isInteger(32) ? static_cast<int32_t>(bits) : static_cast<int64_t>(bits);
    return unknown();
  }
  qdc::Result<int64_t> dim(uint32_t argument, uint32_t axis) const override {
    auto type = cast<MemRefType>(types[argument]);
    return type.isDynamicDim(axis) ? unknown() : qdc::Result<int64_t>(type.getDimSize(axis));
  }
  qdc::Result<int64_t> word(uint64_t) const override { return unknown(); }

private:
  static qdc::Result<int64_t> unknown() { return qdc::makeError(qdc::ErrorCode::invalidArgument, "known at launch"); }

  ArrayRef<Type> types;
  SpecializedAttr specialized;
};

} // namespace

LogicalResult Resolver::parseArgument(unsigned index, Attribute attribute) {
  auto type = dyn_cast<MemRefType>(kernel.getArgumentTypes()[index]);
  if (!type)
    return kernel.emitOpError() << "argument '" << kernel.getArgumentName(index) << "' of type "
                                << kernel.getArgumentTypes()[index] << " has '" << dimsAttr << "', which is for arrays";
  auto texts = dyn_cast<ArrayAttr>(attribute);
  if (!texts || !llvm::all_of(texts, llvm::IsaPred<StringAttr>) || texts.size() != static_cast<size_t>(type.getRank()))
    return error(index) << "is a list of " << type.getRank()
                        << " texts, one for each axis, for example [\"n\", \"2 * n + 1\", \"?\"], not '" << attribute
                        << "'";
  for (auto [axis, text] : llvm::enumerate(texts.getAsRange<StringAttr>())) {
    if (text == freeExtent)
      continue;
    NamedAxis named{index, static_cast<unsigned>(axis), text.getValue(), {}};
    ExtentParser parser(named.text);
    if (!parser.parse(named.terms))
      return error(named) << ", which lacks " << parser.expected() << " at column " << parser.column()
                          << "; an extent is \"?\", or a sum or difference of integers, names and integer * name";
    axes.push_back(std::move(named));
  }
  return success();
}

LogicalResult Resolver::parse() {
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (Attribute attribute = kernel.getArgAttr(index, dimsAttr))
      if (failed(parseArgument(index, attribute)))
        return failure();
  return success();
}

void Resolver::define() {
  if (axes.empty())
    return;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (isa<MemRefType>(type))
      continue;
    std::string name = kernel.getArgumentName(index);
    if (type.isIndex() || type.isInteger(32) || type.isInteger(64))
      values.try_emplace(name, SizeExpr::scalar(index));
    else
      otherScalars.try_emplace(name, type);
  }
  for (const NamedAxis &axis : axes)
    if (StringRef name = axis.loneName(); !name.empty())
      values.try_emplace(name, SizeExpr::dim(axis.argument, axis.axis));
}

LogicalResult Resolver::verifyStaticExtent(const NamedAxis &axis, const SizeExpr &value) {
  int64_t extent = cast<MemRefType>(kernel.getArgumentTypes()[axis.argument]).getDimSize(axis.axis);
  if (ShapedType::isDynamic(extent))
    return success();
  int64_t known = staticExtents.try_emplace(value.str(), extent).first->second;
  if (qdc::Result<int64_t> size = value.evaluate(KnownSizes(kernel.getArgumentTypes(), /*specialized=*/nullptr)))
    known = *size;
  if (known == extent)
    return success();
  return error(axis) << ", which is " << known << ", but its type has " << extent << " there";
}

FailureOr<SizeExpr> Resolver::evaluate(const NamedAxis &axis) {
  SizeExpr sum;
  for (auto [position, term] : llvm::enumerate(axis.terms)) {
    SizeExpr value = SizeExpr::constant(term.factor);
    if (!term.name.empty()) {
      if (auto scalar = otherScalars.find(term.name); scalar != otherScalars.end()) {
        error(axis) << ", but the scalar '" << term.name << "' has type " << scalar->second
                    << "; extents are made of scalars of type index, i32 and i64";
        return failure();
      }
      auto known = values.find(term.name);
      if (known == values.end()) {
        error(axis) << ", but nothing says what '" << term.name << "' is: a scalar argument '" << term.name
                    << "' of type index, i32 or i64, or an axis that is \"" << term.name << "\" alone";
        return failure();
      }
      value = SizeExpr::binary(SizeExprKind::mul, value, known->second);
    }
    if (position == 0)
      sum = value;
    else
      sum = SizeExpr::binary(term.isSubtracted ? SizeExprKind::sub : SizeExprKind::add, sum, value);
  }
  if (failed(verifyStaticExtent(axis, sum)))
    return failure();
  return sum;
}

void DeclaredExtents::compare(KernelOp kernel) {
  struct Class {
    Axis first;
    std::optional<int64_t> known;
  };
  llvm::StringMap<Class> classes; // by the value's text
  ArrayRef<Type> types = kernel.getArgumentTypes();
  KnownSizes sizes(types, kernel.getSpecializedAttr());
  for (auto [index, axes] : llvm::enumerate(extents))
    for (auto [axis, extent] : llvm::enumerate(axes)) {
      extent.first = {static_cast<unsigned>(index), static_cast<unsigned>(axis)};
      if (!extent.value)
        continue;
      Class &same = classes.try_emplace(extent.value->str(), Class{extent.first, std::nullopt}).first->second;
      extent.first = same.first;
      if (qdc::Result<int64_t> known = extent.value->evaluate(sizes))
        same.known = *known;
      else if (auto type = cast<MemRefType>(types[index]); !type.isDynamicDim(axis))
        same.known = type.getDimSize(axis);
    }
  for (auto &axes : extents)
    for (Extent &extent : axes)
      if (extent.value)
        extent.known = classes.lookup(extent.value->str()).known;
}

FailureOr<DeclaredExtents> DeclaredExtents::read(KernelOp kernel) {
  Resolver resolver(kernel);
  if (failed(resolver.parse()))
    return failure();
  resolver.define();
  DeclaredExtents named;
  named.extents.resize(kernel.getNumArguments());
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (auto texts = kernel.getArgAttrOfType<ArrayAttr>(index, dimsAttr))
      for (auto text : texts.getAsRange<StringAttr>())
        named.extents[index].emplace_back().text = text.getValue();
  for (const NamedAxis &axis : resolver.namedAxes()) {
    FailureOr<SizeExpr> value = resolver.evaluate(axis);
    if (failed(value))
      return failure();
    named.extents[axis.argument][axis.axis].value = *value;
  }
  named.compare(kernel);
  return named;
}
