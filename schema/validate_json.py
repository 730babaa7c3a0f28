#!/usr/bin/env python3
# validate_json.py SCHEMA FILE...: checks JSON files against a schema of this folder. Exit code 0: all are valid; 1: some
# is not; 77: python3-jsonschema is missing.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import pathlib
import sys

from validator import load_validator


def main(schema, *files):
    validator = load_validator(schema)
    problems = [f"{path}: {error.json_path}: {error.message}" for path in files
                for error in validator.iter_errors(json.loads(pathlib.Path(path).read_text()))]
    print("\n".join(problems) or f"{len(files)} files are valid")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
