"""The warnings of every .qir file in some folders: shipped_warnings.py ROOT FOLDER...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import pathlib
import sys

from random_warnings import warnings_of


def main(root, *folders):
    paths = sorted(path for folder in folders for path in (pathlib.Path(root) / folder).rglob("*.qir"))
    for path in paths:
        for warning in warnings_of(path):
            print("%s: %s: %s" % (path.relative_to(root), warning["option"], warning["message"]))
    print("%d files" % len(paths))


main(*sys.argv[1:])
