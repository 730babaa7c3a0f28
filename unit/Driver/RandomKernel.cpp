//===- RandomKernel.cpp - Kernels by chance, with their meaning -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomKernel.h"

#include <limits>

using namespace qdc;

namespace {
constexpr const char *arrayNames[] = {"a", "b", "c", "d", "rows"};
constexpr unsigned rowsArray = 4;

enum class Operator { add, sub, mul, xorBits, divide, remainder, shiftLeft, shiftRight };
constexpr const char *operatorNames[] = {"addi", "subi", "muli", "xori", "divsi", "remsi", "shli", "shrsi"};
constexpr unsigned operators = std::size(operatorNames);
} // namespace

/// base + offset; the base is nothing, a loop variable, or two bits of a value.
struct RandomKernel::Index {
  int variable = -1;
  ExpressionPtr value;
  int64_t offset = 0;
};

struct RandomKernel::Expression {
  enum class Kind { constant, variable, load, binary } kind = Kind::constant;
  int64_t constant = 0;
  unsigned variable = 0;
  unsigned array = 0;
  Index index;
  Operator op = Operator::add;
  ExpressionPtr lhs, rhs;
};

struct RandomKernel::Statement {
  enum class Kind { store, atomicAdd, branch, counted, device, parallel } kind = Kind::store;
  unsigned array = 0;    // store, atomicAdd
  Index index;           // store, atomicAdd
  ExpressionPtr value;   // store, atomicAdd; condition of a branch, trips of a counted loop, flag of a do-while loop
  int rowOwner = -1;     // of accesses to rows
  unsigned variable = 0; // counted, parallel
  int64_t maximum = 0;   // device
  std::vector<Statement> body, otherwise;
};

CompiledModule::Arguments RandomKernel::Memory::arguments() {
  CompiledModule::Arguments arguments;
  arguments.array(a.data(), {8}).array(b.data(), {8});
  arguments.array(shared.data(), {8}).array(shared.data() + 1, {8});
  return arguments.array(rows.data(), {4, 4}).array(&go, {});
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

RandomKernel::RandomKernel(uint64_t seed) : random(seed) { program = makeBlock(Scope(), 8); }

RandomKernel::~RandomKernel() = default;

unsigned RandomKernel::pickReadableArray(const Scope &scope) {
  unsigned array = pick(scope.rowOwner >= 0 ? 5 : 4);
  return static_cast<int>(array) == scope.atomicArray ? (array + 1) % 4 : array;
}

RandomKernel::Index RandomKernel::makeIndex(const Scope &scope, int depth) {
  Index index;
  index.offset = pick(3);
  unsigned kind = pick(6);
  if (kind < 3 && !scope.variables.empty())
    index.variable = scope.variables[pick(scope.variables.size())];
  else if (kind == 5 && depth < 2)
    index.value = makeExpression(scope, depth + 1);
  return index;
}

RandomKernel::ExpressionPtr RandomKernel::makeExpression(const Scope &scope, int depth) {
  auto expression = std::make_shared<Expression>();
  unsigned kind = pick(8);
  if (kind < 4) {
    expression->kind = Expression::Kind::load;
    expression->array = pickReadableArray(scope);
    expression->variable = scope.rowOwner;
    expression->index = makeIndex(scope, depth);
  } else if (kind == 4 && !scope.variables.empty()) {
    expression->kind = Expression::Kind::variable;
    expression->variable = scope.variables[pick(scope.variables.size())];
  } else if (kind > 5 && depth < 3) {
    expression->kind = Expression::Kind::binary;
    expression->op = static_cast<Operator>(pick(operators));
    expression->lhs = makeExpression(scope, depth + 1);
    expression->rhs = makeExpression(scope, depth + 1);
  } else {
    constexpr int64_t constants[] = {0, 1, 2, 3, -1, 64, std::numeric_limits<int64_t>::min()};
    expression->constant = constants[pick(std::size(constants))];
  }
  return expression;
}

RandomKernel::Statement RandomKernel::makeStore(const Scope &scope) {
  Statement store;
  store.rowOwner = scope.rowOwner;
  if (scope.rowOwner >= 0 && scope.atomicArray >= 0 && pick(3) == 0) {
    store.kind = Statement::Kind::atomicAdd;
    store.array = scope.atomicArray;
  } else {
    store.array = scope.rowOwner >= 0 ? rowsArray : pick(4);
  }
  store.index = makeIndex(scope, 0);
  store.value = makeExpression(scope, 0);
  return store;
}

RandomKernel::Statement RandomKernel::makeStatement(const Scope &scope) {
  unsigned kind = pick(10);
  if (kind < 5 || scope.depth == 3)
    return makeStore(scope);
  Statement statement;
  Scope inner = scope;
  ++inner.depth;
  if (kind < 7) {
    statement.kind = Statement::Kind::branch;
    statement.value = makeExpression(scope, 1);
    statement.body = makeBlock(inner, 3);
    if (pick(2))
      statement.otherwise = makeBlock(inner, 3);
    return statement;
  }
  if (kind == 7 && scope.rowOwner < 0) {
    statement.kind = Statement::Kind::device;
    statement.maximum = 1 + pick(3);
    statement.body = makeBlock(inner, 4);
    statement.value = makeExpression(scope, 1);
    return statement;
  }
  statement.variable = variables++;
  inner.variables.push_back(statement.variable);
  statement.kind = Statement::Kind::counted;
  if (kind == 8 && scope.rowOwner < 0) {
    statement.kind = Statement::Kind::parallel;
    inner.rowOwner = statement.variable;
    inner.atomicArray = pick(2) ? static_cast<int>(pick(2)) : -1;
  } else {
    statement.value = makeExpression(scope, 1);
  }
  statement.body = makeBlock(inner, 4);
  return statement;
}

std::vector<RandomKernel::Statement> RandomKernel::makeBlock(const Scope &scope, unsigned length) {
  std::vector<Statement> block;
  for (unsigned count = 1 + pick(length); count > 0; --count)
    block.push_back(makeStatement(scope));
  // The same element again, so that what lies between decides whether the first store is dead.
  if (block.front().kind == Statement::Kind::store) {
    Statement again = block.front();
    again.value = makeExpression(scope, 0);
    block.push_back(again);
  }
  return block;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

struct RandomKernel::Printer {
  std::string text;
  unsigned names = 0;

  std::string define(const std::string &operation) {
    std::string name = "%v" + std::to_string(names++);
    text += name + " = " + operation + "\n";
    return name;
  }
  std::string constant(int64_t value, const std::string &type) {
    return define("arith.constant " + std::to_string(value) + " : " + type);
  }
  /// The lowest bits of a value, as an index.
  std::string bits(const Expression &value, int64_t mask) {
    std::string masked = define("arith.andi " + print(value) + ", " + constant(mask, "i64") + " : i64");
    return define("arith.index_cast " + masked + " : i64 to index");
  }
  std::string print(const Index &index) {
    std::string base;
    if (index.variable >= 0)
      base = "%i" + std::to_string(index.variable);
    else if (index.value)
      base = bits(*index.value, 3);
    std::string offset = constant(index.offset, "index");
    return base.empty() ? offset : define("arith.addi " + base + ", " + offset + " : index");
  }
  /// An element of an array; rows have 4 elements, so an index into them is taken modulo 4.
  std::string element(unsigned array, const Index &index, int rowOwner) {
    if (array != rowsArray)
      return "%" + std::string(arrayNames[array]) + "[" + print(index) + "]";
    std::string column = define("arith.andi " + print(index) + ", " + constant(3, "index") + " : index");
    return "%rows[%i" + std::to_string(rowOwner) + ", " + column + "]";
  }
  static std::string type(unsigned array) { return array == rowsArray ? "memref<4x4xi64>" : "memref<8xi64>"; }

  std::string print(const Expression &expression) {
    switch (expression.kind) {
    case Expression::Kind::constant:
      return constant(expression.constant, "i64");
    case Expression::Kind::variable:
      return define("arith.index_cast %i" + std::to_string(expression.variable) + " : index to i64");
    case Expression::Kind::load: {
      std::string place = element(expression.array, expression.index, expression.variable);
      return define("memref.load " + place + " : " + type(expression.array));
    }
    case Expression::Kind::binary: {
      std::string lhs = print(*expression.lhs), rhs = print(*expression.rhs);
      return define("arith." + std::string(operatorNames[static_cast<int>(expression.op)]) + " " + lhs + ", " + rhs +
                    " : i64");
    }
    }
    return "";
  }

  void print(const std::vector<Statement> &block) {
    for (const Statement &statement : block)
      print(statement);
  }
  void print(const Statement &statement) {
    std::string variable = "%i" + std::to_string(statement.variable);
    switch (statement.kind) {
    case Statement::Kind::store:
    case Statement::Kind::atomicAdd: {
      std::string value = print(*statement.value);
      std::string place = element(statement.array, statement.index, statement.rowOwner);
      if (statement.kind == Statement::Kind::store)
        text += "memref.store " + value + ", " + place + " : " + type(statement.array) + "\n";
      else
        define("memref.atomic_rmw addi " + value + ", " + place + " : (i64, " + type(statement.array) + ") -> i64");
      return;
    }
    case Statement::Kind::branch: {
      std::string low = bits(*statement.value, 1);
      std::string zero = constant(0, "index");
      std::string condition = define("arith.cmpi ne, " + low + ", " + zero + " : index");
      text += "scf.if " + condition + " {\n";
      print(statement.body);
      text += "} else {\n";
      print(statement.otherwise);
      text += "}\n";
      return;
    }
    case Statement::Kind::counted: {
      std::string trips = bits(*statement.value, 3), zero = constant(0, "index"), one = constant(1, "index");
      text += "scf.for " + variable + " = " + zero + " to " + trips + " step " + one + " {\n";
      print(statement.body);
      text += "}\n";
      return;
    }
    case Statement::Kind::parallel: {
      text += "qd.for (" + variable + ") in (" + constant(4, "index") + ") {\n";
      print(statement.body);
      text += "}\n";
      return;
    }
    case Statement::Kind::device: {
      std::string maximum = constant(statement.maximum, "i64");
      define("qd.do_while %go max(" + maximum + ") : memref<i32> {");
      print(statement.body);
      std::string low = bits(*statement.value, 1);
      std::string flag = define("arith.index_cast " + low + " : index to i32");
      text += "memref.store " + flag + ", %go[] : memref<i32>\n}\n";
      return;
    }
    }
  }
};

std::string RandomKernel::source() const {
  Printer printer;
  printer.print(program);
  return "qd.kernel @f(%a: memref<8xi64>, %b: memref<8xi64>, %c: memref<8xi64> {qd.may_alias}, "
         "%d: memref<8xi64> {qd.may_alias}, %rows: memref<4x4xi64>, %go: memref<i32>) {\n" +
         printer.text + "}\n";
}

//===----------------------------------------------------------------------===//
// Interpreting
//===----------------------------------------------------------------------===//

struct RandomKernel::Interpreter {
  Memory &memory;
  std::vector<int64_t> variables;

  int64_t at(const Index &index) {
    int64_t base = index.variable >= 0 ? variables[index.variable] : index.value ? evaluate(*index.value) & 3 : 0;
    return base + index.offset;
  }
  int64_t &element(unsigned array, const Index &index, int rowOwner) {
    int64_t position = at(index);
    switch (array) {
    case 0:
      return memory.a.at(position);
    case 1:
      return memory.b.at(position);
    case 2:
      return memory.shared.at(position);
    case 3:
      return memory.shared.at(position + 1);
    default:
      return memory.rows.at(variables[rowOwner] * 4 + (position & 3));
    }
  }

  static int64_t apply(Operator op, int64_t lhs, int64_t rhs) {
    auto l = static_cast<uint64_t>(lhs), r = static_cast<uint64_t>(rhs);
    bool overflows = lhs == std::numeric_limits<int64_t>::min() && rhs == -1;
    switch (op) {
    case Operator::add:
      return l + r;
    case Operator::sub:
      return l - r;
    case Operator::mul:
      return l * r;
    case Operator::xorBits:
      return l ^ r;
    case Operator::divide:
      return rhs == 0 ? 0 : overflows ? lhs : lhs / rhs;
    case Operator::remainder:
      return rhs == 0 || overflows ? 0 : lhs % rhs;
    case Operator::shiftLeft:
      return r >= 64 ? 0 : l << r;
    case Operator::shiftRight:
      return lhs >> (r >= 64 ? 63 : r);
    }
    return 0;
  }
  int64_t evaluate(const Expression &expression) {
    switch (expression.kind) {
    case Expression::Kind::constant:
      return expression.constant;
    case Expression::Kind::variable:
      return variables[expression.variable];
    case Expression::Kind::load:
      return element(expression.array, expression.index, expression.variable);
    case Expression::Kind::binary: {
      int64_t lhs = evaluate(*expression.lhs);
      return apply(expression.op, lhs, evaluate(*expression.rhs));
    }
    }
    return 0;
  }

  void run(const std::vector<Statement> &block) {
    for (const Statement &statement : block)
      run(statement);
  }
  void run(const Statement &statement) {
    switch (statement.kind) {
    case Statement::Kind::store: {
      int64_t value = evaluate(*statement.value);
      element(statement.array, statement.index, statement.rowOwner) = value;
      return;
    }
    case Statement::Kind::atomicAdd: {
      int64_t value = evaluate(*statement.value);
      int64_t &place = element(statement.array, statement.index, statement.rowOwner);
      place = apply(Operator::add, place, value);
      return;
    }
    case Statement::Kind::branch:
      return run(evaluate(*statement.value) & 1 ? statement.body : statement.otherwise);
    case Statement::Kind::counted:
    case Statement::Kind::parallel: {
      int64_t trips = statement.kind == Statement::Kind::parallel ? 4 : evaluate(*statement.value) & 3;
      for (int64_t i = 0; i < trips; ++i) {
        variables[statement.variable] = i;
        run(statement.body);
      }
      return;
    }
    case Statement::Kind::device:
      for (int64_t left = statement.maximum; left > 0; --left) {
        run(statement.body);
        memory.go = evaluate(*statement.value) & 1;
        if (memory.go == 0)
          return;
      }
    }
  }
};

void RandomKernel::interpret(Memory &memory) const {
  Interpreter interpreter{memory, std::vector<int64_t>(variables)};
  interpreter.run(program);
}
