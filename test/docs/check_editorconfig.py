"""Holds files to what .editorconfig says of their characters, line ends, last line, trailing blanks and indentation.

usage: check_editorconfig.py REPOSITORY [FILE...]
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Looks at the given files, else at every text that git has of the repository. Lengths and depths are an editor's
matter.
"""
import configparser
import fnmatch
import os
import pathlib
import re
import subprocess
import sys


def sections(repository):
    """The patterns of .editorconfig in order, each with its settings."""
    parser = configparser.ConfigParser()
    text = pathlib.Path(repository, ".editorconfig").read_text(encoding="utf-8")
    parser.read_string(text[text.index("["):])
    for name in parser.sections():
        braces = re.search(r"\{(.*)\}", name)
        for choice in braces.group(1).split(",") if braces else [""]:
            yield (name.replace(braces.group(0), choice) if braces else name), dict(parser[name])


def known_files(repository):
    """Those that git has."""
    listed = subprocess.run(["git", "-C", repository, "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout
    paths = (pathlib.Path(repository, os.fsdecode(name)) for name in listed.split(bytes(1)) if name)
    return [path for path in paths if path.is_file()]


def problems(content, settings):
    try:
        text = content.decode(settings["charset"])
    except UnicodeDecodeError as error:
        return [f"is not {settings['charset']}: {error}"]
    lines, found = text.split("\n"), []
    if settings["end_of_line"] == "lf" and "\r" in text:
        found.append("has a carriage return")
    if settings["insert_final_newline"] == "true" and text and lines[-1]:
        found.append("does not end with a line's end")
    for number, line in enumerate(lines, 1):
        if settings["trim_trailing_whitespace"] == "true" and line != line.rstrip(" \t"):
            found.append(f"has a trailing blank in line {number}")
        if settings["indent_style"] == "space" and re.match(r" *\t", line):
            found.append(f"is indented with a tab in line {number}")
    return found


def main(repository, *files):
    rules, wrong, looked_at = list(sections(repository)), [], 0
    for path in map(pathlib.Path, files) if files else known_files(repository):
        content = path.read_bytes()
        if bytes(1) in content:
            continue
        looked_at += 1
        settings = {}
        for pattern, values in rules:
            if fnmatch.fnmatch(path.name, pattern):
                settings |= values
        wrong += [f"{path} {problem}" for problem in problems(content, settings)]
    if wrong or not looked_at:
        sys.exit("\n".join(wrong) or "there are no files")
    print(f"{looked_at} files are as .editorconfig says")


if __name__ == "__main__":
    main(*sys.argv[1:])
