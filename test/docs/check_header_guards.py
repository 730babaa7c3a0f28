"""Holds the guards of headers to one scheme: check_header_guards.py ROOT.

A guard is the header's path: QDC_SUPPORT_RESULT_H in include/qdc, QDRT_CORE_ERROR_H in lib/Runtime, QDRT_QDRT_H in
include/qdrt, QDC_LIB_PACKAGE_MANIFESTPATH_H elsewhere in lib. A header that is a table and has no directive needs none.
Prints the headers whose guard is another one, a line each, and exits with 1 if there are any.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys
from pathlib import Path

PREFIXES = {'include/qdc/': 'QDC/', 'include/qdrt/': 'QDRT/', 'lib/Runtime/': 'QDRT/', 'lib/': 'QDC/lib/'}


def guard_of(path):
    """`path` is relative to the root."""
    prefix = next(each for each in PREFIXES if path.startswith(each))
    return re.sub(r'[^A-Z0-9]', '_', (PREFIXES[prefix] + path.removeprefix(prefix)).upper())


def check(path, text):
    directives = re.findall(r'^\s*#\s*(\w+)\s*(\S*)', text, re.MULTILINE)
    guard = guard_of(path)
    if directives and directives[:2] != [('ifndef', guard), ('define', guard)]:
        yield f"'{path}' does not start with the guard {guard}"


def main():
    root = Path(sys.argv[1])
    headers = sorted(path for folder in ('include', 'lib') for path in (root / folder).rglob('*')
                     if path.suffix in ('.h', '.hpp'))
    findings = [line for path in headers for line in check(str(path.relative_to(root)), path.read_text())]
    print('\n'.join(findings) or f'{len(headers)} guards hold')
    sys.exit(1 if findings else 0)


main()
