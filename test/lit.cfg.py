# The lit suite: every test/**/*.mlir and *.test with RUN lines. test/CMakeLists.txt fills lit.site.cfg.py.
import json
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "qdc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".qir", ".test"]
config.excludes = ["CMakeLists.txt", "Inputs", "projects", "runtime"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.qdc_build_root, "test")
config.environment["PATH"] = os.pathsep.join([config.qdc_tools, config.llvm_tools, os.environ["PATH"]])
# %exits CODE COMMAND...: standard output and error together; fails if the exit code is another one.
exits = os.path.join(config.test_source_root, "Tools", "Inputs", "exits.py")
config.substitutions += [("%exits", f'"{sys.executable}" "{exits}"'), ("%python", f'"{sys.executable}"')]
# %build: the build folder.
config.substitutions += [("%build", f'"{config.qdc_build_root}"')]
# %failing CALL:ACTION COMMAND...: runs qdc with a system call that does not do what it should (Driver/Inputs/FailingCall.c).
# The linker looks for it in a list of folders, since a blank in LD_PRELOAD ends a name.
failing = f'env LD_PRELOAD=failing-call.so LD_LIBRARY_PATH="{config.test_exec_root}" FAILING_CALL='
config.substitutions += [("%failing ", failing)]
# %fake_vulkan=SETTINGS COMMAND...: where runtime/fake_vulkan is libvulkan.so.1.
fake_vulkan = os.path.join(config.test_exec_root, "runtime", "fake_vulkan")
config.substitutions += [("%fake_vulkan=", f'env LD_LIBRARY_PATH="{fake_vulkan}" FAKE_VULKAN=')]
# %mlir_include: where MLIR's .td files lie.
config.substitutions += [("%mlir_include", f'"{config.mlir_include}"')]
# %s, %S and %t are one word of a command whatever the folder's name: lit's own values go between these quotes.
config.substitutions += [(f"%{name}(?![a-zA-Z])", f'"%{name}"') for name in "sSt"]
# Programs that some tests need; ./dev installs them.
for program in ("chromium", "fish", "gdb", "groff", "nginx", "qemu-x86_64", "zsh"):
    if shutil.which(program, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"])):
        config.available_features.add(program)
if "vulkan" in config.qdrt_backends:
    config.available_features.add("vulkan")
if os.path.exists(os.path.join(config.qdc_tools, "example-saxpy")):
    config.available_features.add("examples")
# Tools of a CUDA toolkit, where qdc itself finds them.
qdc = os.path.join(config.qdc_tools, "qdc")
if os.path.exists(qdc):
    targets = subprocess.run([qdc, "targets", "--json"], env=dict(config.environment), capture_output=True)
    for tool in json.loads(targets.stdout or '{"tools": []}').get("tools", []):
        if tool["unavailable"] is None:
            config.available_features.add(tool["name"])
