"""Fails unless a page has every key and every string enumerator of a JSON Schema between backquotes.

usage: find_schema_words.py SCHEMA.json PAGE.md
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import re
import sys


def schema_words(schema):
    """Every key of every object that the schema describes, and every string that it lists as a value."""
    if isinstance(schema, list):
        return set().union(*map(schema_words, schema))
    if not isinstance(schema, dict):
        return set()
    words = set(schema.get("properties", {}))
    words |= {value for value in [*schema.get("enum", []), schema.get("const")] if isinstance(value, str)}
    return words.union(*map(schema_words, schema.values()))


def main(schema_path, page_path):
    with open(schema_path, encoding="utf-8") as file:
        words = schema_words(json.load(file))
    with open(page_path, encoding="utf-8") as file:
        explained = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`\n]+`", file.read()))))
    missing = ", ".join(sorted(words - explained))
    return f"{page_path} does not explain {missing}" if missing else 0


sys.exit(main(*sys.argv[1:]))
