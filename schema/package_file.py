# Reads the container of a qdc package from docs/package-format.md alone: a reader that shares no code with lib/Package,
# so that the page, the compiler and the loader cannot drift apart unseen.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import hashlib
import json
import struct


class PackageError(Exception):
    """The file is not a valid package; the text says why."""


class Entry:
    """One offload binary: its strings and the bytes of its image."""

    def __init__(self, strings, image, image_offset):
        self.strings = strings
        self.image = image
        self.image_offset = image_offset  # in the file


def read_entries(data):
    """The entries of a package's bytes, in order, each with a checked digest."""
    entries = []
    start = 0
    while start < len(data):
        if len(data) - start < 32:
            raise PackageError(f"a cut-off header at byte {start}")
        magic, version, size, entry_offset, _ = struct.unpack_from("<4sIQQQ", data, start)
        if magic != b"\x10\xff\x10\xad" or version != 1 or size < 32 or start + size > len(data):
            raise PackageError(f"no offload binary of version 1 at byte {start}")
        binary = data[start : start + size]
        _, _, _, strings_at, string_count, image_at, image_size = struct.unpack_from("<HHIQQQQ", binary, entry_offset)
        strings = {}
        for i in range(string_count):
            key, value = (binary[at : binary.index(0, at)].decode() for at in struct.unpack_from("<QQ", binary, strings_at + 16 * i))
            strings[key] = value
        entry = Entry(strings, binary[image_at : image_at + image_size], start + image_at)
        if hashlib.sha256(entry.image).hexdigest() != strings.get("qdc.sha256"):
            raise PackageError(f"wrong qdc.sha256 in the offload binary at byte {start}")
        entries.append(entry)
        start += size
    return entries


def read_manifest(data):
    """The manifest of a package's bytes, checked against its other entries."""
    entries = read_entries(data)
    if not entries or entries[0].strings.get("qdc.kind") != "manifest":
        raise PackageError("the first entry is not a manifest")
    manifest = json.loads(entries[0].image)
    images = [entry for entry in entries if entry.strings["qdc.kind"] == "image"]
    digests = [entry.strings["qdc.sha256"] for entry in images]
    if digests != [image["digest"] for image in manifest["images"]]:
        raise PackageError("the images are not those of the manifest")
    stored = [(len(entry.image), entry.strings["qdc.sha256"]) for entry in entries if entry.strings["qdc.kind"] == "data"]
    named = (manifest["dataBytes"], manifest["dataDigest"])
    if stored != ([] if named == (0, "") else [named]):
        raise PackageError("the data is not that of the manifest")
    return manifest
