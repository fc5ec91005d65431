"""Read and write the sections of a WebAssembly binary. Knows of the format only what the builder needs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from engine.builder.errors import BuildError

HEADER = b"\0asm\x01\0\0\0"
WASM_PAGE_BYTES = 65_536


class Section(IntEnum):
    """Numbers of the sections that are looked into."""

    CUSTOM = 0
    IMPORT = 2
    MEMORY = 5
    GLOBAL = 6
    EXPORT = 7
    START = 8
    DATA = 11
    DATA_COUNT = 12


class Kind(IntEnum):
    """What is imported or exported."""

    FUNCTION = 0
    TABLE = 1
    MEMORY = 2
    GLOBAL = 3
    TAG = 4


@dataclass(frozen=True, slots=True)
class Part:
    """One section."""

    number: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Import:
    module: str
    name: str
    kind: int


@dataclass(frozen=True, slots=True)
class Export:
    name: str
    kind: int
    index: int


class Reader:
    """A cursor over bytes. Raises BuildError at their end."""

    def __init__(self, data: bytes, position: int = 0) -> None:
        self.data = data
        self.position = position

    @property
    def done(self) -> bool:
        return self.position >= len(self.data)

    def take(self, count: int) -> bytes:
        if self.position + count > len(self.data):
            raise BuildError(f"the module ends inside of an item at byte {self.position}")
        self.position += count
        return self.data[self.position - count : self.position]

    def byte(self) -> int:
        return self.take(1)[0]

    def unsigned(self) -> int:
        """An unsigned LEB128 number."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def name(self) -> str:
        return self.take(self.unsigned()).decode()


def unsigned(value: int) -> bytes:
    """Encode an unsigned LEB128 number."""
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        out.append(byte | (0x80 if value else 0))
        if not value:
            return bytes(out)


def signed(value: int) -> bytes:
    """Encode a signed LEB128 number."""
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        done = (value == 0 and not byte & 0x40) or (value == -1 and bool(byte & 0x40))
        out.append(byte | (0 if done else 0x80))
        if done:
            return bytes(out)


def parts(module: bytes) -> list[Part]:
    """The sections of a module, in order. Raises BuildError if it is none."""
    if module[:8] != HEADER:
        raise BuildError("not a WebAssembly module")
    reader, found = Reader(module, 8), []
    while not reader.done:
        number = reader.byte()
        found.append(Part(number, reader.take(reader.unsigned())))
    return found


def assemble(sections: Iterable[Part]) -> bytes:
    """The module of these sections."""
    return HEADER + b"".join(
        bytes([part.number]) + unsigned(len(part.content)) + part.content for part in sections
    )


def replaced(sections: Iterable[Part], changes: dict[int, Callable[[bytes], bytes]]) -> list[Part]:
    """The sections with the content of some, by number, replaced by what a function makes of it."""
    return [Part(p.number, changes[p.number](p.content)) if p.number in changes else p for p in sections]


def without_custom(sections: Iterable[Part]) -> list[Part]:
    """Without names, producers and other sections that do not run."""
    return [part for part in sections if part.number != Section.CUSTOM]


def imports(sections: Iterable[Part]) -> list[Import]:
    """What the module imports."""
    found = []
    for part in sections:
        if part.number != Section.IMPORT:
            continue
        reader = Reader(part.content)
        for _ in range(reader.unsigned()):
            module, name, kind = reader.name(), reader.name(), reader.byte()
            _skip_type(reader, kind)
            found.append(Import(module, name, kind))
    return found


def exports(sections: Iterable[Part]) -> list[Export]:
    """What the module exports."""
    return [
        export for part in sections if part.number == Section.EXPORT for export in read_exports(part.content)
    ]


def read_exports(content: bytes) -> list[Export]:
    reader = Reader(content)
    return [Export(reader.name(), reader.byte(), reader.unsigned()) for _ in range(reader.unsigned())]


def write_exports(exported: list[Export]) -> bytes:
    """The content of an export section."""
    out = bytearray(unsigned(len(exported)))
    for export in exported:
        name = export.name.encode()
        out += unsigned(len(name)) + name + bytes([export.kind]) + unsigned(export.index)
    return bytes(out)


def _skip_type(reader: Reader, kind: int) -> None:
    """Pass over the type of an import."""
    match kind:
        case Kind.FUNCTION:
            reader.unsigned()
        case Kind.TABLE:
            reader.byte()
            _skip_limits(reader)
        case Kind.MEMORY:
            _skip_limits(reader)
        case Kind.GLOBAL:
            reader.take(2)
        case Kind.TAG:
            reader.byte()
            reader.unsigned()
        case _:
            raise BuildError(f"unknown kind of import: {kind}")


def _skip_limits(reader: Reader) -> None:
    flags = reader.byte()
    reader.unsigned()
    if flags & 1:
        reader.unsigned()
