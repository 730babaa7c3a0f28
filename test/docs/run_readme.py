"""Runs what README.md shows, and compares what comes out with what it shows. `qdc` is found in PATH.

usage: run_readme.py REPOSITORY FOLDER
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Commands are lines `$ build/bin/qdc ...` and `== qdc ...`; what they print follows. In it, `...` at the end of a line
stands for the rest, and on a line of its own for any lines; names of processors and times may differ. What ./dev does
beside that is not repeated here.
"""

import os
import re
import shlex
import subprocess
import sys

C_PROGRAM = """#include <qdrt/qdrt.h>
void run(float *x, float *y, int64_t n);
void run(float *x, float *y, int64_t n) {
%s}
"""


def blocks(page, language):
    """The texts between a line "```language" and the next line "```"."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)
    return [text for found, text in fenced if found == language]


def run(command, folder):
    done = subprocess.run(shlex.split(command), cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"'{command}' fails: {done.stderr}")
    return done.stdout.splitlines()


def pattern(line):
    """The regular expression of a line that is shown, or None for any lines."""
    if line.strip() == "...":
        return None
    text = re.escape(line.removesuffix(" ..."))
    text = re.sub(r"\\\(AMD\\ EPYC\\\)", r"\\(.*\\)", text)
    text = re.sub(r"\d+\\\.\d+\\ us", r"[\\d.]+ [mun]?s", text)
    return re.compile(text + (".*" if line.endswith(" ...") else "") + "$")


def first_difference(shown, printed):
    """The first line of `shown` that `printed` does not have in its place, or None."""
    at, skips = 0, False
    for line in shown:
        expected = pattern(line)
        if not expected:
            skips = True
            continue
        while skips and at < len(printed) and not expected.match(printed[at]):
            at += 1
        if at == len(printed) or not expected.match(printed[at]):
            return line
        at, skips = at + 1, False
    return None if skips or at == len(printed) else "(the end)"


def check_commands(page, folder):
    """Runs all commands of the page in turn; gives the errors."""
    errors, ran = [], 0
    for block in blocks(page, ""):
        command, shown = None, []
        for line in [*block.splitlines(), "$"]:
            if not line.startswith(("$", "== ")):
                shown.append(line)
                continue
            if command:
                ran += 1
                printed = run(command, folder)
                wrong = first_difference(shown, printed)
                if wrong is not None:
                    errors.append(f"'{command}' does not print '{wrong}', but:\n" + "\n".join(printed))
            match = re.match(r"(?:\$ build/bin/|== )(qdc .*)", line)
            command, shown = match and match.group(1), []
    return errors if ran >= 4 else [*errors, f"only {ran} commands were found"]


def code(text):
    """The lines of a kernel without comments and indentation."""
    return [line for line in (line.split("//")[0].strip() for line in text.splitlines()) if line]


def main(repository, folder):
    with open(os.path.join(repository, "README.md"), encoding="utf-8") as file:
        page = file.read()
    os.symlink(os.path.join(os.path.abspath(repository), "examples"), os.path.join(folder, "examples"))
    os.makedirs(os.path.join(folder, "build", "examples"))
    errors = check_commands(page, folder)

    with open(os.path.join(folder, "examples", "saxpy", "saxpy.qir"), encoding="utf-8") as file:
        example = code(file.read())
    errors += [f"this is not examples/saxpy/saxpy.qir:\n{kernel}"
               for kernel in blocks(page, "mlir") if code(kernel) != example]

    program = os.path.join(folder, "readme.c")
    for lines in blocks(page, "c"):
        with open(program, "w", encoding="utf-8") as file:
            file.write(C_PROGRAM % lines)
        compiled = subprocess.run(
            ["clang", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
             "-I", os.path.join(repository, "include"), program],
            capture_output=True, text=True, check=False)
        if compiled.returncode:
            errors.append(compiled.stderr)
    return "\n".join(errors)


sys.exit(main(*sys.argv[1:]) or 0)
