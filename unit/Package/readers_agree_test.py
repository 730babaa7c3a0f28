#!/usr/bin/env python3
# readers_agree_test.py SAMPLE READ_PACKAGES: our reader and the one in Python, with the schema, take the same packages and
# refuse the same: the sample, JSON that is right or wrong in ways on which libraries differ, damaged indexes, and the
# sample with bytes changed. What the manifest's rules refuse beyond its shape is for our reader alone.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "schema"))
import package_file
from validator import load_validator

# What stands in the sample, what to put there, and whether it is right.
REPLACEMENTS = [
    (b'"dataOffset":2', b'"dataOffset":2', True),
    (b'"dataOffset":2', b'"dataOffset": \n\t\r2', True),
    (b'"dataOffset":2', b'"dataOffset":-0', True),
    (b'"dataOffset":2', b'"dataOffset":2.0', False),
    (b'"dataOffset":2', b'"dataOffset":2e0', False),
    (b'"dataOffset":2', b'"dataOffset":-0.0', False),
    (b'"dataOffset":2', b'"dataOffset":02', False),
    (b'"dataOffset":2', b'"dataOffset":+2', False),
    (b'"dataOffset":2', b'"dataOffset":-2', False),
    (b'"dataOffset":2', b'"dataOffset":0x2', False),
    (b'"dataOffset":2', b'"dataOffset":"2"', False),
    (b'"dataOffset":2', b'"dataOffset":true', False),
    (b'"dataOffset":2', b'"dataOffset":NaN', False),
    (b'"dataOffset":2', b'"dataOffset":Infinity', False),
    (b'"dataOffset":2', b'"dataOffset":2,"dataOffset":2', False),
    (b'"dataOffset":2', b'"dataOffset":2,', False),
    (b'"dataOffset":2', b'"dataOffset":2/**/', False),
    (b'"dataOffset":2', b'"dataOffset":\x0c2', False),
    (b'"dataOffset":2', b'"dataOffset":\xc2\xa02', False),
    (b'"major":2', b'"major":2.0', False),
    (b'"major":2', b'"major":true', False),
    (b'"major":2', b'"major":1', False),
    (b'"minor":0', b'"minor":-0', True),
    (b'"minor":0', b'"minor":0e0', False),
    (b'"dataBytes":26', b'"dataBytes":25', False),
    (b'"dataBytes":11', b'"dataBytes":true', False),
    (b'"alignment":16', b'"alignment":32', True),
    (b'"alignment":16', b'"alignment":24', False),
    (b'"strategy":"replay"', b'"strategy":"host"', True),
    (b'"strategy":"replay"', b'"strategy":"block"', False),
    (b'"value":"min(scalar(2), 1)"', b'"value":"scalar(2)"', True),
    (b'"value":"min(scalar(2), 1)"', b'"value":"n"', False),
    (b'"knownWords":[{"word":24', b'"knownWords":[{"word":20', False),
    (b'"knownWords":[{"word":24', b'"knownWords":[{"Word":24', False),
    (b'"kind":"gather"', b'"kind":"atomic"', True),
    (b'"kind":"gather"', b'"kind":"Gather"', False),
    (b'"reason":"carried"', b'"reason":"local"', True),
    (b'"reason":"carried"', b'"reason":"overwritten"', False),
    (b'"task":1,"bytes":512', b'"temporary":1', True),
    (b'"task":1,"bytes":512', b'"task":1', False),
    (b'"text":"n + 1"', b'"text":"2 * n - 7"', True),
    (b'"text":"n + 1"', b'"text":""', False),
    (b'"extent":"add(scalar(2), 1)"', b'"extent":" scalar(2)"', True),
    (b'"extent":"add(scalar(2), 1)"', b'"extent":"n + 1"', False),
    (b'"extent":"add(scalar(2), 1)"', b'"extent":null', False),
    (b'"role":"tangent"', b'"role":"shadow"', True),
    (b'"role":"tangent"', b'"role":"flag"', False),
    (b'"iterationsPerThread":4', b'"iterationsPerThread":4294967295', True),
    (b'"iterationsPerThread":4', b'"iterationsPerThread":4294967296', False),
    (b'"workspaceOffset":0', b'"workspaceOffset":18446744073709551616', False),
    (b'"workspaceOffset":0', b'"workspaceOffset":' + b"8" * 5000, False),
    (b'"shape":[2,3]', b'"shape":[2,9223372036854775808]', False),
    (b'"shape":[2,3]', b'"shape":[2,3,]', False),
    (b'"neutralBits":"0x80000000"', b'"neutralBits":"0x0000000000000000080000000"', True),
    (b'"neutralBits":"0x80000000"', b'"neutralBits":"0x10000000000000000"', False),
    (b'"neutralBits":"0x80000000"', b'"neutralBits":"0x80000000\\n"', False),
    (b'"neutralBits":"0x80000000"', b'"neutralBits":"0X80000000"', False),
    (b'"assembler":"ptxas 13.0"', b'"assembler":""', False),
    (b'"assembler":"ptxas 13.0"', b'"assembler":"\\u0000"', False),
    (b'"name":"weights"', b'"name":"\\u00e9"', True),
    (b'"name":"weights"', b'"name":"\xc3\xa9"', True),
    (b'"name":"weights"', b'"name":"\\ud83d\\ude00"', True),
    (b'"name":"weights"', b'"name":"\\ud83d"', False),
    (b'"name":"weights"', b'"name":"\\ude00\\ud83d"', False),
    (b'"name":"weights"', b'"name":"\\u12"', False),
    (b'"name":"weights"', b'"name":"\\x41"', False),
    (b'"name":"weights"', b'"name":"a\\u0000b"', False),
    (b'"name":"weights"', b'"name":"a\0b"', False),
    (b'"name":"weights"', b'"name":"a\x1bb"', False),
    (b'"name":"weights"', b'"name":"a\nb"', False),
    (b'"name":"weights"', b'"name":"a\\nb\x7f\xc2\x9b\xef\xbf\xbf"', True),
    (b'"name":"weights"', b'"name":"\xff"', False),
    (b'"name":"weights"', b'"name":"\xc0\x80"', False),
    (b'"name":"weights"', b'"name":"\xed\xa0\x80"', False),
    (b'"name":"weights"', b'"name":"\xf4\x90\x80\x80"', False),
    (b'"name":"weights"', b"'name':'weights'", False),
    (b'"name":"weights"', b'"name":null', False),
    (b'"message":"cell is finite"', b'"message":"\\u0000"', False),
    (b'"target":"cuda:sm_90"', b'"target":"cuda:compute_90"', False),
]


def nested(depth, minor):
    """A key of a newer version with that many arrays in each other, in the manifest's object."""
    return b'"minor":%d},"newer":%s%s,' % (minor, b"[" * depth, b"]" * depth)


def texts_of(sample):
    """Texts for the manifest, each with whether it is right."""
    for old, new, is_right in REPLACEMENTS:
        assert old in sample, old
        yield new, sample.replace(old, new), is_right
    for what, text, is_right in [
        ("a zero after it", sample + b"\0", False),
        ("a zero and more after it", sample + b"\0garbage", False),
        ("a zero before it", b"\0" + sample, False),
        ("a zero in it", sample[:1] + b"\0" + sample[1:], False),
        ("blanks around it", b" \t\r\n" + sample + b" \t\r\n", True),
        ("text after it", sample + b"x", False),
        ("itself after it", sample + sample, False),
        ("a byte order mark", b"\xef\xbb\xbf" + sample, False),
        ("UTF-16", sample.decode().encode("utf-16"), False),
        ("UTF-32", sample.decode().encode("utf-32-le"), False),
        ("nothing", b"", False),
        ("a list", b"[" + sample + b"]", False),
        ("a number", b"1", False),
        ("no end", sample[:-1], False),
        ("an unknown key", sample.replace(b'"minor":0},', nested(1, 0)), False),
        ("too many arrays", sample.replace(b'"minor":0},', nested(160, 0)), False),
        ("no end of arrays", b"[" * 1000000, False),
        ("a large number", sample.replace(b'"dataOffset":2', b'"dataOffset":1e999'), False),
    ]:
        yield what, text, is_right


TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+')
LISTS = ("regions", "entryPoints", "loops")


def places_of(text):
    """For each module the places of its kernels, and for each image of it those of regions, entry points and loops:
    begins and ends."""
    modules, stack, before = [], [], b""  # of the stack: bracket, last key, place
    for token in TOKEN.finditer(text):
        word = token[0]
        if word == b":":
            stack[-1][1] = json.loads(before)
        elif word in b"{[":
            stack.append([word, None, token.start()])
            keys = [key for _, key, _ in stack[:-1]]
            if keys == ["modules", None]:
                modules.append(([], []))
            elif keys == ["modules", None, "images", None]:
                modules[-1][1].append({key: [] for key in LISTS})
        elif word in b"}]":
            place = (stack.pop()[2], token.end())
            keys = [key for _, key, _ in stack]
            if keys == ["modules", None, "kernels", None]:
                modules[-1][0].append(place)
            elif keys[:4] == ["modules", None, "images", None] and len(keys) == 6 and keys[4] in LISTS:
                modules[-1][1][-1][keys[4]].append(place)
        before = word
    return modules


def index_of(text):
    """The index of a manifest; of what is none, any bytes."""
    index = b""
    try:
        for module, (kernel_places, image_places) in zip(json.loads(text)["modules"], places_of(text)):
            index += struct.pack("<II", len(kernel_places), len(image_places))
            for kernel, place in zip(module["kernels"], kernel_places):
                variant = kernel.get("checked", {}).get("variant", "")
                index += struct.pack("<QQI", *place, "specializedValues" in kernel)
                index += b"".join(name.encode() + b"\0" for name in (kernel["name"], variant))
            for image, places in zip(module["images"], image_places):
                for key in LISTS:
                    index += struct.pack("<I", len(places[key]))
                    for element, place in zip(image.get(key, []), places[key]):
                        index += struct.pack("<QQI", *place, element["kernel"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, struct.error):
        return b"none"
    return index


def binary_of(entry, image):
    """The offload binary of an entry with other bytes, and their digest."""
    strings = dict(entry.strings) | {"qdc.sha256": hashlib.sha256(image).hexdigest()}
    words = [word.encode() for pair in strings.items() for word in pair]
    at, offsets = 72 + 16 * len(strings), []
    for word in words:
        offsets.append(at)
        at += len(word) + 1
    head = struct.pack("<4sIQQQ", b"\x10\xff\x10\xad", 1, at + len(image), 32, 40)
    head += struct.pack("<HHIQQQQ", 0, 0, 0, 72, len(strings), at, len(image))
    return head + struct.pack(f"<{len(offsets)}Q", *offsets) + b"".join(word + b"\0" for word in words) + image


def with_manifest(data, text, index=None):
    """The package with another text for the manifest, whose index stands right after it."""
    entries = package_file.read_entries(data)
    starts, start = [], 0
    for _ in entries:
        starts.append(start)
        start += struct.unpack_from("<Q", data, start + 8)[0]
    rest = data[starts[1] : starts[-1]]  # the index is the last entry
    return binary_of(entries[0], text) + binary_of(entries[-1], index_of(text) if index is None else index) + rest


def damaged_indexes(index):
    for at in range(len(index)):
        changed = bytearray(index)
        changed[at] ^= (1, 0x80, 0xFF)[at % 3]
        yield bytes(changed)
    yield index[:-1]
    yield index + b"\0"
    yield b""


class PythonReader:
    def __init__(self):
        self.validator = load_validator("manifest.schema.json")
        self.known = {}  # verdicts on manifests, which take most of the time

    def verdict(self, data):
        try:
            manifest = package_file.read_manifest(data)
        except package_file.PackageError as error:
            return str(error)
        text = repr(manifest)
        if text not in self.known:
            error = next(self.validator.iter_errors(manifest), None)
            self.known[text] = "valid" if error is None else f"{error.json_path}: {error.message}"
        return self.known[text]


def our_verdicts(program, packages):
    stream = b"".join(struct.pack("<Q", len(package)) + package for package in packages)
    result = subprocess.run([program], input=stream, check=True, capture_output=True)
    return result.stdout.decode().splitlines()


def main(sample_path, program):
    reader = PythonReader()
    sample = pathlib.Path(sample_path).read_bytes()
    cases = [("the sample", sample, True)]
    for what, text, is_right in texts_of(bytes(package_file.read_entries(sample)[0].image)):
        cases.append((what, with_manifest(sample, text), is_right))
    text, own_index = (bytes(package_file.read_entries(sample)[at].image) for at in (0, -1))
    assert index_of(text) == own_index
    for number, index in enumerate(damaged_indexes(own_index)):
        cases.append((f"damage {number} of the index", with_manifest(sample, text, index), False))
    images = [(entry.image_offset, len(entry.image)) for entry in package_file.read_entries(sample)]
    for at in range(len(sample)):
        # Every byte of headers and strings; the digests make those of images all alike.
        if at % 64 and any(start <= at < start + size for start, size in images):
            continue
        changed = bytearray(sample)
        changed[at] ^= (1, 0x80, 0xFF)[at % 3]
        cases.append((f"byte {at}", bytes(changed), None))

    failures = []
    ours = our_verdicts(program, [data for _, data, _ in cases])
    assert len(ours) == len(cases)
    for (what, data, is_right), our in zip(cases, ours):
        other = reader.verdict(data)
        if (our == "valid") != (other == "valid") or is_right not in (None, our == "valid"):
            failures.append(f"{what!r}: ours: {our}; Python: {other}")
    print("\n".join(failures[:50]) or f"{len(cases)} packages: the readers agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
