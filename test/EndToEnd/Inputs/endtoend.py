"""Compiles a kernel, runs it with `qdc run` and compares arrays bit for bit. Plain Python; `qdc` is found in PATH.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Array holds an element type of the kernel IR, a shape and a flat list of numbers: ints with their sign, floats.
launch() gives an Outcome; Check counts what was compared and ends the test. The reference lives in each test.

Environment, for tests on a device that has no compiler beside it (docs/hacking.md):
  QDC_TEST_DEVICE    the device that kernels run on; "cpu" when left out. "grid OPTIONS": they run as grids of threads, by
                     qdc-run-grid with these options
  QDC_TEST_TARGETS   what kernels are compiled for, in place of the targets that a test names
  QDC_TEST_PACKAGES  a folder that keeps every package, and gives it in place of compiling the same again

QDC_TEST_CHECKS, a list of checks, runs the checked variant of every kernel in place of the plain code.
"""
import hashlib
import json
import math
import os
import shutil
import struct
import subprocess
import sys

import grid

DEVICE = os.environ.get("QDC_TEST_DEVICE", "cpu")
TARGETS = os.environ.get("QDC_TEST_TARGETS")
PACKAGES = os.environ.get("QDC_TEST_PACKAGES")
CHECKS = os.environ.get("QDC_TEST_CHECKS")
GRID = DEVICE.split()[1:] if DEVICE.startswith("grid ") else None  # options of qdc-run-grid
TARGETS_ARE_GIVEN = bool(TARGETS) or DEVICE != "cpu"  # by the environment, so packages may lack those that a test names

# Element type: (NumPy's name for it, struct code).
FORMATS = {
    "i1": ("|b1", "B"), "i8": ("|i1", "b"), "i16": ("<i2", "h"), "i32": ("<i4", "i"), "i64": ("<i8", "q"),
    "f16": ("<f2", "e"), "bf16": ("<u2", "H"), "f32": ("<f4", "f"), "f64": ("<f8", "d"),
}
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
BITS = {**WIDTHS, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
# Digits of the significand, exponent of the smallest normal number, largest finite number.
FLOATS = {"f16": (11, -14, 65504.0), "bf16": (8, -126, float.fromhex("0x1.fep127")),
          "f32": (24, -126, float.fromhex("0x1.fffffep127")), "f64": (53, -1022, sys.float_info.max)}

# For the top of a kernel's text.
INDEX_CONSTANTS = "".join("  %%c%d = arith.constant %d : index\n" % (k, k) for k in (0, 1, 2, 3, 4, 5, 8))


def targets_to_run(names):
    """The targets of a package to run: `names`, for which a test had it compiled; or None alone, for the one that the
    loader takes, where they are given by the environment."""
    return [None] if TARGETS_ARE_GIVEN else list(names)


def is_float(kind):
    return kind in FLOATS


def wrap(value, kind):
    """The integer modulo 2^width, with its sign; i1 is 0 or 1."""
    width = WIDTHS[kind]
    value &= (1 << width) - 1
    return value - (1 << width) if width > 1 and value >> (width - 1) else value


def unsigned(value, kind):
    return value & ((1 << WIDTHS[kind]) - 1)


def round_float(value, kind):
    """The nearest number of a float type, ties to even. `value` is a float, or a Fraction, which is rounded once."""
    digits, smallest, largest = FLOATS[kind]
    if isinstance(value, float) and (kind == "f64" or value == 0 or not math.isfinite(value)):
        return value
    if value == 0:
        return 0.0
    magnitude = abs(value)
    if isinstance(magnitude, float):
        if magnitude > 2 * largest:
            return math.copysign(math.inf, value)
        exponent = math.frexp(magnitude)[1] - 1
        quantum = max(exponent, smallest) - digits + 1
        rounded = math.ldexp(float(round(math.ldexp(magnitude, -quantum))), quantum)
    else:
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        while magnitude < 2 ** exponent if exponent >= 0 else magnitude * 2 ** -exponent < 1:
            exponent -= 1
        quantum = max(exponent, smallest) - digits + 1
        scaled = magnitude / 2 ** quantum if quantum >= 0 else magnitude * 2 ** -quantum
        try:
            rounded = math.ldexp(float(round(scaled)), quantum)
        except OverflowError:
            rounded = math.inf
    if rounded > largest:
        rounded = math.inf
    return -rounded if value < 0 else rounded


def float_bits(value, kind):
    if kind == "bf16":
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16
    code = FORMATS[kind][1]
    return int.from_bytes(struct.pack("<" + code, value), "little")


class Array:
    def __init__(self, kind, shape, values):
        self.kind, self.shape, self.values = kind, tuple(shape), list(values)
        assert len(self.values) == math.prod(self.shape), (kind, shape, len(self.values))

    def packed(self):
        name, code = FORMATS[self.kind]
        values = [float_bits(v, "bf16") for v in self.values] if self.kind == "bf16" else self.values
        return struct.pack("<%d%s" % (len(values), code), *values)

    def write(self, path):
        shape = "(%s)" % "".join("%d," % n for n in self.shape)
        header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (FORMATS[self.kind][0], shape)
        header += " " * (-(len(header) + 11) % 64) + "\n"
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + self.packed())

    @staticmethod
    def bytes_of(kind, shape):
        return math.prod(shape) * struct.calcsize("<" + FORMATS[kind][1])

    @staticmethod
    def unpacked(kind, shape, data):
        """The inverse of packed()."""
        code = FORMATS[kind][1]
        values = list(struct.unpack("<%d%s" % (math.prod(shape), code), data))
        if kind == "bf16":
            values = [struct.unpack("<f", struct.pack("<I", v << 16))[0] for v in values]
        return Array(kind, shape, values)

    @staticmethod
    def read(path, kind):
        with open(path, "rb") as file:
            data = file.read()
        start = 12 if data[6] > 1 else 10
        length = int.from_bytes(data[8:start], "little")
        header = eval(data[start:start + length].decode(), {"__builtins__": {}}, {"True": True, "False": False})
        return Array.unpacked(kind, header["shape"], data[start + length:])


def zeros(kind, *shape):
    return Array(kind, shape, [0.0 if is_float(kind) else 0] * math.prod(shape))


def scalar(kind, value):
    return Array(kind, (), [value])


class Outcome:
    """What a launch gave: the exit code, `qdc run --json` as an object, the arrays after it, standard error."""

    def __init__(self, code, report, arrays, stderr):
        self.code, self.report, self.arrays, self.stderr = code, report, arrays, stderr

    def results(self):
        return [entry["values"] for entry in self.report["results"]]

    def lacks_processor(self):
        """Whether there was no launch because the target that was asked for is for other processors than this one."""
        return self.code == 4 and "this processor lacks" in self.stderr

    def __getitem__(self, name):
        return self.arrays[name]


def try_to_compile(text, path, options):
    """Compiles `text` to PATH.fatbin. Gives what is wrong, or None."""
    with open(path + ".qir", "w") as file:
        file.write(text)
    if GRID is not None:
        return None  # whoever runs it lowers it
    options = [*options, "--checks=" + CHECKS] if CHECKS else options
    kept = PACKAGES and os.path.join(PACKAGES, hashlib.sha256("\0".join([text, *options]).encode()).hexdigest())
    if kept and os.path.exists(kept):
        shutil.copyfile(kept, path + ".fatbin")
        return None
    if TARGETS:
        options = [option for option in options if not option.startswith("--target=")] + ["--target=" + TARGETS]
    done = subprocess.run(["qdc", "compile", path + ".qir", "-o", path + ".fatbin", *options], capture_output=True,
                          text=True)
    if done.returncode != 0:
        return "qdc compile %s.qir %s: exit code %d\n%s" % (path, " ".join(options), done.returncode, done.stderr)
    if kept:
        shutil.copyfile(path + ".fatbin", kept)
    return None


def compile_kernel(text, path, *options):
    """Compiles `text` to PATH.fatbin and gives that path."""
    problem = try_to_compile(text, path, options)
    if problem:
        sys.exit(problem)
    return path + ".fatbin"


def launch(package, kernel=None, arguments=None, read=None, options=(), environment=None):
    """Runs a kernel. `arguments`: name to Array or number. `read`: name to element type of globals to read back.
    Every array argument is read back."""
    arguments = arguments or {}
    if GRID is not None:
        return launch_as_grid(package, kernel, arguments)
    arrays = {name: value.kind for name, value in arguments.items() if isinstance(value, Array)}
    arrays.update(read or {})
    folder = package + ".arrays"
    os.makedirs(folder, exist_ok=True)
    command = ["qdc", "run", package] + ([kernel] if kernel else []) + ["--json", *options]
    command += ["--checks=" + CHECKS] if CHECKS else []
    if TARGETS_ARE_GIVEN:
        command = [word for word in command if not word.startswith("--target=")] + ["--device=" + DEVICE]
    for name, value in arguments.items():
        if isinstance(value, Array):
            value.write("%s/%s.npy" % (folder, name))
            command.append("%s=@%s/%s.npy" % (name, folder, name))
        else:
            command.append("%s=%s" % (name, value))
    for name in arrays:
        command.append("--save=%s=%s/%s.out.npy" % (name, folder, name))
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    report, after = None, {}
    if done.returncode not in (0, 1) or (done.returncode == 1 and not done.stdout.startswith("{")):
        print("note: exit code %d: %s\n%s" % (done.returncode, " ".join(command), done.stderr))
    else:
        report = json.loads(done.stdout)
    for name, kind in arrays.items():
        path = "%s/%s.out.npy" % (folder, name)
        if os.path.exists(path):
            after[name] = Array.read(path, kind)
            os.remove(path)
    return Outcome(done.returncode, report, after, done.stderr)


def launch_as_grid(package, kernel, arguments):
    """The same for a kernel that was not compiled."""
    done = grid.run(package.removesuffix(".fatbin") + ".qir", kernel, arguments, GRID, Array)
    if done.problem:
        print("note: " + done.problem)
        return Outcome(2, None, {}, done.problem)
    results = [{"values": grid.number_of(text)} for text in done.results]
    return Outcome(0 if done.status == "ok" else 1, {"results": results}, done.arrays, done.status)


class Check:
    """Counts what was compared and what was wrong, and prints the first of the latter unless `quiet`."""

    def __init__(self, quiet=False):
        self.compared, self.failures, self.quiet = 0, 0, quiet

    def fail(self, what):
        self.failures += 1
        if self.failures <= 40 and not self.quiet:
            print("FAILED: " + what, flush=True)  # a kernel may crash the process later

    def equal(self, what, got, want):
        self.compared += 1
        if got != want:
            self.fail("%s: got %r, want %r" % (what, got, want))

    def same_bits(self, what, got, want, describe=None):
        """Compares two Arrays; NaNs are equal whatever their payload. `describe` gives words for an index."""
        if got is None:
            return self.fail(what + ": not read back")
        self.compared += len(want.values)
        if got.kind != want.kind or got.shape != want.shape:
            return self.fail("%s: got %s%s, want %s%s" % (what, got.kind, got.shape, want.kind, want.shape))
        if got.packed() == want.packed():
            return
        bad = 0
        for index, (a, b) in enumerate(zip(got.values, want.values)):
            equal = a == b
            if is_float(want.kind):
                both_nan = math.isnan(a) and math.isnan(b)
                equal = both_nan or (a == b and math.copysign(1, a) == math.copysign(1, b))
            if not equal:
                bad += 1
                if bad <= 4:
                    self.fail("%s[%d]: got %r, want %r%s" % (what, index, a, b, describe(index) if describe else ""))
                else:
                    self.failures += 1

    def end(self):
        print("compared %d, failed %d" % (self.compared, self.failures))
        sys.exit(1 if self.failures or not self.compared else 0)
