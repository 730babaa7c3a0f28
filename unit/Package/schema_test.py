#!/usr/bin/env python3
# schema_test.py SAMPLE: the schema takes the manifest of the sample package, and refuses it after each of these changes.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import copy
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "schema"))
import package_file
from validator import load_validator

SWEEP = ["images", 0, "entryPoints", 1]
LAUNCH = {"blockThreads": 64, "threadsPerIteration": 1, "subgroupWidth": 32, "iterationsPerThread": 4,
          "slotPassing": "values", "grid": "resident", "waitsForDependencies": True}
# Where, and the wrong value to put there.
CHANGES = [
    (["version", "major"], 2),
    (["requires"], ["checkpoint"]),
    (["colour"], 1),
    (["optionsDigest"], "00"),
    (["dataDigest"], "00"),
    (["globals", 0, "name"], ""),
    (["globals", 0, "shape"], [-1]),
    (["globals", 0, "initial"], "splat"),
    (["globals", 0, "splatBits"], "0x0"),
    (["globals", 2, "splatBits"], "3ff"),
    (["globals", 1, "isExternal"], True),
    (["sites", 1, "kind"], "loop"),
    (["sites", 0, "location"], "heat.qir:1"),
    (["kernels", 0, "graphMode"], "automatic"),
    (["kernels", 0, "specializedValues", 0, "bits"], 5),
    (["kernels", 0, "arguments", 0, "type"], "f8"),
    (["kernels", 0, "arguments", 0, "kind"], "scalar"),
    (["kernels", 0, "arguments", 0, "shape"], [1] * 9),
    (["kernels", 0, "arguments", 2, "mayAlias"], True),
    (["kernels", 0, "results", 0, "workspaceOffset"], 4),
    (["kernels", 0, "tasks", 0, "extent"], "pow(2, 3)"),
    (["kernels", 0, "tasks", 0, "extent"], 4),
    (["kernels", 0, "tasks", 0, "readArrays"], [0, 0]),
    (["kernels", 0, "tasks", 0, "blockDim"], -1),
    (["kernels", 0, "graph", 0, "kind"], "task"),
    (["kernels", 0, "graph", 0, "kind"], "checkpoint"),
    (["kernels", 0, "graph", 0, "body", 0, "inductionWord"], 12),
    (["kernels", 0, "graph", 1, "maximum"], "4"),
    (["kernels", 0, "workspace", "bytes"], ""),
    (["images", 0, "target"], "cpu"),
    (["images", 0, "digest"], "A" * 64),
    (SWEEP + ["tasks"], []),
    (SWEEP + ["slots", 0, "kind"], "dim"),
    (SWEEP + ["slots", 1, "kind"], "array"),
    (SWEEP + ["slots", 7, "offset"], 0),
    (SWEEP + ["launch"], LAUNCH | {"blockThreads": 0}),
    (SWEEP + ["launch"], LAUNCH | {"threadsPerIteration": 2}),
    (SWEEP + ["launch"], LAUNCH | {"subgroupWidth": 48}),
    (SWEEP + ["launch"], LAUNCH | {"threadsPerIteration": 64, "iterationsPerThread": 1}),
    (SWEEP + ["launch"], LAUNCH | {"threadsPerIteration": 32, "subgroupWidth": 0, "iterationsPerThread": 1}),
    (SWEEP + ["launch"], {key: value for key, value in LAUNCH.items() if key != "subgroupWidth"}),
    (SWEEP + ["launch"], LAUNCH | {"iterationsPerThread": 0}),
    (SWEEP + ["launch"], LAUNCH | {"slotPassing": "registers"}),
    (SWEEP + ["launch"], LAUNCH | {"grid": "persistent"}),
    (SWEEP + ["launch"], LAUNCH | {"waitsForDependencies": 1}),
    (["images", 0, "assembler"], ""),
    (SWEEP + ["privateForm"], {}),
    (SWEEP + ["privateForm", "atomics"], 0),
    (SWEEP + ["privateForm", "arrays"], []),
    (SWEEP + ["privateForm", "arrays", 0, "neutralBits"], 0),
]


def main(sample):
    validator = load_validator("manifest.schema.json")
    manifest = package_file.read_manifest(pathlib.Path(sample).read_bytes())
    failures = [f"the sample is refused: {error.message}" for error in validator.iter_errors(manifest)]
    manifest["images"][0]["entryPoints"][1]["launch"] = LAUNCH
    failures += [f"a launch is refused: {error.message}" for error in validator.iter_errors(manifest)]
    for path, value in CHANGES:
        changed = copy.deepcopy(manifest)
        place = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        if validator.is_valid(changed):
            failures.append(f"accepted: {path} = {value!r}")
    print("\n".join(failures) or f"the sample is valid, {len(CHANGES)} changes of it are refused")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
