#!/usr/bin/env python3
# schema_test.py SAMPLE: the schema takes the manifest of the sample package, in which no key has its default, and refuses
# it after each of these changes.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import copy
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "schema"))
import package_file
from validator import load_validator

MODULE = ["modules", 0]
KERNEL = MODULE + ["kernels", 0]
REGION = KERNEL + ["workspace", "regions"]
IMAGE = MODULE + ["images", 0]
SWEEP = IMAGE + ["entryPoints", 1]
LAUNCH = {"kind": "grid", "blockThreads": 64, "threadsPerIteration": 1, "subgroupWidth": 32, "iterationsPerThread": 4,
          "slotPassing": "values", "grid": "resident", "waitsForDependencies": True}
# Where, and the wrong value to put there.
CHANGES = [
    (["version", "major"], 1),
    (["requires"], ["checkpoint"]),
    (["colour"], 1),
    (MODULE + ["optionsDigest"], "00"),
    (MODULE + ["dataDigest"], "00"),
    (MODULE + ["globals", 0, "name"], ""),
    (MODULE + ["globals", 0, "shape"], [-1]),
    (MODULE + ["globals", 0, "initial"], "splat"),
    (MODULE + ["globals", 0, "splatBits"], "0x0"),
    (MODULE + ["globals", 2, "splatBits"], "3ff"),
    (MODULE + ["globals", 1, "isExternal"], True),
    (MODULE + ["sites", 1, "kind"], "loop"),
    (MODULE + ["sites", 0, "location"], "heat.qir:1"),
    (KERNEL + ["graphMode"], "automatic"),
    (KERNEL + ["accumulations", 0, "kind"], "sum"),
    (KERNEL + ["accumulations", 0, "global"], 0),
    (KERNEL + ["accumulations", 1, "argument"], "u"),
    (KERNEL + ["keptValues", 0, "reason"], "carried"),
    (KERNEL + ["keptValues", 1, "reason"], "overwritten"),
    (KERNEL + ["keptValues", 0, "task"], 0),
    (KERNEL + ["keptValues", 0, "bytes"], 8),
    (KERNEL + ["keptValues", 1, "bytes"], -1),
    (KERNEL + ["specializedValues", 0, "bits"], 5),
    (KERNEL + ["arguments", 0, "type"], "f8"),
    (KERNEL + ["arguments", 0, "kind"], "scalar"),
    (KERNEL + ["arguments", 0, "shape"], [1] * 9),
    (KERNEL + ["arguments", 2, "mayAlias"], True),
    (KERNEL + ["arguments", 0, "dims"], None),
    (KERNEL + ["arguments", 0, "dims"], [{"text": "?"}] * 9),
    (KERNEL + ["arguments", 0, "dims", 0], "n + 1"),
    (KERNEL + ["arguments", 0, "dims", 0, "text"], ""),
    (KERNEL + ["arguments", 0, "dims", 0, "extent"], "n + 1"),
    (KERNEL + ["arguments", 0, "dims", 1, "size"], "4"),
    (KERNEL + ["arguments", 2, "dims"], []),
    (KERNEL + ["results", 0, "workspaceOffset"], 4),
    (KERNEL + ["tasks", 0, "notFused", "reason"], "weather"),
    (KERNEL + ["tasks", 0, "notFused", "with"], "heat.qir:1"),
    (KERNEL + ["tasks", 0, "notFused", "arrays"], [0, 0, 0]),
    (KERNEL + ["tasks", 1, "notFused"], {"reason": "range", "with": {"file": "heat.qir", "line": 1, "column": 1}}),
    (KERNEL + ["tasks", 1, "reductions"], 1),
    (KERNEL + ["tasks", 0, "extent"], "pow(2, 3)"),
    (KERNEL + ["tasks", 0, "extent"], 4),
    (KERNEL + ["tasks", 0, "readArrays"], [0, 0]),
    (KERNEL + ["tasks", 0, "blockDim"], -1),
    (KERNEL + ["graph", 0, "kind"], "task"),
    (KERNEL + ["graph", 0, "kind"], "checkpoint"),
    (KERNEL + ["graph", 0, "body", 0, "inductionWord"], 12),
    (KERNEL + ["graph", 1, "maximum"], "4"),
    (["modules"], []),
    (["sourceDigest"], ""),
    (KERNEL + ["arguments", 0, "role"], "dual"),
    (KERNEL + ["workspace", "bytes"], "128"),
    (REGION, []),
    (REGION + [0, "name"], "other"),
    (REGION + [0, "lifetime"], "launch"),
    (REGION + [0, "size", "bytes"], ""),
    (REGION + [0, "size", "source"], "word"),
    (REGION + [0, "kernel"], 0),
    (REGION + [1, "alignment"], 48),
    (REGION + [1, "alignment"], 128),
    (REGION + [1, "lifetime"], "device"),
    (REGION + [2, "size", "source"], "host"),
    (REGION + [2, "size", "word"], 12),
    (IMAGE + ["target"], "cpu"),
    (IMAGE + ["digest"], "A" * 64),
    (IMAGE + ["regions", 0, "kernel"], -1),
    (IMAGE + ["regions", 0, "colour"], 1),
    (IMAGE + ["loops", 0, "strategy"], "grid"),
    (IMAGE + ["loops", 0, "strategy"], "unroll"),
    (IMAGE + ["loops", 0, "entryPoint"], 3),
    (IMAGE + ["loops", 3, "strategy"], "host"),
    (SWEEP + ["tasks"], [0]),
    (SWEEP + ["covers", "tasks"], []),
    (SWEEP + ["covers", "kind"], "node"),
    (IMAGE + ["entryPoints", 3, "covers", "kind"], "tasks"),
    (SWEEP + ["slots", 0, "kind"], "dim"),
    (SWEEP + ["slots", 1, "kind"], "array"),
    (SWEEP + ["slots", 7, "offset"], 0),
    (SWEEP + ["slots", 10, "kind"], "conditionHandle"),
    (IMAGE + ["entryPoints", 4, "slots", 0, "kind"], "stopWord"),
    (IMAGE + ["entryPoints", 4, "covers", "lastTasks"], 0),
    (IMAGE + ["entryPoints", 4, "covers", "kind"], "node"),
    (SWEEP + ["launch"], LAUNCH | {"blockThreads": 0}),
    (SWEEP + ["launch"], LAUNCH | {"threadsPerIteration": 2}),
    (SWEEP + ["launch"], LAUNCH | {"subgroupWidth": 48}),
    (SWEEP + ["launch"], LAUNCH | {"threadsPerIteration": 1056, "iterationsPerThread": 1}),
    (SWEEP + ["launch"], {key: value for key, value in LAUNCH.items() if key != "subgroupWidth"}),
    (SWEEP + ["launch"], LAUNCH | {"iterationsPerThread": 0}),
    (SWEEP + ["launch"], LAUNCH | {"slotPassing": "registers"}),
    (SWEEP + ["launch"], LAUNCH | {"grid": "persistent"}),
    (SWEEP + ["launch"], LAUNCH | {"waitsForDependencies": 1}),
    (IMAGE + ["assembler"], ""),
    (SWEEP + ["launch"], {"kind": "cpu", "blockThreads": 64}),
    (SWEEP + ["launch"], {"kind": "spirv"}),
    (SWEEP + ["launch"], {}),
    (SWEEP + ["privateForm"], {}),
    (SWEEP + ["launch", "privateForm"], {}),
    (SWEEP + ["launch", "privateForm", "atomics"], 0),
    (SWEEP + ["launch", "privateForm", "arrays"], []),
    (SWEEP + ["launch", "privateForm", "arrays", 0, "neutralBits"], 0),
]


def defaults_of(schema):
    """All pairs of a key and its default that the schema has."""
    if isinstance(schema, list):
        return [pair for part in schema for pair in defaults_of(part)]
    if not isinstance(schema, dict):
        return []
    own = [(key, part["default"]) for key, part in schema.get("properties", {}).items()
           if isinstance(part, dict) and "default" in part]
    return own + [pair for part in schema.values() for pair in defaults_of(part)]


def members_of(value):
    """All pairs of a key and its value, at any depth."""
    own = list(value.items()) if isinstance(value, dict) else []
    inner = value if isinstance(value, list) else [part for _, part in own]
    return own + [pair for part in inner if isinstance(part, (dict, list)) for pair in members_of(part)]


def main(sample):
    validator = load_validator("manifest.schema.json")
    manifest = package_file.read_manifest(pathlib.Path(sample).read_bytes())
    failures = [f"the sample is refused: {error.message}" for error in validator.iter_errors(manifest)]
    defaults = defaults_of(validator.schema)
    failures += [f"{key} has its default" for key, value in members_of(manifest) if (key, value) in defaults]
    with_launch = copy.deepcopy(manifest)
    with_launch["modules"][0]["images"][0]["entryPoints"][1]["launch"] = LAUNCH
    failures += [f"a launch is refused: {error.message}" for error in validator.iter_errors(with_launch)]
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
