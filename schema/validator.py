# The validators of this folder's schemas.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import pathlib
import sys


def load_validator(name):
    """The validator of the schema file `name`, which must itself be a valid schema and may refer to others of this
    folder. Without the Python module jsonschema the program ends with code 77, which ctest shows as a skipped test."""
    try:
        import jsonschema
    except ImportError:
        print("skipped: the Python module jsonschema is missing (Debian: python3-jsonschema)")
        sys.exit(77)
    path = pathlib.Path(__file__).resolve().parent / name
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    # What replaced this class is not in the Debian releases that we test on.
    return jsonschema.Draft202012Validator(schema, resolver=jsonschema.RefResolver(path.as_uri(), schema))
