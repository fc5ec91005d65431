"""Put the memory of a started instance into its module: new instances then begin where that one stood.

Only sections change, no code: the memory's least size, the data segments, and the exports, as nobody may call
`_initialize` again.
"""

from engine.builder import wasm
from engine.builder.errors import BuildError
from engine.builder.wasm import Export, Part, Reader, Section

PAGE_BYTES = 4_096
_I32_CONST, _END = b"\x41", b"\x0b"
_ACTIVE_IN_MEMORY_0 = b"\x00"
_BYTES_OF_CONST = {0x43: 4, 0x44: 8}


def frozen(module: bytes, memory: bytes) -> bytes:
    """The module whose instances start with `memory`.

    Raises BuildError if state lies outside of the memory, or the module has not exactly one plain memory.
    """
    sections = wasm.parts(module)
    mutable = mutable_globals(sections)
    if mutable > 1:
        raise BuildError(
            f"{mutable} mutable globals: besides the stack pointer, a frozen module would forget them"
        )
    if not any(part.number == Section.DATA for part in sections):
        raise BuildError("the module has no data section to replace")
    runs = used_runs(memory)
    changed = wasm.replaced(
        sections,
        {
            Section.MEMORY: lambda content: _grown(content, len(memory)),
            Section.EXPORT: _without_initialize,
            Section.DATA: lambda _: _data(runs),
            Section.DATA_COUNT: lambda _: wasm.unsigned(len(runs)),
        },
    )
    return wasm.assemble(changed)


def used_runs(memory: bytes) -> list[tuple[int, bytes]]:
    """Offsets and contents of the longest runs of pages that are not all zero."""
    zero = bytes(PAGE_BYTES)
    runs: list[tuple[int, bytes]] = []
    start: int | None = None
    for offset in range(0, len(memory) + PAGE_BYTES, PAGE_BYTES):
        used = offset < len(memory) and memory[offset : offset + PAGE_BYTES] != zero
        if used and start is None:
            start = offset
        elif not used and start is not None:
            runs.append((start, memory[start:offset]))
            start = None
    return runs


def mutable_globals(sections: list[Part]) -> int:
    """How many globals a module defines that can change."""
    count = 0
    for part in sections:
        if part.number != Section.GLOBAL:
            continue
        reader = Reader(part.content)
        for _ in range(reader.unsigned()):
            reader.byte()
            count += reader.byte()
            _skip_constant(reader)
    return count


def _skip_constant(reader: Reader) -> None:
    """Pass over a constant expression."""
    while (opcode := reader.byte()) != _END[0]:
        if opcode in _BYTES_OF_CONST:
            reader.take(_BYTES_OF_CONST[opcode])
        elif opcode == 0xFD:
            reader.unsigned()
            reader.take(16)
        else:
            # i32.const, i64.const, global.get, ref.func, ref.null: one LEB128 number.
            reader.unsigned()


def _grown(content: bytes, size: int) -> bytes:
    reader = Reader(content)
    if reader.unsigned() != 1 or (flags := reader.byte()) not in (0, 1):
        raise BuildError("the module must have one memory, not shared and of 32 bits")
    reader.unsigned()
    return (
        b"\x01"
        + bytes([flags])
        + wasm.unsigned(-(-size // wasm.WASM_PAGE_BYTES))
        + content[reader.position :]
    )


def _data(runs: list[tuple[int, bytes]]) -> bytes:
    out = bytearray(wasm.unsigned(len(runs)))
    for offset, content in runs:
        # The operand of i32.const is signed.
        signed = offset - (1 << 32) if offset >= 1 << 31 else offset
        out += (
            _ACTIVE_IN_MEMORY_0
            + _I32_CONST
            + wasm.signed(signed)
            + _END
            + wasm.unsigned(len(content))
            + content
        )
    return bytes(out)


def _without_initialize(content: bytes) -> bytes:
    kept: list[Export] = [export for export in wasm.read_exports(content) if export.name != "_initialize"]
    return wasm.write_exports(kept)
