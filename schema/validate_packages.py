#!/usr/bin/env python3
# validate_packages.py PATH...: checks packages, and every .fatbin below folders, against manifest.schema.json and the
# container format. Exit code 0: all are valid; 1: some is not; 2: nothing to check; 77: python3-jsonschema is missing.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib
import sys

import package_file
from validator import load_validator


def problems_of(path, validator):
    """One line for each way in which the file is wrong."""
    try:
        manifest = package_file.read_manifest(path.read_bytes())
    except (OSError, package_file.PackageError) as error:
        return [f"{path}: {error}"]
    return [f"{path}: {error.json_path}: {error.message}" for error in validator.iter_errors(manifest)]


def main(arguments):
    validator = load_validator("manifest.schema.json")
    files = []
    for path in map(pathlib.Path, arguments):
        files += sorted(path.rglob("*.fatbin")) if path.is_dir() else [path]
    if not files:
        print("error: no package to check; usage: validate_packages.py PATH...")
        return 2
    problems = [problem for path in files for problem in problems_of(path, validator)]
    print("\n".join(problems) if problems else f"{len(files)} packages are valid")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
