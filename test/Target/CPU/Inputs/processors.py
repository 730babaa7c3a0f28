"""Code for a processor has no instruction that it lacks: processors.py FOLDER

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

compile-for makes packages as cpu:native would on other machines: processors by name, of which features are hidden, as
hypervisors do. GNU's disassembler and assembler judge the code. The assembler refuses, by name, each instruction and
register that is not of the features that it was told; it gets those that the manifest says the image needs.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(__file__)
ROOT = os.path.join(HERE, *[".."] * 4)
sys.path += [os.path.join(HERE, "..", "..", "..", "EndToEnd", "Inputs"), os.path.join(ROOT, "schema")]

import package_file
from program import Printer
from random_program import generate
from targets import Loop

# As LLVM calls a processor, and what is hidden of it. What needs something hidden has to go too: skylake without AVX
# still shows FMA.
PROCESSORS = (
    ("znver4", "avx512f"), ("sapphirerapids", "avx512f"), ("skylake", "avx"),
    ("znver4",), ("znver4", "avx"), ("znver5", "avx512f", "avx512bw", "avx512vl"),
    ("sapphirerapids",), ("sapphirerapids", "avx512fp16"), ("skylake", "avx2", "bmi"), ("skylake-avx512", "avx512vl"), ("icelake-server", "avx512bw"),
    ("x86-64-v4", "avx512dq"), ("haswell", "fma", "movbe"), ("haswell", "bmi2", "lzcnt", "popcnt"),
    ("znver3", "f16c"), ("alderlake", "avxvnni", "gfni"), ("bdver2", "fma4", "xop"), ("btver2",),
    ("nehalem", "popcnt"), ("nehalem", "sse4.1"), ("core2", "cx16"), ("x86-64",),
)

# LLVM's names of features whose instructions kernels can be made of, where the assembler's is another one.
NAMES = {"avx512vbmi2": "avx512_vbmi2", "avx512vnni": "avx512_vnni", "avx512bitalg": "avx512_bitalg",
         "avx512vpopcntdq": "avx512_vpopcntdq", "avx512bf16": "avx512_bf16", "avx512fp16": "avx512_fp16",
         "avxvnni": "avx_vnni"}
SAME = ("sse3", "ssse3", "sse4.1", "sse4.2", "sse4a", "popcnt", "lzcnt", "bmi", "bmi2", "adx", "movbe", "cx16", "aes",
        "pclmul", "gfni", "vaes", "vpclmulqdq", "sha", "avx", "avx2", "f16c", "fma", "fma4", "xop", "tbm", "lwp",
        "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl", "avx512ifma", "avx512vbmi", "rdrnd", "rdseed",
        "fsgsbase", "clflushopt", "clwb", "xsave", "prfchw")


# All kernels are compiled for all processors, but the large ones for these alone.
FIRST = 3


def random_kernels():
    loops = "".join(Loop(seed).kernel(seed) for seed in range(4))
    programs = "".join(Printer(generate(seed)).text() for seed in range(100, 116))
    return loops + programs


def kernels(folder):
    """Files to compile, at which level, and for which processors."""
    texts = {"random": random_kernels(),
             "math": subprocess.run(["device-math-report", "--kernels"], capture_output=True, text=True, check=True).stdout}
    for name, text in texts.items():
        with open(os.path.join(folder, name + ".qir"), "w") as file:
            file.write(text)
    vectors = os.path.join(HERE, "processors.qir")
    small = [(vectors, 3), (vectors, 0)]
    large = [(os.path.join(folder, name + ".qir"), 3) for name in texts]
    large += [(os.path.join(ROOT, "examples", name, name + ".qir"), 3) for name in ("mpm88", "fit")]
    return [(*kernel, PROCESSORS) for kernel in small] + [(*kernel, PROCESSORS[:FIRST]) for kernel in large]


def compile_for(processor, path, level, output):
    name, *hidden = processor
    done = subprocess.run(["compile-for", path, output, str(level), name, *("-" + feature for feature in hidden)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s for %s: %s" % (path, " less ".join(processor), done.stderr))
    with open(output, "rb") as file:
        data = file.read()
    image, = [entry.image for entry in package_file.read_entries(data) if entry.strings["qdc.kind"] == "image"]
    module, = package_file.modules_of(package_file.read_manifest(data))
    with open(output + ".so", "wb") as file:
        file.write(image)
    return module["images"][0]["features"]


def instructions(image, has_tzcnt):
    """What the disassembler shows, as the assembler takes it."""
    shown = subprocess.run(["objdump", "-d", "--no-show-raw-insn", image], capture_output=True, text=True, check=True)
    lines = []
    for line in re.findall(r"^ *[0-9a-f]+:\t(.*)$", shown.stdout, re.MULTILINE):
        line = re.sub(r"\s*(<.*>|#.*)", "", line).strip()
        if re.search(r"\bnop[wl]?\b|^(data16 *)+$", line):
            continue  # between functions: the assembler takes no prefix twice
        if not has_tzcnt:
            # For numbers that are not 0 LLVM always writes bsf so, which newer processors run faster, as tzcnt.
            line = re.sub("^tzcnt", "rep bsf", line)
        lines.append(re.sub(r"^((?:j|call|loop)\w*) +[0-9a-f]+$", r"\1 .", line))
    return lines


def refused(lines, needs, path):
    """What the assembler says of instructions outside of the features, one line each."""
    # Of what sse4.2 brings along for it, popcnt is a feature of its own.
    options = ["generic64", *(NAMES.get(f, f) for f in needs if f in SAME or f in NAMES),
               *(["nopopcnt"] if "popcnt" not in needs else [])]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    done = subprocess.run(["as", "-march=" + "+".join(options), path, "-o", "/dev/null"], capture_output=True, text=True)
    found = re.findall(r":(\d+): Error: (.*)", done.stderr)
    if done.returncode != 0 and not found:
        sys.exit("as: " + done.stderr)
    return ["%s: %s" % (lines[int(number) - 1], reason) for number, reason in found]


def check_needs(processor, needs):
    """The baseline, nothing that is hidden, and nothing that cannot do without it."""
    problems = ["needs lacks %s" % name for name in ("64bit", "sse2", "cx8") if name not in needs]
    hidden = set(processor[1:])
    if "avx" in hidden:
        hidden |= {name for name in needs if name.startswith("avx")} | {"fma", "f16c", "vaes", "vpclmulqdq", "xop", "fma4"}
    if "avx512f" in hidden:
        hidden |= {name for name in needs if name.startswith("avx512")}
    return problems + ["needs has %s" % name for name in needs if name in hidden]


def check_the_judge(lines, needs, path):
    """Code for znver4 is not code for a processor without one of these."""
    avx512 = {name for name in needs if name.startswith("avx512")}
    for missing, example in ((avx512, "zmm"), ({"avx512vl"}, "ymm"), (avx512 | {"fma"}, "vfm"), ({"bmi2"}, "x "),
                             (avx512 | {"avx2", "vaes", "vpclmulqdq"}, "vp.*ymm")):
        found = refused(lines, [name for name in needs if name not in missing], path)
        if not any(re.search(example, line) for line in found):
            sys.exit("the assembler finds nothing where %s is missing" % ", ".join(sorted(missing)))


def main(folder):
    count = failed = 0
    for path, level, processors in kernels(folder):
        for processor in processors:
            output = os.path.join(folder, "code")
            needs = compile_for(processor, path, level, output)
            lines = instructions(output + ".so", "bmi" in needs)
            if processor == ("znver4",) and level == 3 and path.endswith("processors.qir"):
                check_the_judge(lines, needs, output + ".s")
            problems = check_needs(processor, needs) + refused(lines, needs, output + ".s")
            count += len(lines)
            failed += len(problems)
            for problem in problems[:5]:
                print("%s -O%d for %s: %s" % (os.path.basename(path), level, " less ".join(processor), problem))
    print("%d instructions, %d problems" % (count, failed))
    sys.exit(1 if failed or not count else 0)


main(sys.argv[1])
