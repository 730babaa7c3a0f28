#!/usr/bin/env python3
# llvm_tools_test.py SAMPLE OBJDUMP OFFLOAD_BINARY: LLVM's own tools list and extract what is in the sample package.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "schema"))
import package_file


# How llvm-objdump shows what docs/package-format.md has numbers for.
KINDS = {package_file.NONE: "<none>", package_file.OBJECT: "elf", package_file.CUBIN: "cubin", package_file.PTX: "ptx"}
PRODUCERS = {0: "none", package_file.CUDA: "cuda"}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(sample, objdump, offload_binary):
    if objdump.endswith("-NOTFOUND") or offload_binary.endswith("-NOTFOUND"):
        print("skipped: llvm-objdump and llvm-offload-binary 22 are missing (Debian: llvm-22)")
        return 77
    entries = package_file.read_entries(pathlib.Path(sample).read_bytes())

    listing = output_of(objdump, "--offloading", sample)
    shown = list(zip(*([line.split()[1] for line in listing.splitlines() if line.startswith(field + " ")]
                       for field in ("arch", "kind", "producer"))))
    expected = [(entry.strings["arch"], KINDS[entry.kind[0]], PRODUCERS[entry.kind[1]]) for entry in entries]
    assert shown == expected, f"llvm-objdump shows {shown}, not {expected}"
    assert {kind for _, kind, _ in shown} == {"<none>", "elf", "cubin"}, shown

    with tempfile.TemporaryDirectory() as folder:
        # Of several that are for the same, as modules have them, it takes the last.
        named = {(entry.strings["triple"], entry.strings["arch"]): entry for entry in entries}
        for (triple, arch), entry in named.items():
            path = pathlib.Path(folder) / "image"
            output_of(offload_binary, sample, f"--image=file={path},triple={triple},arch={arch}")
            assert path.read_bytes() == entry.image, f"llvm-offload-binary extracts something else for {arch}"

    misplaced = [entry.strings["arch"] for entry in entries if entry.image_offset % 64 != 0]
    assert not misplaced, f"not at a multiple of 64 in the file: {misplaced}"
    print(f"{len(entries)} entries are listed, {len(named)} extracted")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
