# Reads the container of a qdc package from docs/package-format.md alone: a reader that shares no code with lib/Package,
# so that the page, the compiler and the loader cannot drift apart unseen.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import hashlib
import json
import math
import struct

MAXIMUM_DEPTH = 160  # of arrays and objects in each other

NONE, OBJECT, CUBIN, PTX = 0, 1, 3, 5  # kinds of images
CUDA = 2  # a producer
KNOWN_KINDS, KNOWN_PRODUCERS = range(7), (0, 2, 4)


class PackageError(Exception):
    """The file is not a valid package; the text says why."""


class Entry:
    """One offload binary: its strings, the bytes of its image, and the kind and the producer of these."""

    def __init__(self, strings, image, image_offset, kind):
        self.strings = strings
        self.image = image
        self.image_offset = image_offset  # in the file
        self.kind = kind  # (image kind, producer)


def part(binary, offset, size, what):
    if offset > len(binary) or size > len(binary) - offset:
        raise PackageError(f"{what} reaches past the end of its offload binary")
    return binary[offset : offset + size]


def read_strings(binary, offset, count):
    table = part(binary, offset, 16 * count, "a string map")
    strings, length = {}, 0
    for key_and_value in struct.iter_unpack("<QQ", table):
        ends = [binary.find(0, at) if at < len(binary) else -1 for at in key_and_value]
        if -1 in ends:
            raise PackageError("a string reaches past the end of its offload binary")
        # Names of keys are ASCII; a value may hold any bytes.
        key, value = (binary[at:end].decode(errors="surrogateescape") for at, end in zip(key_and_value, ends))
        if key in strings:
            raise PackageError(f"the key {key!r} stands twice in a string map")
        strings[key] = value
        length += sum(end - at for at, end in zip(key_and_value, ends))
        if length > len(binary):
            raise PackageError("the strings of an offload binary are longer than itself")
    return strings


def read_entries(data):
    """The entries of a package's bytes, in order, each with a checked digest."""
    entries = []
    start = 0
    while start < len(data):
        if len(data) - start < 32:
            raise PackageError(f"a cut-off header at byte {start}")
        magic, version, size, entry_offset, entry_size = struct.unpack_from("<4sIQQQ", data, start)
        if magic != b"\x10\xff\x10\xad" or version != 1 or size < 32 or start + size > len(data) or entry_size < 40:
            raise PackageError(f"no offload binary of version 1 at byte {start}")
        binary = data[start : start + size]
        fields = struct.unpack("<HHIQQQQ", part(binary, entry_offset, 40, "an entry"))
        kind, producer, _, strings_at, string_count, image_at, image_size = fields
        if kind not in KNOWN_KINDS or producer not in KNOWN_PRODUCERS:
            raise PackageError(f"an unknown image kind or producer in the offload binary at byte {start}")
        strings = read_strings(binary, strings_at, string_count)
        image = part(binary, image_at, image_size, "an image")
        entry = Entry(strings, image, start + image_at, (kind, producer))
        if hashlib.sha256(entry.image).hexdigest() != strings.get("qdc.sha256"):
            raise PackageError(f"wrong qdc.sha256 in the offload binary at byte {start}")
        entries.append(entry)
        start += size
    return entries


def kind_of_target(target):
    """The image kind and the producer of the image for a target; None: any."""
    for start, kind in (("cpu:", (OBJECT, 0)), ("cuda:sm_", (CUBIN, CUDA)), ("cuda:compute_", (PTX, CUDA))):
        if target.startswith(start):
            return kind
    return None


def unique_keys(members):
    members_by_key = dict(members)
    if len(members_by_key) != len(members):
        raise PackageError("a key occurs twice in one object of the manifest")
    return members_by_key


class Fraction:
    """A number written with a fraction or an exponent. The manifest has none, whatever the value: 1.0 is no integer."""

    def __init__(self, text):
        if math.isinf(float(text)):
            raise PackageError(f"the number {text} in the manifest is too large")
        self.text = text

    def __repr__(self):
        return self.text


def refuse_constant(name):
    raise PackageError(f"{name} in the manifest is no JSON")


def check_values(value, depth=0):
    """Arrays and objects nest MAXIMUM_DEPTH deep at most; strings are Unicode without halves of characters."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise PackageError("a string of the manifest holds half of a character") from None
    elif isinstance(value, (dict, list)):
        if depth == MAXIMUM_DEPTH:
            raise PackageError(f"the manifest nests deeper than {MAXIMUM_DEPTH}")
        for inner in value if isinstance(value, list) else [*value.keys(), *value.values()]:
            check_values(inner, depth + 1)


def parse_manifest(text):
    """The JSON object in the bytes of a manifest. Python's own reader takes more than RFC 8259."""
    try:
        text = text.decode()
        if text.startswith("\ufeff"):
            raise PackageError("the manifest starts with a byte order mark")
        manifest = json.loads(text, object_pairs_hook=unique_keys, parse_float=Fraction,
                              parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise PackageError(f"the manifest is no JSON: {error}") from None
    check_values(manifest)
    if not isinstance(manifest, dict):
        raise PackageError("the manifest is no JSON object")
    return manifest


def modules_of(manifest):
    """The manifest's modules, which are objects with a list of images that are objects."""
    modules = manifest.get("modules")
    if not isinstance(modules, list) or not all(isinstance(module, dict) for module in modules):
        raise PackageError("the manifest has no list of modules")
    for module in modules:
        images = module.get("images")
        if not isinstance(images, list) or not all(isinstance(image, dict) for image in images):
            raise PackageError("a module of the manifest has no list of images")
    return modules


def check_images(modules, entries):
    """Images stand in the order of the modules, and in each in the order of its images."""
    listed = [image for module in modules for image in module["images"]]
    if [entry.strings["qdc.sha256"] for entry in entries] != [image.get("digest") for image in listed]:
        raise PackageError("the images are not those of the manifest")
    for entry, image in zip(entries, listed):
        if kind_of_target(str(image.get("target"))) not in (entry.kind, None):
            raise PackageError(f"the image for {image['target']} has the image kind and producer {entry.kind}")


def check_data(modules, entries):
    """Data stand in the order of the modules that have any."""
    named = [(module.get("dataBytes", 0), module.get("dataDigest", "")) for module in modules]
    stored = [(len(entry.image), entry.strings["qdc.sha256"]) for entry in entries]
    if stored != [each for each in named if each != (0, "")]:
        raise PackageError("the data are not those of the manifest")


class IndexReader:
    """Walks the bytes of an index; one that ends too early is an error."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def numbers(self, layout):
        try:
            values = struct.unpack_from("<" + layout, self.data, self.at)
        except struct.error:
            raise PackageError("the index is cut off") from None
        self.at += struct.calcsize("<" + layout)
        return values

    def text(self):
        end = self.data.find(0, self.at)
        if end < 0:
            raise PackageError("the index is cut off in a text")
        text, self.at = self.data[self.at : end], end + 1
        return text.decode(errors="surrogateescape")


def objects_of(owner, key):
    """The list of objects that the member is; an empty one where it is not there."""
    values = owner.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise PackageError(f"{key} in the manifest is no list of objects")
    return values


def check_part(text, begin, end, element, what):
    """These bytes of the manifest, from brace to brace, are the element."""
    part_text = text[begin:end]
    if end > len(text) or not part_text.startswith(b"{") or not part_text.endswith(b"}"):
        raise PackageError(f"the index has {what} where there is none")
    try:
        value = json.loads(part_text, parse_float=Fraction)
    except ValueError:
        raise PackageError(f"the index has {what} where there is none") from None
    if repr(value) != repr(element):
        raise PackageError(f"the index has {what} where another one is")


def check_kernels(text, kernels, index):
    last = 0
    for place, kernel in enumerate(kernels):
        begin, end, is_specialized = index.numbers("QQI")
        check_part(text, begin, end, kernel, f"kernel {place}")
        checked = kernel.get("checked")
        variant = checked.get("variant") if isinstance(checked, dict) else ""
        found = (is_specialized, index.text(), index.text())
        if found != (int(bool(kernel.get("specializedValues"))), kernel.get("name"), variant) or begin < last:
            raise PackageError(f"the index has another kernel {place}")
        last = end


def check_code(text, code, index, what):
    if index.numbers("I") != (len(code),):
        raise PackageError(f"the index has another number of {what}")
    last = 0
    for place, element in enumerate(code):
        begin, end, kernel = index.numbers("QQI")
        check_part(text, begin, end, element, f"place {place} of {what}")
        if kernel != element.get("kernel") or begin < last:
            raise PackageError(f"the index has another place {place} of {what}")
        last = end


def check_index(text, modules, data):
    """The index is that of a manifest, whose bytes and modules are given."""
    index = IndexReader(data)
    for module in modules:
        kernels, images = objects_of(module, "kernels"), module["images"]
        if index.numbers("II") != (len(kernels), len(images)):
            raise PackageError("the index has other numbers of kernels or images")
        check_kernels(text, kernels, index)
        for image in images:
            for key in ("regions", "entryPoints", "loops"):
                check_code(text, objects_of(image, key), index, key)
    if index.at != len(data):
        raise PackageError("the index is too long")


def read_manifest(data):
    """The manifest of a package's bytes, checked against its other entries."""
    entries = read_entries(data)
    if not entries or entries[0].strings.get("qdc.kind") != "manifest":
        raise PackageError("the first entry is not a manifest")
    manifest = parse_manifest(entries[0].image)
    images, data_entries, indexes = ([entry for entry in entries[1:] if entry.strings.get("qdc.kind") == kind]
                                     for kind in ("image", "data", "index"))
    if len(images) + len(data_entries) + len(indexes) != len(entries) - 1:
        raise PackageError("an entry after the first is neither image nor data nor an index")
    if len(indexes) != 1:
        raise PackageError(f"there are {len(indexes)} indexes, not one")
    if any(entry.kind != (NONE, 0) for entry in [entries[0], *data_entries, *indexes]):
        raise PackageError("manifest, data or index have an image kind or a producer")
    modules = modules_of(manifest)
    check_images(modules, images)
    check_data(modules, data_entries)
    check_index(entries[0].image, modules, indexes[0].image)
    return manifest
