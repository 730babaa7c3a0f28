"""Builds what the loader's tests load, and writes what an installation says of itself, in folders of several lengths, one
of them with a blank, and compares the bytes.

usage: same_bytes.py SOURCE SCRATCH CMAKE CC CXX WRITE-SAXPY-PACKAGE
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Each folder has a copy of the sources and a build of its own. SCRATCH is made anew.
"""
import hashlib
import pathlib
import shutil
import subprocess
import sys

FOLDERS = ["a", "two words", "sixty-characters-" + "x" * 43]
SOURCES = ["CMakeLists.txt", "LICENSE", "cmake", "include", "lib", "licenses", "test", "tools", "unit"]
PACKAGES = {"cpu": "images", "cuda:0": "images/fake_cuda"}


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        sys.exit(f"{command} fails:\n{done.stdout}")


def digests(repository, folder, cmake, compilers, write_package):
    """The name of each file that was made in `folder`, with its digest."""
    source, build, runtime = folder / "source", folder / "build", folder / "build/test/runtime"
    for name in SOURCES:
        copy = shutil.copy if (repository / name).is_file() else shutil.copytree
        copy(repository / name, source / name)
    run(cmake, "-S", source, "-B", build, "-G", "Ninja", *compilers, "-DCMAKE_BUILD_TYPE=Release",
        "-DQDC_BUILD_COMPILER=OFF", "-DQDC_BUILD_EXAMPLES=OFF")
    run(cmake, "--build", build, "--target", "qdrt_test_images")
    for device, images in PACKAGES.items():
        run(write_package, runtime / f"images/saxpy-{device}.fatbin", device, runtime / images)
    made = sorted(path for part in (runtime / "images", build / "notices") for path in part.rglob("*") if path.is_file())
    return {str(path.relative_to(build)): hashlib.sha256(path.read_bytes()).hexdigest() for path in made}


def main(repository, scratch, cmake, c_compiler, cxx_compiler, write_package):
    scratch = pathlib.Path(scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    compilers = [f"-DCMAKE_C_COMPILER={c_compiler}", f"-DCMAKE_CXX_COMPILER={cxx_compiler}"]
    made = {}
    for name in FOLDERS:
        (scratch / name / "source").mkdir(parents=True)
        made[name] = digests(pathlib.Path(repository), scratch / name, cmake, compilers, write_package)
    first = made[FOLDERS[0]]
    kinds = {pathlib.Path(name).suffix for name in first}
    if not {".so", ".ptx", ".fatbin", ".json"} <= kinds:
        sys.exit(f"only {sorted(first)} were made")
    wrong = [f"'{file}' in '{name}'" for name in FOLDERS[1:] for file in sorted(first.keys() | made[name].keys())
             if first.get(file) != made[name].get(file)]
    if wrong:
        sys.exit(f"other bytes than in '{FOLDERS[0]}': {', '.join(wrong)}")
    shutil.rmtree(scratch)
    print(f"{len(first)} files are the same in {len(FOLDERS)} folders")


if __name__ == "__main__":
    main(*sys.argv[1:])
