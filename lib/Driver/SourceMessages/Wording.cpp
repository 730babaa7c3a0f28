//===- Wording.cpp - MLIR's sentences and ours ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Wording.h"

#include "Conversions.h"
#include "UnknownOperations.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"

using llvm::Regex;
using llvm::StringRef;

namespace qdc {

std::string quoted(const llvm::Twine &text) { return ("'" + text + "'").str(); }

namespace {

struct Sentence {
  const char *theirs; // a regular expression
  const char *ours;   // \1, \2, ...: its groups
};

/// What an attribute takes. MLIR has a summary of each constraint.
constexpr Sentence kConstraints[] = {
    {"^string attribute$", "a string in quotes"},
    {"^(32|64)-bit signless integer attribute$", "an integer of type i\\1"},
    {"^(32|64)-bit signless integer attribute whose value is positive and whose value is a power of two > 0$",
     "a power of two, of type i\\1"},
    {"^allowed 64-bit signless integer cases: .*$", "one of the names that the operation lists"},
    {"^unit attribute$", "written without a value"},
    {"^bool attribute$", "true or false"},
    {"^memref type attribute$", "the type of an array"},
    {"^type attribute of function type$", "the type of a function"},
    {"^flat symbol reference attribute$", "a symbol such as @name"},
    {"^Array of dictionary attributes$", "a list of dictionaries"},
    {"^i64 dense array attribute$", "a list such as array<i64: 8, 16>"},
    {"^kinds of reduction$", "written as 'reduce(addf)'"},
    {"^what reaching the maximum of a qd.do_while means$", "written as 'on_max(stop)' or 'on_max(error)'"},
    {"^a SizeExpr$", "a size such as #qd.size<\"64\">"},
    {"^Floating point fast math flags$", "written as 'fastmath<contract>'"},
    {"^Integer overflow arith flags$", "written as 'overflow<nsw>'"},
};

/// Whole sentences and parts of them, in this order.
constexpr Sentence kSentences[] = {
    // The parser says which operation it is in, also where the message says so itself.
    {"^custom op '([^']*)' '(lhs|rhs)' must be ", "'\\1' op operand '\\2' must be "},
    {"^custom op '[^']*' ('[^']*' )", "\\1"},
    {"^custom op ('[^']*') ", "\\1: "},
    {"^redefinition of SSA value ('[^']*')", "\\1 is defined twice"},
    {"^region entry argument ('[^']*') is already in use$", "\\1 is the name of another value already"},
    {"^previously (referenced|defined) here$", "which is here"},
    {"^use of value ('[^']*') expects different type than prior uses: ('.*') vs ('.*')$",
     "\\1 is used as a value of type \\2, but has type \\3"},
    {"^prior use here$", "as here"},
    {"^operand #([0-9]+) does not dominate this use$", "operand \\1 is not defined yet, or not here"},
    {"^operand defined here \\(op in the same block\\)$", "it is defined here, after its use"},
    {"^operand defined here \\(op in a child region\\)$", "it is defined here, in an inner body"},
    {"^operand defined here \\(op in a parent region\\)$", "it is defined here, after the body with its use"},
    {"^operand defined here \\(op .*\\)$", "it is defined here, in another body"},
    {"^operand defined as a block argument \\(.*\\)$", "it belongs to another body"},
    {"using value defined outside the region$",
     "uses a value of another kernel or function; each sees its own values alone"},
    {"op region #[0-9]+ .*failed to verify constraint: region with 1 blocks$",
     "op has a body that is not one block; write control flow with scf"},
    {"expects region #[0-9]+ to have 0 or 1 blocks$", "has a body of several blocks; write control flow with scf"},
    {"expects a non-empty block$", "has an empty body"},
    {"^block with no terminator, has .*$",
     "this is the last operation of a body, but does not end it as 'scf.yield' does, or 'func.return' in a function"},
    {"^empty block: expect at least a terminator$", "a body is empty; its last operation ends it, as 'scf.yield' does"},
    {"expects regions to end with ('[^']*'), found ('[^']*')$", "has a body that ends with \\2 where it is \\1"},
    {"^in custom textual format, the absence of terminator implies ('[^']*')$", "\\1 may be left out"},
    {"expects parent op (to be one of )?('[^']*')$", "stands directly in \\2, and nowhere else"},
    {"must be the last operation in the parent block$", "ends its body, but other operations follow it"},
    {"symbol's parent must have the SymbolTable trait$", "stands in the module, and nowhere else"},
    {"requires an ancestor op with AutomaticAllocationScope trait$",
     "stands in a kernel or function, and nowhere else"},
    {"along control flow edge from (Operation )?([^ ]*) to .*: region branch point has ([0-9]+) operands, but region "
     "successor needs ([0-9]+) inputs$",
     "gets \\3 values of '\\2', but takes \\4"},
    {"gets 0 values of '(scf|qd)\\.yield', but takes ([0-9]+)$",
     "gets 0 values of '\\1.yield', but takes \\2; end the body with them, as in '\\1.yield %x : f32'"},
    {"along control flow edge from (Operation )?([^ ]*) to .*: successor operand type #([0-9]+) ('.*') should match "
     "successor input type #[0-9]+ ('.*')$",
     "gets value \\3 of '\\2' with type \\4, but takes it with type \\5"},
    {"^region branch point$", "they are given here"},
    {"(arguments|results) may only have dialect attributes$",
     "has an attribute of its \\1 without a prefix; write it with one, such as 'qd.unsigned'"},
    {"can only contain attributes with dialect-prefixed names, found: ('[^']*')",
     "has \\1, but attributes of a module have the prefix of a dialect"},
    {"(operand|result) #([0-9]+) must be (variadic of )?", "\\1 \\2 must be "},
    {"unranked.memref of any type values or non-0-ranked.memref of any type values", "an array of rank 1 or more"},
    {"0D memref of signless integer values", "an array of integers, of rank 0"},
    {"signless-integer-like or memref of signless-integer", "an integer"},
    {"signless-integer-like", "an integer"},
    {"signless-fixed-width-integer-like", "an integer other than index"},
    {"floating-point-like", "a float"},
    {"([0-9]+)-bit signless integer", "i\\1"},
    {"([0-9]+)-bit signless integer", "i\\1"},
    {"signless integer", "integer"},
    {"failed to verify that (.*)$", "breaks the rule that \\1"},
    {"integer return type must be signless$",
     "makes an integer with a sign of its own, but kernels' integers have none"},
    {"^('[^']*') is an inferred attribute and should not be specified in the explicit attribute dictionary$",
     "\\1 is what the rest of the text says; leave it out"},
    {"^integer literal not valid for specified type$", "a whole number is no value of this type"},
    {"^floating point value not valid for specified type$",
     "a floating-point number is no value of this type; write a whole number, or take a type such as f32"},
    {"^integer constant out of range for attribute$", "this number does not fit into its type"},
    {"^operation defines ([0-9]+) results? but was provided ([0-9]+) to bind$",
     "the number of names before the '=' is \\2, but that of the operation's results is \\1"},
    {"^cannot name an operation with no results$", "the operation has no result; leave out the name and the '='"},
    {"incorrect number of indices for (load|store), expected ([0-9]+) but got ([0-9]+)$",
     "takes an index for each axis of the array, \\2, but has \\3"},
    {"store index operand count not equal to memref rank$",
     "takes an index for each axis of the array, no more and no less"},
    {"expects the number of subscripts to be equal to memref rank$",
     "takes an index for each axis of the array, no more and no less"},
    {"must have an else block if defining values$", "has a result, so it needs an 'else' body too, which yields it"},
    {"expects the 'before' region to terminate with 'scf.condition'$",
     "has a first body that does not end with 'scf.condition'"},
    {"expects the 'after' region to terminate with 'scf.yield'$",
     "has a second body that does not end with 'scf.yield'"},
    {"^terminator here$", "it ends here"},
    {"expected 'x' in dimension list$", "expected 'x' after an extent, as in 'memref<?xf32>'"},
    {"^dialect ('[^']*') provides no (type|attribute) parsing hook$", "\\1 has no such \\2"},
    {"^unknown +(type|attribute) `([^`]*)` in dialect `([^`]*)`$", "'\\3' has no \\1 '\\2'"},
    {"^undefined symbol alias id '([^']*)'$", "the alias '\\1' is not defined"},
    {"^operation location alias was never defined$", "the alias of this location is not defined"},
    {"^unsupported memory space Attribute$", "an array has no such layout or memory space; leave it out"},
    {"^invalid SSA name$", "expected the name of a value here, such as %x"},
    {" after SSA name$", " after the name of a value"},
    {" in FileLineColRange$", " in a location"},
    {"^invalid memref element type$",
     "an array has no such elements; they are i1, i8, i16, i32, i64, f16, bf16, f32 and f64"},
    {"operand type ('[^']*') and result type ('[^']*') are cast incompatible$", "does not convert \\1 to \\2"},
    {"^expected operation name in quotes$", "expected an operation here"},
    {"^expected non-function type$", "expected a type here"},
    {"^expected (SSA )?operand$", "expected a value here, such as %x"},
    {"^expected integer number of results$",
     "expected an operation here; a name at its start is that of its result, which '=' follows"},
    {"^('scf.for'): expected 'step'$", "\\1: expected 'step', as in 'scf.for %i = %first to %end step %one'"},
    {"expected valid '@'-identifier for symbol name$", "expected a name with '@' before it here, such as @scale"},
    {"expected ',' or '>' in memref type$", "expected ',' or '>' after the type of elements, as in 'memref<4xf32>'"},
    {"'([^']*)' does not reference a valid global memref$", "names '@\\1', but there is no such global"},
    {"expected SSA identifier$", "expected a name here, such as %x"},
    {"invalid kind of attribute specified$", "takes an attribute of another kind here"},
    {"invalid kind of type specified: expected builtin.memref, but found ('.*')$",
     "takes the type of an array here, such as 'memref<?xf32>', not \\1"},
    {"invalid kind of type specified: expected builtin.function, but found ('.*')$",
     "takes the type of a function here, such as '(f32) -> f32', not \\1"},
    {"expected string or keyword containing one of the following enum values for attribute ('[^']*') \\[(.*)\\]$",
     "\\1 is one of \\2"},
    {"expected ::[A-Za-z:]* to be one of: (.*)$", "expected one of \\1"},
};

/// What an attribute takes, given the summary of its constraint.
std::string accepted(StringRef attribute, StringRef constraint) {
  if (attribute == "graph") // a string, but not any
    return "\"auto\", \"always\" or \"never\"";
  std::string text = constraint.str();
  for (const Sentence &sentence : kConstraints)
    text = Regex(sentence.theirs).sub(sentence.ours, text);
  return text;
}

std::string explainWrongKind(StringRef operation, StringRef attribute, StringRef constraint) {
  return "'" + operation.str() + "' op has '" + attribute.str() + "' of the wrong kind; it is " +
         accepted(attribute, constraint);
}

/// The generic form keeps to itself what an attribute takes; the operation tells.
std::string explainWrongProperty(StringRef operation, StringRef attribute, StringRef value,
                                 mlir::MLIRContext &context) {
  std::string constraint;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    std::string message = diagnostic.str();
    StringRef marker = "failed to satisfy constraint: ";
    if (size_t at = StringRef(message).find(marker); at != StringRef::npos)
      constraint = message.substr(at + marker.size());
  });
  auto known = mlir::RegisteredOperationName::lookup(operation, &context);
  mlir::Attribute wrong = mlir::parseAttribute(value, &context);
  if (known && wrong) {
    mlir::NamedAttrList attributes;
    attributes.append(attribute, wrong);
    (void)known->verifyInherentAttrs(attributes, [&] { return mlir::emitError(mlir::UnknownLoc::get(&context)); });
  }
  if (constraint.empty())
    return "'" + operation.str() + "' op has '" + attribute.str() + "' = " + value.str() +
           ", which is of the wrong kind";
  return explainWrongKind(operation, attribute, constraint);
}

} // namespace

Wording::Wording(mlir::MLIRContext &context)
    : context(context), unknownOperation("^(custom op|Dialect `[^']*' not found for custom op) '([^']*)'"
                                         "( is unknown)? *(\\(tried '[^']*' as well\\))?$"),
      wrongAttribute("'([^']*)' op attribute '([^']*)' failed to satisfy constraint: (.*)$"),
      wrongProperty("^invalid properties .* for op ([^:]*): Invalid attribute `([^`]*)` in property conversion: (.*)$"),
      wrongOperand("^'([^']*)' op operand [0-9a-z']+ must be .*, but got '([^']*)'$"),
      wrongCast("^'([^']*)' op does not convert '([^']*)' to '([^']*)'$"),
      noDictionary("^invalid properties .* for op ([^:]*): expected DictionaryAttr to set properties$") {
  for (const Sentence &sentence : kSentences)
    sentences.emplace_back(sentence.theirs);
}

std::string Wording::otherOperation(StringRef message) const {
  llvm::SmallVector<StringRef> groups;
  if (wrongCast.match(message, &groups)) {
    StringRef other = conversionOperation(groups[2], groups[3]);
    return other.empty() ? "" : "; '" + other.str() + "' does";
  }
  if (!wrongOperand.match(message, &groups) || !(isFloatType(groups[2]) || isIntegerType(groups[2])))
    return "";
  StringRef operation = groups[1], type = groups[2], other = counterpart(operation);
  if (!other.empty() && other.ends_with("f") == isFloatType(type))
    return "; '" + other.str() + "' takes it";
  if (operation == "arith.sitofp" || operation == "arith.uitofp")
    return type == "index" ? "; convert it to i64 by 'arith.index_cast' first" : "";
  if (operation.starts_with("arith.index_cast"))
    return isFloatType(type) ? "; convert it to i64 by 'arith.fptosi' first" : "";
  if (!operation.starts_with("math.") || !isIntegerType(type))
    return "";
  return type == "index" ? "; convert it to i64 by 'arith.index_cast', and that by 'arith.sitofp'"
                         : "; convert it by 'arith.sitofp'";
}

std::string Wording::ours(StringRef message) const {
  llvm::SmallVector<StringRef> groups;
  if (unknownOperation.match(message, &groups))
    return explainUnknownOperation(groups[2], context);
  if (wrongAttribute.match(message, &groups))
    return explainWrongKind(groups[1], groups[2], groups[3]);
  if (wrongProperty.match(message, &groups))
    return explainWrongProperty(groups[1], groups[2], groups[3], context);
  if (noDictionary.match(message, &groups))
    return "'" + groups[1].str() + "' op takes a dictionary between '<' and '>'";
  std::string text = message.str();
  for (auto [sentence, words] : llvm::zip_equal(sentences, kSentences))
    text = sentence.sub(words.ours, text);
  return text + otherOperation(text);
}

bool isNoise(StringRef message) {
  return (message.contains(" parameter '") && message.contains("' which is to be a `")) ||
         message.starts_with("Available dialects: ") || message == "required by region isolation constraints" ||
         message == "add a trailing dot to make the literal a float";
}

} // namespace qdc
