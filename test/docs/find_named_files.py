"""Names what README.md and docs/*.md link to, or name between backquotes with the ending of a source, and is not there.

usage: find_named_files.py REPOSITORY [--page PAGE.md] [--made-up NAME...]
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A name may leave out folders at its start and have `*` in it. --page looks at that page alone, whose links then count
from the repository; --made-up are names in explanations.
"""

import argparse
import fnmatch
import glob
import os
import re
import sys

ENDINGS = r"\.(?:c|cpp|h|hpp|td|mlir|test|md|py)"


def repository_files(repository):
    """Paths from the repository's top, without what builds leave."""
    found = []
    for folder, subfolders, files in os.walk(repository):
        subfolders[:] = [name for name in subfolders if not name.startswith((".", "build"))]
        found += [os.path.relpath(os.path.join(folder, name), repository) for name in files]
    return found


def missing_files(page, folder, files, made_up):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for link in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in link and not os.path.exists(os.path.join(folder, link)):
            yield link
    for name in re.findall(r"`([\w./*-]+%s)`" % ENDINGS, text):
        if name not in made_up and not any(fnmatch.fnmatch("/" + path, "*/" + name) for path in files):
            yield name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repository")
    parser.add_argument("--page")
    parser.add_argument("--made-up", nargs="*", default=[])
    options = parser.parse_args()
    root = options.repository
    files = repository_files(root)
    pages = [(options.page, root)] if options.page else [
        (page, os.path.dirname(page))
        for page in [os.path.join(root, "README.md"), *sorted(glob.glob(os.path.join(root, "docs", "*.md")))]]
    errors = [f"{os.path.basename(page)}: no file {name}" for page, folder in pages
              for name in missing_files(page, folder, files, options.made_up)]
    return "\n".join(errors) or 0


sys.exit(main())
