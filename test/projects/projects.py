"""Builds projects that have packages of kernels as targets, as users of an installed qdc do.

usage: projects.py CASE FOLDER SOURCE INSTALLED CMAKE CC CXX READELF [LAUNCHER]
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

FOLDER is new or an earlier run's, SOURCE the sources of qdc, INSTALLED where loader and compiler are installed. LAUNCHER
goes before compilers of C and C++. Prints nothing if all is well.
"""
import os
import pathlib
import shutil
import subprocess
import sys


class Failure(Exception):
    """Why a test fails."""


def run(*words, fails=False, cwd=None):
    """The words that a command prints, both streams together."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, cwd=cwd)
    if (done.returncode != 0) != fails:
        raise Failure(f"{' '.join(map(str, words))}\nends with {done.returncode}:\n{done.stdout}")
    return done.stdout


def require(condition, problem):
    if not condition:
        raise Failure(problem)


def require_words(text, *words):
    """The words stand in the text, which may break lines between them."""
    joined = " ".join(text.split())
    for expected in words:
        require(expected in joined, f"'{expected}' is not in\n{text}")


class Project:
    """A copy of a project of this folder and its build."""

    def __init__(self, tests, name, *, source=None, generator="Ninja", options=(), installed=True):
        self.tests, self.source = tests, tests.folder / f"{name} of users = 1"
        if self.source.exists():
            shutil.rmtree(self.source)
        shutil.copytree(source or pathlib.Path(__file__).parent / name, self.source)
        self.build = self.source / "build"
        prefix = [f"-DCMAKE_PREFIX_PATH={tests.installed}"] if installed else []
        self.words = ["-G", generator, "-S", self.source, "-B", self.build, f"-DCMAKE_C_COMPILER={tests.cc}",
                      f"-DCMAKE_CXX_COMPILER={tests.cxx}", *prefix, *options]

    def configure(self, *options, fails=False):
        return run(self.tests.cmake, *self.words, *options, fails=fails)

    def make(self, *words, target="all", fails=False):
        """What the build prints, in which each command has a line."""
        return run(self.tests.cmake, "--build", self.build, "--target", target, "-j", 2, *words, fails=fails)


class Tests:
    """What all cases are given."""

    def __init__(self, folder, source, installed, cmake, cc, cxx, readelf, launcher=""):
        self.folder, self.source, self.installed = map(pathlib.Path, (folder, source, installed))
        self.cmake, self.cc, self.cxx, self.readelf, self.launcher = cmake, cc, cxx, readelf, launcher
        self.folder.mkdir(parents=True, exist_ok=True)

    def compiler(self, folder=None):
        """A qdc of its own, which can be changed."""
        path = (folder or self.folder) / "own qdc"
        path.write_text(f'#!/bin/sh\nexec "{self.installed}/bin/qdc" "$@"\n', encoding="utf-8")
        path.chmod(0o755)
        return path


def commands(output):
    """Which of the commands of two-packages a build ran."""
    return {name for name in ("kernels of scale.qir", "kernels of sum of squares.qir", "Embedding kernels of scale-kernels",
                              "Embedding kernels of sum", "program.c") if name in output}


def touch(path):
    """Gives a file a later time, and other bytes where it is text of ours."""
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n")


SCALE = {"kernels of scale.qir", "Embedding kernels of scale-kernels"}
SUM = {"kernels of sum of squares.qir", "Embedding kernels of sum"}


def check_rebuilds(tests, generator, is_idle):
    """What is built again, and what is not, after each change."""
    compiler = tests.compiler()
    project = Project(tests, "two-packages", generator=generator, options=[f"-DQDC_EXECUTABLE={compiler}"])
    project.configure()
    first = project.make()
    require(commands(first) == SCALE | SUM | {"program.c"}, f"the first build runs {commands(first)}:\n{first}")
    require(run(project.build / "program") == "4 20\n", "the program prints something else")
    # The name in the project: nothing of the folder that it lies in.
    inspected = run(compiler, "inspect", project.build / "scale-kernels.qdc" / "scale-kernels.fatbin")
    require("kernel scale  kernels/scale.qir:" in inspected, f"the package has another name of its source:\n{inspected}")
    again = project.make()
    require(is_idle(again), f"a second build works:\n{again}")
    touch(project.source / "kernels" / "scale.qir")
    changed = project.make()
    require(commands(changed) == SCALE, f"after a change of one source a build runs {commands(changed)}:\n{changed}")
    require(is_idle(project.make()), "the build after that works")
    touch(compiler)
    changed = project.make()
    require(commands(changed) == SCALE | SUM, f"after a change of qdc a build runs {commands(changed)}:\n{changed}")
    require(is_idle(project.make()), "the build after that works")
    require(run(project.build / "program") == "4 20\n", "the program prints something else")
    project.configure("-DOPTIONS=-O1")
    changed = project.make()
    require(commands(changed) == SCALE, f"after a change of options a build runs {commands(changed)}:\n{changed}")
    (project.build / "scale-kernels.qdc" / "scale-kernels.fatbin").unlink()
    changed = project.make()
    require(commands(changed) == SCALE, f"without a package a build runs {commands(changed)}:\n{changed}")


def ninja(tests):
    check_rebuilds(tests, "Ninja", lambda output: "no work to do" in output)


def make(tests):
    check_rebuilds(tests, "Unix Makefiles", lambda output: "Building" not in output and "kernels of" not in output)


def multi_config(tests):
    """Two configurations that differ in options have packages of their own."""
    options = "$<$<CONFIG:Debug>:--checks=bounds>"
    project = Project(tests, "two-packages", generator="Ninja Multi-Config", options=[f"-DOPTIONS={options}"])
    project.configure()
    built = project.make("--config", "Debug")
    require("kernels of sum of squares.qir" in built, f"the sum is not compiled:\n{built}")
    built = project.make("--config", "Release")
    require("kernels of scale.qir" in built, f"the scaling is not compiled for another configuration:\n{built}")
    require("kernels of sum of squares.qir" not in built, f"the sum is compiled twice:\n{built}")
    variants = {}
    for configuration in ("Debug", "Release"):
        require(run(project.build / configuration / "program") == "4 20\n", "the program prints something else")
        package = project.build / "scale-kernels.qdc" / configuration / "scale-kernels.fatbin"
        variants[configuration] = "bounds" in run(tests.installed / "bin" / "qdc", "inspect", package)
        require("no work to do" in project.make("--config", configuration), "a second build works")
    require(variants == {"Debug": True, "Release": False}, f"which packages have checks: {variants}")
    file = Project(tests, "file", generator="Ninja Multi-Config")
    programs = file.source / "released programs"
    file.configure(f"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY_RELEASE={programs}")
    for configuration, folder in (("Debug", file.build / "Debug"), ("Release", programs)):
        file.make("--config", configuration)
        require(run(folder / "with-file") == "2.5 5 7.5\n", "the program prints something else")
        require("no work to do" in file.make("--config", configuration), "a second build works")
    file = Project(tests, "file", generator="Ninja Multi-Config")
    file.configure()
    check_moved(file, pathlib.Path("said later") / "Debug", ["--config", "Debug"])
    require_files(file.build, "inner.fatbin", "Debug", "said later/Debug")
    # A compiler of the same build is one per configuration, and so are its packages.
    compiler = ("file(WRITE main.c \"int main(void) { return 0; }\")\nadd_executable(own main.c)\n"
                "add_executable(qdc::qdc ALIAS own)\n")
    own = Project(tests, "refused", generator="Ninja Multi-Config", installed=False)
    said = own.configure(f"-DQDC_SOURCE={tests.source}", "-DPROCESSOR=x86_64", "-DLANGUAGES=C",
                         f"-DCALL={compiler}qdc_add_package(k SOURCES a.qir)\nget_target_property(package k QDC_PACKAGE)\n"
                         "message(STATUS \"it is ${package}\")\n"
                         "qdc_add_package(kept SOURCES a.qir CACHE $<1:/kept>)\n"
                         "qdc_add_package(served SOURCES a.qir CACHE http://host/cache)")
    require_words(said, "k.qdc/$<CONFIG>/k.fatbin")
    rules = (own.build / "CMakeFiles" / "impl-Debug.ninja").read_text(encoding="utf-8")
    require(" --cache=/kept " in rules, f"the cache is not the folder that was named:\n{rules}")
    require(" --cache=http://host/cache " in rules, f"the cache is not the server that was named:\n{rules}")


def cross(tests):
    """For another machine, which is of the same kind as this one, so that its program runs; then for one that is not."""
    toolchain = tests.folder / "toolchain.cmake"
    toolchain.write_text("set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR x86_64)\n", encoding="utf-8")
    project = Project(tests, "two-packages", options=[f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"])
    refused = project.configure("-DTARGETS=cpu:x86-64-v2", fails=True)
    require_words(refused, "qdc_add_package(scale-kernels): a program for another machine needs the qdc of this one: set "
                           "QDC_EXECUTABLE to its path")
    compiler = f"-DQDC_EXECUTABLE={tests.compiler()}"
    project.configure(compiler, "-DTARGETS=cpu:x86-64-v2")
    project.make()
    require(run(project.build / "program") == "4 20\n", "the program prints something else")
    toolchain.write_text("set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR aarch64)\n", encoding="utf-8")
    project = Project(tests, "two-packages", options=[f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"])
    project.configure(compiler, "-DTARGETS=cuda:compute_75")
    project.make(target="scale-kernels")
    header = run(tests.readelf, "--file-header", project.build / "scale-kernels.qdc" / "scale-kernels.o")
    require("AArch64" in header, f"the object is for another machine:\n{header}")


def check_moved(project, folder="said later", words=()):
    """A program in another folder than the package has a copy beside it, which follows the package."""
    copy = project.build / folder / "inner.fatbin"
    for is_changed in (False, True):
        built = project.make(*words, target="moved")
        require("Linking CXX executable" in built, f"the program is not linked:\n{built}")
        require(run(project.build / folder / "moved", cwd="/") == "42\n", "the archive gives something else")
        require("Linking" not in project.make(*words, target="moved"), "a second build links")
        if not is_changed:
            old = copy.read_bytes()
            touch(project.source / "scale.qir")
    require(copy.read_bytes() != old, "an old copy stays")
    copy.unlink()
    (copy.parent / "moved").unlink()
    project.make(*words, target="moved")
    require(copy.exists(), "a link makes no copy")


def check_copies(project):
    """Copies lie beside what asks for them, and nowhere else."""
    folders = ("said later", "with plugin", "by property", "debugged/Debug")
    for folder, program in (("by property", "by-property"), ("debugged/Debug", "debugged")):
        require(run(project.build / folder / program, cwd="/") == "42\n", f"{program} prints something else")
    plugin = project.build / "with plugin" / "plugin.so"
    require(run(plugin.parent / "with-plugin", plugin, cwd="/") == "42\n", "the plugin gives something else")
    for program in ("off/off", "same"):
        require(run(project.build / program, cwd="/") == "2.5 5 7.5\n", f"{program} prints something else")
    require_files(project.build, "inner.fatbin", *folders, ".")
    require_files(project.build, "no.fatbin", "off", ".")
    require_files(project.build, "beside.fatbin", ".")


def require_files(folder, name, *folders):
    """These folders, and no others, have a file of that name."""
    found = {str(path.parent.relative_to(folder)) for path in folder.rglob(name)}
    require(found == set(folders), f"{name} lies in {sorted(found)}")


def file(tests):
    """Packages that stay files are found from anywhere, in the build and where they are installed."""
    for variable, value, folder in (("DIRECTORY_RELEASE", "programs", "programs"),
                                    ("DIRECTORY", "$<1:programs>", "programs"),
                                    ("DIRECTORY", "$<1:BUILD/$<CONFIG>>", "Release")):
        project = Project(tests, "file", options=["-DCMAKE_BUILD_TYPE=Release"])
        value = value.replace("BUILD", str(project.build))
        project.configure(f"-DCMAKE_RUNTIME_OUTPUT_{variable}={value}")
        project.make(target="with-file")
        require(run(project.build / folder / "with-file") == "2.5 5 7.5\n", f"in {value} the program prints another thing")
    project = Project(tests, "file")
    project.configure()
    project.make()
    require(run(project.build / "with-file", cwd="/") == "2.5 5 7.5\n", "the program prints something else")
    require(run(project.build / "with-library", cwd="/") == "42\n", "the library gives something else")
    check_copies(project)
    project = Project(tests, "file")
    project.configure()
    check_moved(project)
    made = Project(tests, "file", generator="Unix Makefiles")
    made.configure()
    check_moved(made)
    project = Project(tests, "file")
    project.configure()
    project.make()
    prefix, moved = project.source / "prefix", project.source / "moved"
    run(tests.cmake, "--install", project.build, "--prefix", prefix)
    prefix.rename(moved)
    shutil.rmtree(project.build)
    for program in ("with-file", "off"):
        require(run(moved / "bin" / program, cwd="/") == "2.5 5 7.5\n", f"{program} prints something else")
    require(run(moved / "bin" / "with-library", cwd="/") == "42\n", "the library gives something else")
    # By a link, and by a name that PATH finds.
    (project.source / "link").symlink_to(moved / "bin" / "with-file")
    require(run(project.source / "link") == "2.5 5 7.5\n", "the program prints something else")
    require(run("env", f"PATH={moved / 'bin'}", "with-file", cwd="/") == "2.5 5 7.5\n", "it prints something else")
    (moved / "bin" / "beside.fatbin").unlink()
    missing = run(moved / "bin" / "with-file", fails=True)
    require(str(moved / "bin" / "beside.fatbin") in missing, f"the package that is missing is not named:\n{missing}")


def inside(tests):
    """The loader as a part of another project, with a compiler that is there, and all of qdc as far as CMake goes."""
    launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER={tests.launcher}" for language in ("C", "CXX") if tests.launcher]
    project = Project(tests, "inside", installed=False, options=[f"-DQDC_SOURCE={tests.source}", *launcher,
                                                                 "-DCMAKE_BUILD_TYPE=Release", "-DQDRT_BACKENDS=cpu"])
    refused = project.configure("-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON", fails=True)
    require_words(refused, "qdc is built with nlohmann/json 3.11 or a later 3, which is not found: install Debian's "
                           "nlohmann-json3-dev")
    refused = project.configure("-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON",
                                fails=True)
    require_words(refused, "qdc is built with MLIR and LLVM 22, which are not found: install Debian's libmlir-22-dev")
    refused = project.configure("-DCMAKE_DISABLE_FIND_PACKAGE_MLIR=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_LLD=ON", fails=True)
    require_words(refused, "qdc is built with lld 22, which is not found: install Debian's liblld-22-dev")
    project.configure("-DCMAKE_DISABLE_FIND_PACKAGE_LLD=OFF")
    shutil.rmtree(project.build)
    project.configure(f"-DQDC_EXECUTABLE={tests.compiler()}")
    project.make(target="program")
    require(run(project.build / "program") == "2.5 5 7.5\n", "the program prints something else")
    require("no work to do" in project.make(target="program"), "a second build works")
    require("Total Tests: 0" in run("ctest", "-N", cwd=project.build), "qdc's tests are there")
    require(not (project.build / "compile_commands.json").exists(), "qdc asks for compile commands")
    prefix = project.source / "prefix"
    run(tests.cmake, "--install", project.build, "--prefix", prefix)
    files = [str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()]
    require(files == ["bin/program"], f"what is installed is {files}")


def apart(tests):
    """The loader is installed in another folder than the compiler, which is still found, whatever the loader's description
    sets that CMake writes into such files."""
    loader = tests.folder / "loader"
    if loader.exists():
        shutil.rmtree(loader)
    shutil.copytree(tests.installed, loader, symlinks=True, ignore=shutil.ignore_patterns("bin", "share", "qdc"))
    project = Project(tests, "two-packages")
    description = next(loader.rglob("qdrt-config.cmake"))
    with open(description, "a", encoding="utf-8") as text:
        text.write("set(PACKAGE_PREFIX_DIR /absent)\n")
    project.configure(f"-Dqdrt_DIR={description.parent}")
    commands = (project.build / "build.ninja").read_text(encoding="utf-8").replace('"', "")
    require(f"{tests.installed}/bin/qdc compile" in commands, "another compiler is used")


def several(tests):
    """Packages of several sources, and typed headers: what a change of one source builds again."""
    # The cache may have variables of any name.
    project = Project(tests, "several", options=[f"-DQDC_EXECUTABLE={tests.compiler()}", "-Dparts=absent.fatbin",
                                                 "-Dothers=absent"])
    project.configure()
    project.make()
    for program, printed in (("program", "20 8\n"), ("c-program", "3 6\n")):
        require(run(project.build / program) == printed, f"{program} prints something else")
    require("no work to do" in project.make(), "a second build works")
    # Sources of one name. The names of the files between do not reach the package.
    parts, package = [project.source / "b.fatbin", project.source / "a.fatbin"], project.source / "c.fatbin"
    for part, source in zip(parts, ("sum.qir", "more/sum.qir")):
        run(tests.installed / "bin" / "qdc", "compile", source, "-o", part, cwd=project.source)
    run(tests.installed / "bin" / "qdc", "link", *parts, "-o", package)
    require(package.read_bytes() == (project.build / "sum.qdc" / "sum.fatbin").read_bytes(), "the package has other bytes")
    touch(project.source / "sum.qir")
    changed = project.make()
    require_words(changed, "kernels of made.qir", "Linking kernels of my-kernels", "Writing typed/kernels.hpp",
                  "Embedding kernels of my-kernels")
    require("kernels of scale.qir" not in changed, f"the other source is compiled again:\n{changed}")
    require("no work to do" in project.make(), "the build after that works")


def cached(tests):
    """What one build tree has compiled, another one of another checkout takes from the folder of CACHE."""
    store = tests.folder / "store"
    if store.exists():
        shutil.rmtree(store)
    source, packages = pathlib.Path(__file__).parent / "cached", []
    for name, is_found in (("cached", False), ("another checkout", True)):
        project = Project(tests, name, source=source, options=[f"-DFOLDER={store}"])
        project.configure()
        built = project.make()
        require(("cache: found" in built and "for the package" in built) == is_found, f"in {name} a build does\n{built}")
        packages.append((project.build / "kernels.qdc" / "kernels.fatbin").read_bytes())
        require(len(list(store.glob("??/" + 62 * "?"))) == 2, f"the package and its image are not kept:\n{built}")
    require(packages[0] == packages[1], "the packages differ")
    # A word that means no is a name of a folder, and variables of the project's cache are its own.
    project.configure("-DFOLDER=off", "-Darg_HEADER=leak.hpp", "-Darg_TARGETS=leak", "-Darg_LOADER=leak")
    project.make()
    require(len(list((project.build / "off").glob("??/*"))) == 2, "the folder 'off' is not used")
    rules = (project.build / "build.ninja").read_text(encoding="utf-8")
    require("leak" not in rules, f"variables of the project are taken for arguments:\n{rules}")


ACCEPTED = ("SOURCES, TARGETS, GRADIENTS, OPTIONS, HEADER, CACHE, NO_EMBED, DESTINATION, NO_INSTALL and LOADER")

# Calls, what is defined before, and the message.
REFUSED = [
    ("qdc_add_package(k SORCES a.qir)", "", f"'SORCES' stands where a keyword is expected: {ACCEPTED}"),
    ("qdc_add_package(k a.qir)", "", f"'a.qir' stands where a keyword is expected: {ACCEPTED}"),
    ("qdc_add_package(k off SOURCES a.qir)", "", f"'off' stands where a keyword is expected: {ACCEPTED}"),
    ("qdc_add_package(k SOURCES a.qir NO_EMBED OFF)", "", f"'OFF' stands where a keyword is expected: {ACCEPTED}"),
    ("qdc_add_package(k SOURCES no)", "", "there is no source 'no' in "),
    ("qdc_add_package(k SOURCES)", "", f"'SOURCES' has no value: accepted are {ACCEPTED}"),
    ("qdc_add_package(k HEADER k.hpp)", "", "no sources: expected SOURCES and one FILE.qir or more"),
    ("qdc_add_package(k SOURCES absent.qir)", "", "there is no source 'absent.qir' in "),
    ("qdc_add_package(k \"a;b\" SOURCES a.qir)", "", f"'a;b' stands where a keyword is expected: {ACCEPTED}"),
    ("qdc_add_package(math SOURCES a.qir)", "",
     "qdc_add_package(math): its header 'math.h' would hide <math.h> of the C library: expected another name, such as "
     "math_kernels"),
    ("qdc_add_package(k SOURCES a.qir b.qir GRADIENTS f)", "",
     "the gradient 'f' names no source: with several SOURCES expected FILE.qir:KERNEL, of these files"),
    ("qdc_add_package(k SOURCES a.qir OPTIONS --target=cpu:native)", "",
     "'--target=cpu:native' stands among OPTIONS: expected TARGETS"),
    ("qdc_add_package(k SOURCES a.qir OPTIONS --grad=f)", "", "'--grad=f' stands among OPTIONS: expected GRADIENTS"),
    ("qdc_add_package(k SOURCES a.qir OPTIONS --cache=f)", "", "'--cache=f' stands among OPTIONS: expected CACHE"),
    ("qdc_add_package(k SOURCES a.qir OPTIONS -o x)", "",
     "'-o' stands among OPTIONS, but qdc_add_package says where the compiler writes"),
    ("qdc_add_package(k SOURCES a.qir DESTINATION share)", "",
     "'DESTINATION' and 'NO_INSTALL' are for packages that stay files: expected NO_EMBED too"),
    ("qdc_add_package(k SOURCES a.qir DESTINATION no)", "",
     "'DESTINATION' and 'NO_INSTALL' are for packages that stay files: expected NO_EMBED too"),
    ("qdc_add_package(k SOURCES a.qir NO_EMBED NO_INSTALL DESTINATION share)", "",
     "'DESTINATION' and 'NO_INSTALL' exclude each other"),
    ("qdc_add_package(k SOURCES a.qir)", "-DHAS_COMPILER=OFF",
     "there is no compiler: set QDC_EXECUTABLE to the path of qdc, install it, or build it (QDC_BUILD_COMPILER)"),
    ("qdc_add_package(k SOURCES a.qir)", "-DQDC_EXECUTABLE=/absent",
     "QDC_EXECUTABLE is '/absent', which is no file: expected the qdc of this machine"),
    ("qdc_add_package(k SOURCES a.qir)", "-DQDC_EXECUTABLE=/bin/echo -DLOADER_VERSION=0.1.0",
     "QDC_EXECUTABLE is '/bin/echo', which does not tell its version: expected the qdc of this machine"),
    ("qdc_add_package(k SOURCES a.qir)", "-DCROSS=ON",
     "no targets: a program for another machine needs TARGETS, such as cpu:x86-64-v3 or cuda:sm_90"),
    ("qdc_add_package(k SOURCES a.qir TARGETS cpu:native)", "-DCROSS=ON",
     "'cpu:native' is the machine that compiles, and the program is for another: expected such as cpu:x86-64-v3"),
    ("qdc_add_package(k SOURCES a.qir)", "-DPROCESSOR=riscv64",
     "packages become parts of programs for x86_64 and aarch64, and CMAKE_SYSTEM_PROCESSOR is 'riscv64': expected NO_EMBED"),
    ("qdc_add_package(k SOURCES a.qir)", "", "the project has neither C nor C++: expected project(... LANGUAGES C) or CXX"),
]
# These need a language.
REFUSED_LATER = [
    ("qdc_add_package(k-NOTFOUND SOURCES a.qir)\nqdc_add_package(k_NOTFOUND SOURCES a.qir)", "",
     "its functions would be called 'k_NOTFOUND_...', as those of 'k-NOTFOUND' are: expected a name that differs in letters "
     "or digits"),
    ("qdc_add_package(k-k SOURCES a.qir)\nqdc_add_package(k_k SOURCES a.qir)", "",
     "qdc_add_package(k_k): its functions would be called 'k_k_...', as those of 'k-k' are: expected a name that differs "
     "in letters or digits"),
    ("qdc_add_package(k SOURCES a.qir HEADER k.h)", "",
     "the header can't be 'k.h': expected a relative name without '..' other than k.h, which is made anyway"),
    ("qdc_add_package(k SOURCES a.qir HEADER typed/../../k.hpp)", "",
     "the header can't be 'typed/../../k.hpp': expected a relative name without '..' other than k.h, which is made anyway"),
    ("qdc_add_package(k SOURCES a.qir HEADER string.h)", "",
     "its header 'string.h' would hide <string.h> of the C library: expected another name, such as string_kernels"),
    ("qdc_add_package(k SOURCES a.qir HEADER sys/kernels.h)", "",
     "the header 'sys/kernels.h' lies in a folder of the system or the loader: expected a name without 'sys/'"),
    ("qdc_add_package(k SOURCES a.qir HEADER typed.txt)", "",
     "the header 'typed.txt' has no ending of C++ or C: expected .hpp, .hh, .hxx or .h++, or .h for C"),
    ("qdc_add_package(k SOURCES a.qir LOADER absent)", "",
     "there is no loader 'absent': expected LOADER and a library, such as qdc::qdrt_static"),
    ("qdc_add_package(k SOURCES a.qir LOADER off)", "",
     "there is no loader 'off': expected LOADER and a library, such as qdc::qdrt_static"),
    ("qdc_add_package(k SOURCES a.qir HEADER no)", "",
     "the header 'no' has no ending of C++ or C: expected .hpp, .hh, .hxx or .h++, or .h for C"),
]

# qdc_copy_package: what it is called with after its name, and the message.
REFUSED_COPIES = [
    ("absent app", "qdc_copy_package(absent): 'absent' is no package: expected a name that qdc_add_package has made"),
    ("app app", "qdc_copy_package(app): 'app' is no package: expected a name that qdc_add_package has made"),
    ("k", "qdc_copy_package(k): no targets: expected programs or shared libraries of this folder"),
    ("k app absent", "qdc_copy_package(k): 'absent' is no program or shared library that 'SOURCE' has declared: call it "
                     "there, after add_executable or add_library"),
    ("k k", "qdc_copy_package(k): 'k' is no program or shared library that 'SOURCE' has declared: "),
    ("k qdc::qdc", "qdc_copy_package(k): 'qdc::qdc' is no program or shared library that 'SOURCE' has declared: "),
]


def refused(tests):
    for languages, calls in (("NONE", REFUSED), ("C", REFUSED_LATER)):
        for call, definition, message in calls:
            project = Project(tests, "refused", installed=False)
            said = project.configure(f"-DQDC_SOURCE={tests.source}", "-DHAS_COMPILER=ON", "-DPROCESSOR=x86_64",
                                     f"-DLANGUAGES={languages}", f"-DCALL={call}", *definition.split(), fails=True)
            require_words(said, f"qdc_add_package({call[16]}", message)
    for words, message in REFUSED_COPIES:
        project = Project(tests, "refused", installed=False)
        said = project.configure(f"-DQDC_SOURCE={tests.source}", "-DHAS_COMPILER=ON", "-DPROCESSOR=x86_64", "-DLANGUAGES=C",
                                 "-DCALL=file(WRITE main.c \"\")\nadd_executable(app main.c)\n"
                                 f"qdc_add_package(k SOURCES a.qir)\nqdc_copy_package({words})", fails=True)
        require_words(said, message.replace("SOURCE", str(project.source)))
    other = tests.folder / "other qdc"
    other.write_text("#!/bin/sh\necho qdc 0.2.0\n", encoding="utf-8")
    other.chmod(0o755)
    project = Project(tests, "two-packages", options=[f"-DQDC_EXECUTABLE={other}"])
    require_words(project.configure(fails=True), f"QDC_EXECUTABLE is '{other}', qdc 0.2.0, and the loader is of 0.1.0: "
                                                 "expected the same minor version of both")


def example(tests):
    """The example of the guide, as it stands there."""
    project = Project(tests, "embedded", source=tests.source / "examples" / "embedded")
    project.configure()
    project.make()
    require(run(project.build / "embedded", cwd="/") == "2.5 5 7.5\n", "the program prints something else")
    page = (tests.source / "docs" / "build-systems.md").read_text(encoding="utf-8")
    readme = (tests.source / "README.md").read_text(encoding="utf-8")
    for name in ("CMakeLists.txt", "embedded.cpp"):
        text = (tests.source / "examples" / "embedded" / name).read_text(encoding="utf-8")
        for shown, where in ((page, "docs/build-systems.md"), (readme, "README.md")):
            require(text in shown, f"examples/embedded/{name} does not stand in {where}")


def plain(tests, build, name):
    """The example without CMake: `build` gives what is printed. What changes is built again, and nothing else. `name` is
    what pkg-config calls qdc, or None for its path."""
    project = Project(tests, "make and meson", source=tests.source / "examples" / "make_and_meson")
    compiler = project.source / (name or "own qdc")
    tests.compiler(project.source).rename(compiler)
    folder = project.source / "pkgconfig"
    folder.mkdir()
    description = next(tests.installed.rglob("qdc.pc"))
    text = description.read_text(encoding="utf-8").replace("qdc=${bindir}/qdc", f"qdc={name or compiler}")
    (folder / "qdc.pc").write_text(text, encoding="utf-8")
    os.environ.update(PKG_CONFIG_PATH=f"{folder}:{description.parent}", CXX=tests.cxx)
    for change, expected in ((None, True), (None, False), (project.source / "scale.qir", True), (None, False),
                             (compiler, True), (None, False)):
        if change:
            touch(change)
        built = build(project)
        require(("--embed" in built) == expected, f"after a change of {change} a build runs:\n{built}")
        require(run(project.build / "embedded", cwd="/") == "2.5 5 7.5\n", "the program prints something else")


def make_example(tests):
    def build(project):
        project.build = project.source
        return run("make", "-j", 2, cwd=project.source)

    plain(tests, build, "./qdc") # a path without blanks, which make does not take


def meson(tests):
    if not shutil.which("meson"):
        sys.exit(77)

    def build(project):
        if not project.build.exists():
            run("meson", "setup", project.build, project.source)
        return run("meson", "compile", "-v", "-C", project.build)

    plain(tests, build, None)


CASES = {function.__name__.replace("_", "-"): function
         for function in (ninja, make, multi_config, cross, file, inside, apart, several, cached, refused, example,
                          make_example, meson)}


def main(case, *words):
    os.environ.pop("CMAKE_GENERATOR", None)
    try:
        CASES[case](Tests(*words))
    except Failure as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main(*sys.argv[1:])
