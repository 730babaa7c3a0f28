"""The packages that the programs of a kind load, made from their sources by a build's qdc.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import tempfile

from .methods import checked_run, generated, missing_assembler, needs_assembler


def package_file(package):
    """The name of the file that `package` of a kind is compiled to: a source's path, or what generate_kernel.py takes."""
    return f"{pathlib.Path(package.replace(' ', '-')).stem}.fatbin"


def usable_targets(qdc, targets):
    """Those of `targets` that this qdc can compile for here, and a line for readers that says which others are left out
    and why; an empty line where none is."""
    missing = missing_assembler(qdc)
    left_out = [target for target in targets if missing and needs_assembler(target)]
    line = f"packages are without {', '.join(left_out)}: {missing}" if left_out else ""
    return [target for target in targets if target not in left_out], line


def compile_packages(qdc, source, packages, targets, folder, options=()):
    """Compiles each of `packages`, paths of sources in the tree `source` or arguments of its generate_kernel.py, to a file
    of its name in `folder`, which is made. MeasureError with qdc's own words where that fails."""
    folder.mkdir(exist_ok=True)
    options = [*(f"--target={target}" for target in targets), *options]
    with tempfile.TemporaryDirectory() as scratch:
        for package in packages:
            path = generated(source, package, pathlib.Path(scratch)) if " " in package else source / package
            checked_run([qdc, "compile", path, *options, "-o", folder / package_file(package)])
