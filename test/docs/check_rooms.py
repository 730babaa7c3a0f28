"""Holds the tree against the table of rooms in docs/architecture.md: check_rooms.py ROOT [TABLE].

A room is a folder of lib/ with its headers in include/qdc/, or one of tools/; a folder without a row belongs to the room
around it. A room may include what its row names, and what those rooms may include. Headers in lib/ are private to their
room, but where it has no others. Those of a room in one with public headers, as of `Lowering/GPU/Grid`, are private to
that one and the rooms in it; others, as the loader's, are for all that may include the room. Prints what breaks the table,
a line each, and exits with 1 if anything does.
"""
import re
import subprocess
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#?\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
SOURCES = ('.h', '.hpp', '.c', '.cpp', '.td', '.in')
FOLDERS = ('include', 'lib', 'tools')
# Where a quoted name begins, besides the folder of the file that includes it.
ROOTS = ('include', 'lib', 'lib/Driver', 'tools/qdc')


class Room:
    def __init__(self, name, may_include, uses_llvm):
        self.name, self.may_include, self.uses_llvm = name, may_include, uses_llvm
        self.included, self.has_files, self.has_public_headers = set(), False, False

    def reachable(self, rooms, but=None):
        """The names of the rooms whose headers it may include; `but` is a name of its row to leave out."""
        found, left = set(), [name for name in self.may_include if name != but]
        while left:
            name = left.pop()
            if name in rooms and name not in found:
                found.add(name)
                left += rooms[name].may_include
        return found


def read_table(text):
    """The rows between the heading 'Who may include whom' and the next one."""
    section = text.split('## Who may include whom', 1)[1].split('\n## ', 1)[0]
    rooms = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
        if len(cells) != 3 or not cells[0].startswith('`'):
            continue
        name, others = cells[0].strip('`'), re.findall(r'`([^`]+)`', cells[1])
        rooms[name] = Room(name, others, cells[2] == 'yes')
    return rooms


def room_of(path, rooms):
    """The innermost room around a file, whose path is relative to the root; None: it is in none."""
    name = re.sub(r'^(include/qdc|include|lib)/', '', str(path.parent))
    while name and name not in rooms:
        name = name.rpartition('/')[0]
    return rooms.get(name)


def keeper_of(room, rooms):
    """The room around `room` with public headers, which keeps the private ones of `room`; None: there is none."""
    name = room.name.rpartition('/')[0]
    while name and not (name in rooms and rooms[name].has_public_headers):
        name = name.rpartition('/')[0]
    return rooms.get(name)


def find_included(path, name, root, files):
    """The file of the project that `name` means in `path`; None: it is somebody else's."""
    for folder in (path.parent, *map(Path, ROOTS)):
        found = Path(*(root / folder / name).resolve().relative_to(root).parts) if '..' in name else folder / name
        if str(found) in files:
            return found
    return None


def check_file(path, root, files, rooms):
    room = room_of(path, rooms)
    if room is None:
        yield f"'{path}' is in no room of the table"
        return
    room.has_files = True
    for name in INCLUDE.findall((root / path).read_text()):
        if name.startswith(('llvm/', 'llvm-c/', 'mlir/', 'lld/')):
            if not room.uses_llvm:
                yield f"'{path}' includes '{name}', and '{room.name}' has no LLVM"
            continue
        included = find_included(path, name, root, files)
        other = included and room_of(included, rooms)
        if not other or other is room:
            continue
        room.included.add(other.name)
        if other.name not in room.reachable(rooms):
            yield f"'{path}' includes '{included}', and '{room.name}' may not include '{other.name}'"
        elif included.parts[0] == 'lib':
            keeper = other if other.has_public_headers else keeper_of(other, rooms)
            if keeper and (keeper is other or not f'{room.name}/'.startswith(f'{keeper.name}/')):
                yield f"'{path}' includes '{included}', which is private to '{keeper.name}'"


def check_table(rooms):
    seen = set()
    for room in rooms.values():
        if not room.has_files:
            yield f"room '{room.name}' has no files"
        for other in room.may_include:
            if not room.uses_llvm and other in rooms and rooms[other].uses_llvm:
                yield f"room '{room.name}' has no LLVM, but may include '{other}', which has"
            if other not in seen:
                yield f"room '{room.name}' names '{other}', which has no row above it"
            elif room.included <= room.reachable(rooms, but=other):
                yield f"room '{room.name}' need not name '{other}'"
        seen.add(room.name)


def main():
    root = Path(sys.argv[1]).resolve()
    table = Path(sys.argv[2]) if len(sys.argv) > 2 else root / 'docs/architecture.md'
    rooms = read_table(table.read_text())
    files = {str(path.relative_to(root)) for folder in FOLDERS for path in (root / folder).rglob('*')
             if path.suffix in SOURCES}
    for path in map(Path, files):
        if path.parts[0] == 'include' and (room := room_of(path, rooms)):
            room.has_public_headers = True
    findings = [line for path in sorted(files) for line in check_file(Path(path), root, files, rooms)]
    findings += check_table(rooms)
    print('\n'.join(findings) or f'{len(rooms)} rooms hold')
    sys.exit(1 if findings else 0)


main()
