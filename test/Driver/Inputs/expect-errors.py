"""Compiles the parts of a file and compares what qdc says with what they expect.

expect-errors.py FILE [OPTION...]: parts are separated by lines '// -----'. The lines of a part that start with '//! ' are
what qdc shall say of it, in order: 'LINE:COLUMN: error: MESSAGE' or '... note: ...', where lines count from the first
line after these; 'accepted' where it compiles without a word.
"""
import re
import subprocess
import sys


def messages(part, options):
    with open("part.qir", "w", newline="") as file:
        file.write(part)
    run = subprocess.run(["qdc", "compile", "part.qir", "-o", "part.fatbin", "--target=cpu:x86-64-v2", *options],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return [f"exit code {run.returncode}: {run.stderr}"]
    if run.returncode == 0 and not run.stderr:
        return ["accepted"]
    lines = run.stderr.split("\n")
    return [line.removeprefix("part.qir:") for line in lines if re.match(r"(part\.qir:|\S+: (error|note):)", line)]


def main():
    path, *options = sys.argv[1:]
    with open(path) as file:
        parts = file.read().split("// -----\n")
    wrong = 0
    for part in parts:
        lines = part.lstrip("\n").split("\n")
        expected = [line.removeprefix("//! ") for line in lines if line.startswith("//! ")]
        source = "\n".join(line for line in lines if not line.startswith("//! "))
        found = messages(source, options)
        if found != expected or not expected:
            wrong += 1
            print("--- source\n" + source + "\n--- expected\n" + "\n".join(expected) + "\n--- found\n" + "\n".join(found))
    print(f"{len(parts)} parts, {wrong} wrong")
    sys.exit(wrong != 0)


main()
