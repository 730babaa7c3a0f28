"""Checks what an installation says of itself against the programs that it has.

usage: check_sbom.py COMPONENT FOLDER READELF PROGRAM...
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

FOLDER has LICENSE, NOTICES and COMPONENT.spdx.json. The document must be SPDX 2.3; the libraries that the programs need
when they start, and the parts whose marks are in them, must be exactly those that it lists; each part that is linked in
must have a notice.
"""
import json
import pathlib
import re
import subprocess
import sys

# What only a program has that the part is linked into.
MARKS = {"CLI11": b"N3CLI10ParseErrorE", "LLVM": b"LLVM ERROR: ", "jemalloc": b"<jemalloc>: ", "libclc": b", libclc ",
         "nlohmann-json": b"[json.exception.", "SPIRV-Tools": b"Invalid SPIR-V binary version "}
LICENSES = {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "GPL-3.0-or-later", "LGPL-2.1-or-later", "MIT",
            "Spencer-94", "SunPro", "Unicode-DFS-2015", "Zlib"}
EXCEPTIONS = {"GCC-exception-3.1", "LLVM-exception"}
DOCUMENT = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT"}


def is_license(text):
    for term in text.split(" AND "):
        name, _, exception = term.partition(" WITH ")
        if name not in LICENSES or (exception and exception not in EXCEPTIONS):
            return False
    return True


def document_errors(document):
    """What is not as SPDX 2.3 wants it."""
    for key, value in DOCUMENT.items():
        if document.get(key) != value:
            yield f"'{key}' is {document.get(key)!r}"
    if not re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", document["documentNamespace"]):
        yield f"'documentNamespace' is {document['documentNamespace']!r}"
    if document["creationInfo"]["created"] != "1970-01-01T00:00:00Z":
        yield "there is a time in it"
    if not all(re.fullmatch(r"Tool: \S+-\d[\d.]*", name) for name in document["creationInfo"]["creators"]):
        yield f"'creators' is {document['creationInfo']['creators']}"
    known = {document["SPDXID"]}
    for package in document["packages"]:
        name = package["SPDXID"]
        if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) or name in known:
            yield f"'{name}' is no new identifier"
        known.add(name)
        for key in ("licenseConcluded", "licenseDeclared"):
            if not is_license(package[key]):
                yield f"'{name}' has the licence {package[key]!r}"
        if package["filesAnalyzed"] is not False:
            yield f"'{name}' tells of files"
        if not re.fullmatch(r"NOASSERTION|https://\S+", package["downloadLocation"]):
            yield f"'{name}' comes from {package['downloadLocation']!r}"
        if not re.fullmatch(r"\d+(\.\d+)*", package.get("versionInfo", "0")):
            yield f"'{name}' has version {package['versionInfo']!r}"
    for relation in document["relationships"]:
        for key in ("spdxElementId", "relatedSpdxElement"):
            if relation[key] not in known:
                yield f"there is no '{relation[key]}'"


def parts(document, component, link):
    """The packages that the component has by this relationship."""
    packages = {package["SPDXID"]: package for package in document["packages"]}
    return [packages[relation["relatedSpdxElement"]] for relation in document["relationships"]
            if relation["relationshipType"] == link and relation["spdxElementId"] == f"SPDXRef-{component}"]


def needed_libraries(readelf, program):
    table = subprocess.run([readelf, "--dynamic", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", table))


def main(component, folder, readelf, *programs):
    folder = pathlib.Path(folder)
    text = (folder / f"{component}.spdx.json").read_text(encoding="utf-8")
    notices, license_text = ((folder / name).read_text(encoding="utf-8") for name in ("NOTICES", "LICENSE"))
    document = json.loads(text)
    errors = list(document_errors(document))

    linked = parts(document, component, "STATIC_LINK")
    contents = [pathlib.Path(program).read_bytes() for program in programs]
    found = {name for name, mark in MARKS.items() if any(mark in content for content in contents)}
    if found != {part["name"] for part in linked}:
        errors.append(f"linked in are {sorted(found)}, listed {sorted(part['name'] for part in linked)}")
    for part in linked:
        if "versionInfo" not in part:
            errors.append(f"'{part['name']}' has no version")
        if part["copyrightText"].split(")", 1)[1].strip() not in notices:
            errors.append(f"there is no notice of '{part['name']}'")

    needed = set().union(*(needed_libraries(readelf, program) for program in programs))
    told = {name for part in parts(document, component, "DYNAMIC_LINK")
            for name in part["comment"].removeprefix("needed as ").split(", ")}
    if needed != told:
        errors.append(f"the programs need {sorted(needed)}, listed are {sorted(told)}")

    if "Apache License" not in license_text or "LLVM Exceptions" not in license_text:
        errors.append("LICENSE is another one")
    if errors:
        sys.exit("\n".join(errors))
    print(f"{component}: {len(linked)} parts are linked in, {len(told)} libraries needed")


if __name__ == "__main__":
    main(*sys.argv[1:])
