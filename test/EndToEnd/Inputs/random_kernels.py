"""Random kernels against an interpreter: graph control, parallel loops, helpers, loads and stores of few elements.

A program is a list of statements (tuples); Generator makes them, Printer turns them into text and Interpreter runs
them in the order of the text. Iterations of a parallel loop write elements of their own or use atomics, so that any
order gives the same numbers. All values are i32, or loop variables.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *

ELEMENTS = 16  # of each array; loop variables stay below 8, so that 8 can be added
OPS = ["addi", "subi", "muli", "xori", "andi", "ori", "maxsi", "minsi", "minui", "shli", "shrsi", "divsi", "remsi"]
ARRAYS = {"x": "memref<?xi32>", "y": "memref<16xi32>", "z": "memref<?xi32>", "p": "memref<?xi32>",
          "q": "memref<?xi32>", "g": "memref<16xi32>", "h": "memref<16xi32>"}
ALIASES = ("p", "q")
GLOBALS = ("g", "h")
FLAGS = {"f0": "i32", "f1": "i8", "f2": "i64"}


class Generator:
    def __init__(self, seed):
        self.random, self.names, self.helpers, self.budget = random.Random(seed), 0, [], 60

    def name(self):
        self.names += 1
        return "v%d" % self.names

    def value(self, scope):
        return self.random.choice(scope["values"][-6:] if self.random.random() < 0.7 else scope["values"])

    def index(self, scope):
        kinds = ["constant", "value"] + ["variable"] * 3 * bool(scope["variables"])
        kind = self.random.choice(kinds)
        if kind == "constant":
            return ("constant", self.random.randrange(4))
        if kind == "value":
            return ("value", self.value(scope), self.name())
        return ("variable", self.random.choice(scope["variables"]), self.random.choice([0, 0, 0, 1, 1, 2, 8]), self.name())

    def access(self, scope, write):
        """(array, index): inside a parallel loop an own element of the loop's array, or any of one only read."""
        own = scope["own"]
        if scope["local"] and self.random.random() < 0.4:
            return self.random.choice(scope["local"]), self.index(scope)
        if own is None:
            return self.random.choice(list(ARRAYS)), self.index(scope)
        array, variable, atomic = own
        if write or self.random.random() < 0.4:
            return array, ("variable", variable, 0, self.name())
        readable = [a for a in ARRAYS if a not in (array, atomic) and not (array in ALIASES and a in ALIASES)]
        return self.random.choice(readable), self.index(scope)

    def inner(self, scope, **changes):
        return {**scope, "values": list(scope["values"]), "variables": list(scope["variables"]),
                "local": list(scope["local"]), **changes}

    def body(self, scope, count, depth):
        return [s for _ in range(count) for s in self.statement(scope, depth)]

    def statement(self, scope, depth):
        self.budget -= 1
        pick = self.random.random()
        graph = scope["own"] is None and scope["graph"]
        if self.budget > 0 and depth > 0 and pick < 0.45:
            choices = [self.counted, self.branch, self.while_loop]
            if graph:
                choices += [self.parallel] * 4 + [self.device_loop] * bool(scope["flags"]) + [self.call]
            return self.random.choice(choices)(scope, depth - 1)
        if pick < 0.6:
            name = self.name()
            self_values = (self.value(scope), self.value(scope))
            scope["values"].append(name)
            if self.random.random() < 0.2:
                return [("constant", name, self.random.choice([0, 1, -1, 5, 31, 32, -(2 ** 31), 2 ** 31 - 1]))]
            return [("op", name, self.random.choice(OPS), *self_values)]
        if pick < 0.8:
            array, index = self.access(scope, write=False)
            name = self.name()
            scope["values"].append(name)
            return [("load", name, array, index, scope["own"] is None and self.random.random() < 0.1)]
        if pick < 0.95:
            array, index = self.access(scope, write=True)
            return [("store", self.value(scope), array, index)]
        if pick < 0.97 and depth == 0 or scope["own"] is None:
            array = self.random.choice(list(ARRAYS))
            if scope["own"]:
                array = scope["own"][2]
            return [("atomic", self.name(), array, self.index(scope), self.value(scope))]
        if scope["own"]:
            name = "l" + self.name()
            statement = ("alloca", name, self.value(scope))
            scope["local"].append(name)
            return [statement]
        return []

    def carried(self, scope, count):
        return [(self.name(), self.name(), self.value(scope)) for _ in range(count)]

    def counted(self, scope, depth):
        carried = self.carried(scope, self.random.randrange(4))
        variable = self.name()
        inner = self.inner(scope)
        inner["values"] += [argument for _, argument, _ in carried]
        inner["variables"].append(variable)
        lower, step = self.random.choice([(0, 1), (0, 1), (1, 1), (0, 2), (2, 3)])
        upper = ("value", self.value(scope), self.name()) if self.random.random() < 0.4 else \
            ("constant", self.random.choice([0, 1, 2, 3, 4]))
        body = self.body(inner, self.random.randint(1, 5), depth)
        yields = self.yields(inner, carried)
        scope["values"] += [result for result, _, _ in carried]
        return [("for", variable, lower, upper, step, carried, body, yields, self.name())]

    def yields(self, inner, carried):
        """Often the carried values themselves in another order: swaps and rotations."""
        arguments = [argument for _, argument, _ in carried]
        if self.random.random() < 0.3:
            self.random.shuffle(arguments)
            return arguments
        return [self.value(inner) for _ in carried]

    def branch(self, scope, depth):
        count = self.random.randrange(3)
        results = [self.name() for _ in range(count)]
        condition = (self.random.choice(["slt", "eq", "ugt"]), self.value(scope), self.value(scope), self.name())
        sides = []
        for _ in range(2):
            inner = self.inner(scope)
            body = self.body(inner, self.random.randint(0, 4), depth)
            sides.append((body, [self.value(inner) for _ in results]))
        scope["values"] += results
        return [("if", condition, results, *sides)]

    def while_loop(self, scope, depth):
        carried = self.carried(scope, self.random.randint(1, 3))
        counter, limit = self.name(), self.random.choice([0, 1, 2, 3])
        before = self.inner(scope)
        before["values"] += [argument for _, argument, _ in carried]
        condition_body = self.body(before, self.random.randrange(3), depth if self.random.random() < 0.3 else 0)
        passed = [self.value(before) for _ in carried]
        after = self.inner(scope)
        arguments = [self.name() for _ in carried]
        after["values"] += arguments
        body = self.body(after, self.random.randint(1, 4), depth)
        yields = [self.value(after) for _ in carried]
        scope["values"] += [result for result, _, _ in carried]
        return [("while", counter, limit, carried, condition_body, passed, arguments, body, yields)]

    def parallel(self, scope, depth):
        array, atomic = self.random.sample(list(ARRAYS), 2)
        if array in ALIASES and atomic in ALIASES:
            atomic = "g"
        variable, lower = self.name(), self.random.choice([0, 0, 0, 2])
        if self.random.random() < 0.4:
            extent = ("value", self.value(scope), self.name())
        else:
            extent = ("constant", self.random.choice([0, 1, 5, 8]))
        inner = self.inner(scope, own=(array, variable, atomic), graph=False)
        inner["variables"] = inner["variables"] + [variable]
        body = self.body(inner, self.random.randint(2, 7), min(depth, 2))
        kinds = [self.random.choice(["addi", "xori", "maxs", "minu", "muli"])
                 for _ in range(self.random.choice([0, 0, 0, 1, 2]))]
        results = [self.name() for _ in kinds]
        yields = [self.value(inner) for _ in kinds]
        scope["values"] += results
        return [("parallel", variable, lower, extent, self.random.choice([1, 1, 2]), body, kinds, results, yields,
                 self.name())]

    def device_loop(self, scope, depth):
        flag = self.random.choice(scope["flags"])
        inner = self.inner(scope, flags=[f for f in scope["flags"] if f != flag])
        body = self.body(inner, self.random.randint(1, 4), depth)
        name, maximum = self.name(), self.random.choice([None, None, 0, 2])
        scope["values"].append(name)
        return [("do_while", name, flag, self.random.choice([0, 1, 2, 3]), maximum, body)]

    def call(self, scope, depth):
        parameters = [self.name() for _ in range(2)]
        inner = {"values": list(parameters), "variables": [], "own": None, "graph": True, "flags": [], "local": []}
        body = self.body(inner, self.random.randint(1, 4), depth)
        helper = ("helper%d_" % len(self.helpers), parameters, body, self.value(inner))
        self.helpers.append(helper)
        name = self.name()
        statement = ("call", name, helper, [self.value(scope), self.value(scope)])
        scope["values"].append(name)
        return [statement]

    def kernel(self):
        scope = {"values": ["s0", "s1"], "variables": [], "own": None, "graph": True, "flags": list(FLAGS), "local": []}
        body = []
        while self.budget > 0:
            body += self.statement(scope, 3)
        return body, [self.value(scope), self.value(scope)]


class Printer:
    def __init__(self, number):
        self.number, self.lines = number, []

    def index(self, index, pad):
        if index[0] == "constant":
            return "%%k%d" % index[1]
        if index[0] == "value":
            self.lines += ["%s%%%s_m = arith.andi %%%s, %%seven : i32" % (pad, index[2], index[1]),
                           "%s%%%s_i = arith.index_cast %%%s_m : i32 to index" % (pad, index[2], index[2])]
            return "%%%s_i" % index[2]
        if index[2] == 0:
            return "%" + index[1]
        self.lines.append("%s%%%s_i = arith.addi %%%s, %%k%d : index" % (pad, index[3], index[1], index[2]))
        return "%%%s_i" % index[3]

    def constants(self):
        self.lines += ["  %%k%d = arith.constant %d : index" % (k, k) for k in range(9)]
        self.lines += ["  %seven = arith.constant 7 : i32", "  %one = arith.constant 1 : i32"]
        self.lines += ["  %%%s = memref.get_global @%s%d : memref<16xi32>" % (g, g, self.number) for g in GLOBALS]

    def yield_(self, op, values, pad):
        if values:
            self.lines.append("%s%s %s : %s" % (pad, op, ", ".join("%" + v for v in values),
                                                ", ".join("i32" for _ in values)))
        else:
            self.lines.append("%s%s" % (pad, op))

    def type_of(self, array):
        return ARRAYS.get(array, "memref<16xi32>")

    def block(self, statements, pad):
        for statement in statements:
            getattr(self, "print_" + statement[0])(pad, *statement[1:])

    def print_constant(self, pad, name, number):
        self.lines.append("%s%%%s = arith.constant %d : i32" % (pad, name, number))

    def print_op(self, pad, name, op, a, b):
        self.lines.append("%s%%%s = arith.%s %%%s, %%%s : i32" % (pad, name, op, a, b))

    def print_load(self, pad, name, array, index, is_volatile):
        op = "qd.volatile_load" if is_volatile else "memref.load"
        self.lines.append("%s%%%s = %s %%%s[%s] : %s" % (pad, name, op, array, self.index(index, pad), self.type_of(array)))

    def print_store(self, pad, value, array, index):
        self.lines.append("%smemref.store %%%s, %%%s[%s] : %s" %
                          (pad, value, array, self.index(index, pad), self.type_of(array)))

    def print_atomic(self, pad, name, array, index, value):
        self.lines.append("%s%%%s = memref.atomic_rmw addi %%%s, %%%s[%s] : (i32, %s) -> i32" %
                          (pad, name, value, array, self.index(index, pad), self.type_of(array)))

    def print_alloca(self, pad, name, value):
        self.lines += ["%s%%%s = memref.alloca() : memref<16xi32>" % (pad, name),
                       "%s%%%s_n = arith.constant 16 : index" % (pad, name),
                       "%sscf.for %%%s_k = %%k0 to %%%s_n step %%k1 {" % (pad, name, name),
                       "%s  memref.store %%%s, %%%s[%%%s_k] : memref<16xi32>" % (pad, value, name, name), pad + "}"]

    def print_for(self, pad, variable, lower, upper, step, carried, body, yields, _):
        bound = self.index(upper, pad)
        head = "scf.for %%%s = %%k%d to %s step %%k%d" % (variable, lower, bound, step)
        if carried:
            head = "%s = %s iter_args(%s) -> (%s)" % (
                ", ".join("%" + r for r, _, _ in carried), head,
                ", ".join("%%%s = %%%s" % (a, i) for _, a, i in carried), ", ".join("i32" for _ in carried))
        self.lines.append("%s%s {" % (pad, head))
        self.block(body, pad + "  ")
        self.yield_("scf.yield", yields, pad + "  ")
        self.lines.append(pad + "}")

    def print_if(self, pad, condition, results, then, otherwise):
        predicate, a, b, name = condition
        self.lines.append("%s%%%s_c = arith.cmpi %s, %%%s, %%%s : i32" % (pad, name, predicate, a, b))
        head = "scf.if %%%s_c" % name
        if results:
            head = "%s = %s -> (%s)" % (", ".join("%" + r for r in results), head, ", ".join("i32" for _ in results))
        self.lines.append("%s%s {" % (pad, head))
        self.block(then[0], pad + "  ")
        self.yield_("scf.yield", then[1], pad + "  ")
        self.lines.append(pad + "} else {")
        self.block(otherwise[0], pad + "  ")
        self.yield_("scf.yield", otherwise[1], pad + "  ")
        self.lines.append(pad + "}")

    def print_while(self, pad, counter, limit, carried, condition_body, passed, arguments, body, yields):
        types = ", ".join(["i32"] * (len(carried) + 1))
        self.lines += ["%s%%%s_0 = arith.constant 0 : i32" % (pad, counter),
                       "%s%%%s_n = arith.constant %d : i32" % (pad, counter, limit),
                       "%s%%%s_r, %s = scf.while (%%%s_a = %%%s_0, %s) : (%s) -> (%s) {" %
                       (pad, counter, ", ".join("%" + r for r, _, _ in carried), counter, counter,
                        ", ".join("%%%s = %%%s" % (a, i) for _, a, i in carried), types, types)]
        self.block(condition_body, pad + "  ")
        self.lines += ["%s  %%%s_c = arith.cmpi slt, %%%s_a, %%%s_n : i32" % (pad, counter, counter, counter),
                       "%s  scf.condition(%%%s_c) %%%s_a, %s : %s" %
                       (pad, counter, counter, ", ".join("%" + v for v in passed), types),
                       "%s} do {" % pad,
                       "%s^bb0(%%%s_b: i32, %s):" % (pad, counter, ", ".join("%%%s: i32" % a for a in arguments))]
        self.block(body, pad + "  ")
        self.lines += ["%s  %%%s_d = arith.addi %%%s_b, %%one : i32" % (pad, counter, counter),
                       "%s  scf.yield %%%s_d, %s : %s" % (pad, counter, ", ".join("%" + v for v in yields), types),
                       pad + "}"]

    def print_parallel(self, pad, variable, lower, extent, step, body, kinds, results, yields, _):
        head = "qd.for (%%%s) in (%s)" % (variable, self.index(extent, pad))
        if lower:
            head += " from (%%k%d)" % lower
        if step != 1:
            head += " step (%%k%d)" % step
        if kinds:
            head = "%s = %s reduce(%s) -> %s" % (", ".join("%" + r for r in results), head, ", ".join(kinds),
                                                 ", ".join("i32" for _ in kinds))
        self.lines.append("%s%s {" % (pad, head))
        self.block(body, pad + "  ")
        if kinds:
            self.yield_("qd.yield", yields, pad + "  ")
        self.lines.append(pad + "}")

    def print_do_while(self, pad, name, flag, count, maximum, body):
        kind = FLAGS[flag]
        self.lines += ["%s%%%s_n = arith.constant %d : %s" % (pad, name, count, kind),
                       "%smemref.store %%%s_n, %%%s[] : memref<%s>" % (pad, name, flag, kind)]
        limit = ""
        if maximum is not None:
            self.lines.append("%s%%%s_m = arith.constant %d : i64" % (pad, name, maximum))
            limit = " max(%%%s_m)" % name
        self.lines.append("%s%%%s_l = qd.do_while %%%s%s : memref<%s> {" % (pad, name, flag, limit, kind))
        self.block(body, pad + "  ")
        self.lines += ["%s  %%%s_f = memref.load %%%s[] : memref<%s>" % (pad, name, flag, kind),
                       "%s  %%%s_1 = arith.constant 1 : %s" % (pad, name, kind),
                       "%s  %%%s_d = arith.subi %%%s_f, %%%s_1 : %s" % (pad, name, name, name, kind),
                       "%s  %%%s_z = arith.constant 0 : %s" % (pad, name, kind),
                       "%s  %%%s_e = arith.maxsi %%%s_d, %%%s_z : %s" % (pad, name, name, name, kind),
                       "%s  memref.store %%%s_e, %%%s[] : memref<%s>" % (pad, name, flag, kind), pad + "}",
                       "%s%%%s = arith.trunci %%%s_l : i64 to i32" % (pad, name, name)]

    def array_parameters(self):
        return ["%%%s: %s" % (a, t) for a, t in ARRAYS.items() if a not in GLOBALS]

    def print_call(self, pad, name, helper, arguments):
        arrays = [a for a in ARRAYS if a not in GLOBALS]
        self.lines.append("%s%%%s = func.call @%s%d(%s) : (%s) -> i32" %
                          (pad, name, helper[0], self.number, ", ".join("%" + a for a in arrays + arguments),
                           ", ".join([ARRAYS[a] for a in arrays] + ["i32", "i32"])))

    def program(self, kernel, helpers):
        for g in GLOBALS:
            self.lines.append('memref.global "public" @%s%d : memref<16xi32> = dense<%d>' % (g, self.number, len(g) + 4))
        for name, parameters, body, result in helpers:
            self.lines.append("func.func private @%s%d(%s) -> i32 {" % (name, self.number, ", ".join(
                self.array_parameters() + ["%%%s: i32" % p for p in parameters])))
            self.constants()
            self.block(body, "  ")
            self.lines += ["  return %%%s : i32" % result, "}"]
        parameters = ["%%%s: %s%s" % (a, t, " {qd.may_alias}" * (a in ALIASES)) for a, t in ARRAYS.items()
                      if a not in GLOBALS]
        parameters += ["%%%s: memref<%s>" % (f, t) for f, t in FLAGS.items()] + ["%s0: i32", "%s1: i32"]
        self.lines.append("qd.kernel @k%d(%s) -> (i32, i32) {" % (self.number, ", ".join(parameters)))
        self.constants()
        self.block(kernel[0], "  ")
        self.lines += ["  qd.return %%%s, %%%s : i32, i32" % tuple(kernel[1]), "}", ""]
        return "\n".join(self.lines)


def apply(op, a, b):
    if op in ("divsi", "remsi"):
        quotient = 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return wrap(quotient if op == "divsi" else (a - b * quotient if b else 0), "i32")
    if op in ("shli", "shrsi"):
        amount = unsigned(b, "i32")
        return (wrap(a << amount, "i32") if amount < 32 else 0) if op == "shli" else a >> min(amount, 31)
    return wrap({"addi": lambda: a + b, "subi": lambda: a - b, "muli": lambda: a * b, "xori": lambda: a ^ b,
                 "andi": lambda: a & b, "ori": lambda: a | b, "maxsi": lambda: max(a, b), "minsi": lambda: min(a, b),
                 "maxs": lambda: max(a, b), "minu": lambda: min(unsigned(a, "i32"), unsigned(b, "i32")),
                 "minui": lambda: min(unsigned(a, "i32"), unsigned(b, "i32"))}[op](), "i32")


NEUTRAL = {"addi": 0, "xori": 0, "maxs": -2 ** 31, "minu": -1, "muli": 1}


class TooLong(Exception):
    pass


class Interpreter:
    def __init__(self, arrays):
        self.memory, self.steps = arrays, 0

    def index(self, index, env):
        if index[0] == "constant":
            return index[1]
        if index[0] == "value":
            return env[index[1]] & 7
        return env[index[1]] + index[2]

    def block(self, statements, env):
        for statement in statements:
            self.steps += 1
            if self.steps > 200000:
                raise TooLong()
            getattr(self, "run_" + statement[0])(env, *statement[1:])

    def run_constant(self, env, name, number):
        env[name] = number

    def run_op(self, env, name, op, a, b):
        env[name] = apply(op, env[a], env[b])

    def run_load(self, env, name, array, index, _):
        env[name] = self.memory[array][self.index(index, env)]

    def run_store(self, env, value, array, index):
        self.memory[array][self.index(index, env)] = env[value]

    def run_atomic(self, env, name, array, index, value):
        place = self.index(index, env)
        env[name] = self.memory[array][place]
        self.memory[array][place] = wrap(env[name] + env[value], "i32")

    def run_alloca(self, env, name, value):
        self.memory[name] = [env[value]] * ELEMENTS

    def run_for(self, env, variable, lower, upper, step, carried, body, yields, _):
        values = [env[initial] for _, _, initial in carried]
        for i in range(lower, self.index(upper, env), step):
            env[variable] = i
            env.update(zip([argument for _, argument, _ in carried], values))
            self.block(body, env)
            values = [env[y] for y in yields]
        env.update(zip([result for result, _, _ in carried], values))

    def run_if(self, env, condition, results, then, otherwise):
        predicate, a, b, _ = condition
        a, b = env[a], env[b]
        holds = {"slt": a < b, "eq": a == b, "ugt": unsigned(a, "i32") > unsigned(b, "i32")}[predicate]
        body, yields = then if holds else otherwise
        self.block(body, env)
        env.update(zip(results, [env[y] for y in yields]))

    def run_while(self, env, counter, limit, carried, condition_body, passed, arguments, body, yields):
        values, count = [env[initial] for _, _, initial in carried], 0
        while True:
            env.update(zip([argument for _, argument, _ in carried], values))
            self.block(condition_body, env)
            values = [env[v] for v in passed]
            if count >= limit:
                break
            env.update(zip(arguments, values))
            self.block(body, env)
            values = [env[y] for y in yields]
            count += 1
        env.update(zip([result for result, _, _ in carried], values))

    def run_parallel(self, env, variable, lower, extent, step, body, kinds, results, yields, _):
        folded = [NEUTRAL[kind] for kind in kinds]
        for i in range(lower, self.index(extent, env), step):
            inner = dict(env)
            inner[variable] = i
            self.block(body, inner)
            folded = [apply(kind, old, inner[y]) for kind, old, y in zip(kinds, folded, yields)]
        env.update(zip(results, folded))

    def run_do_while(self, env, name, flag, count, maximum, body):
        self.memory[flag][0], iterations = count, 0
        while True:
            self.block(body, env)
            iterations += 1
            self.memory[flag][0] = max(self.memory[flag][0] - 1, 0)
            if self.memory[flag][0] == 0 or (maximum is not None and iterations >= max(maximum, 1)):
                break
        env[name] = iterations

    def run_call(self, env, name, helper, arguments):
        inner = dict(zip(helper[1], [env[a] for a in arguments]))
        self.block(helper[2], inner)
        env[name] = inner[helper[3]]


def reference(seed, kernel):
    """Inputs of a kernel and what it leaves; None if it runs for too long."""
    source = random.Random(seed + 1000000)
    memory = {a: [5] * ELEMENTS if a in GLOBALS else [source.randint(-9, 9) for _ in range(ELEMENTS)] for a in ARRAYS}
    memory.update({flag: [0] for flag in FLAGS})
    before = {name: list(values) for name, values in memory.items()}
    env = {"s0": source.randint(-20, 20), "s1": source.choice([0, 1, -1, 2 ** 31 - 1])}
    scalars = dict(env)
    try:
        Interpreter(memory).block(kernel[0], env)
    except TooLong:
        return None
    return before, scalars, memory, [env[v] for v in kernel[1]]


def main(folder, first, count, *options):
    check, cases = Check(), {}
    for seed in range(int(first), int(first) + int(count)):
        generator = Generator(seed)
        kernel = generator.kernel()
        expected = reference(seed, kernel)
        if expected:
            cases[seed] = (Printer(seed).program(kernel, generator.helpers), *expected)
    for levels in options or ("-O0", "-O3"):
        path = "%s/random_%s%s" % (folder, first, levels.replace("=", "_").replace(":", "_").replace(",", "_"))
        package = compile_kernel("".join(case[0] for case in cases.values()), path, *levels.split(","))
        for seed, (_, before, scalars, after, results) in cases.items():
            arguments = {a: Array("i32", (ELEMENTS,), before[a]) for a in ARRAYS if a not in GLOBALS}
            arguments.update({f: scalar(t, 0) for f, t in FLAGS.items()}, **scalars)
            outcome = launch(package, "k%d" % seed, arguments, {"%s%d" % (g, seed): "i32" for g in GLOBALS})
            what = "kernel k%d %s " % (seed, levels)
            check.equal(what + "exit code", outcome.code, 0)
            if outcome.code:
                continue
            check.equal(what + "results", outcome.results(), results)
            for name, values in after.items():
                if name[0] == "l":
                    continue
                read = name + str(seed) if name in GLOBALS else name
                want = scalar(FLAGS[name], values[0]) if name in FLAGS else Array("i32", (ELEMENTS,), values)
                check.same_bits(what + name, outcome.arrays.get(read), want)
    check.end()


main(*sys.argv[1:])
