# The validators of this folder's schemas.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import pathlib
import sys


def load_validator(name):
    """The validator of the schema file `name`, which must itself be a valid schema. Without the Python module jsonschema
    the program ends with code 77, which ctest shows as a skipped test."""
    try:
        import jsonschema
    except ImportError:
        print("skipped: the Python module jsonschema is missing (Debian: python3-jsonschema)")
        sys.exit(77)
    schema = json.loads((pathlib.Path(__file__).parent / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)
