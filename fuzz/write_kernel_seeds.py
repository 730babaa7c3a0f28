"""write_kernel_seeds.py TREE FOLDER: what the kernel fuzzer starts from. Writes every kernel file of the source tree TREE,
and every part of its tests, to FOLDER/kernels, and the words that they use to FOLDER/kernels.dict.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import pathlib
import re
import sys

tree, folder = map(pathlib.Path, sys.argv[1:])
seeds = folder / "kernels"
seeds.mkdir(parents=True, exist_ok=True)
words = set()
for top in ("examples", "test", "benchmarks"):
    for path in sorted([*(tree / top).rglob("*.qir"), *(tree / top).rglob("*.mlir")]):
        for number, part in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
            text = re.sub(r"^\s*//.*\n", "", part, flags=re.M)
            if "qd.kernel" not in text or "qd.task" in text:
                continue
            (seeds / f"{path.stem}-{number}.qir").write_text(text)
            words.update(re.findall(r"\b(?:qd|arith|scf|memref|math|index|func)\.[a-z_.]+", text))
            words.update(re.findall(r"\b[a-z_]{3,}\b", text))
(folder / "kernels.dict").write_text("".join(f'"{word}"\n' for word in sorted(words)))
