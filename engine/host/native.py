"""Fast calls into and out of wasmtime.

wasmtime's Python package converts every value through several objects: a host function costs ten times what
it costs here, and the engine reads its clock thousands of times a page. This file alone uses the package's
private C bindings, for `*_unchecked` calls and for one setting that has no Python name. The types are checked
once, when the module is loaded (`abi.check`).
"""

import ctypes
import threading
from collections.abc import Callable
from struct import Struct
from typing import Any, Final, NoReturn, Protocol

import wasmtime
from wasmtime import _ffi as ffi

from engine.host.abi import Signature

# wasmtime_val_raw_t: 16 bytes each, arguments and results share the slots.
_SLOT_BYTES: Final = 16
_LAYOUT: Final = {"i": "I12x", "I": "q8x"}
_MASK: Final = {"i": 0xFFFF_FFFF, "I": 0xFFFF_FFFF_FFFF_FFFF}

# wasmtime_func_unchecked_callback_t, with plain addresses: wrapping each pointer would double the cost of a
# call.
_Callback: Final = ctypes.CFUNCTYPE(
    ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t
)
_define: Final = ctypes.CFUNCTYPE(
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_void_p,
    _Callback,
    ctypes.c_void_p,
    ctypes.c_void_p,
)(("wasmtime_linker_define_func_unchecked", ffi.dll))

Handler = Callable[..., int | None]


class Guest(Protocol):
    """Who is running: the receiver of host calls."""

    failure: BaseException | None


_running = threading.local()


def set_async_stack_size(config: wasmtime.Config, size: int) -> None:
    """Raise the limit of async calls (not used), which `max_wasm_stack` may not exceed."""
    setter = ffi.dll.wasmtime_config_async_stack_size_set
    setter.argtypes, setter.restype = [ctypes.c_void_p, ctypes.c_uint64], None
    setter(ctypes.cast(config.ptr(), ctypes.c_void_p), size)


def _layout(kinds: str) -> Struct:
    return Struct("<" + "".join(_LAYOUT[kind] for kind in kinds))


def _types(kinds: str) -> list[wasmtime.ValType]:
    return [wasmtime.ValType.i32() if kind == "i" else wasmtime.ValType.i64() for kind in kinds]


class Imports:
    """Host functions, of all instances of a linker: calls go to the guest that runs on the thread."""

    def __init__(self, linker: wasmtime.Linker) -> None:
        self._linker = linker
        # The C side keeps only addresses: these must live as long as the linker's instances.
        self._callbacks: list[Any] = []

    def define(self, module: str, name: str, signature: Signature, handler: Handler) -> None:
        """Answer calls of `module.name` with `handler(guest, *arguments)`.

        An i32 argument arrives unsigned, an i64 signed. An exception in `handler` ends the guest with a trap
        and is raised by the call that entered it.
        """
        callback = _Callback(_trampoline(signature, handler))
        kind = wasmtime.FuncType(_types(signature.parameters), _types(signature.results))
        raw = (module.encode(), name.encode())
        error = _define(
            ctypes.cast(self._linker.ptr(), ctypes.c_void_p),
            raw[0],
            len(raw[0]),
            raw[1],
            len(raw[1]),
            ctypes.cast(kind.ptr(), ctypes.c_void_p),
            callback,
            None,
            None,
        )
        if error:
            raise wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        self._callbacks.append(callback)


def _trampoline(signature: Signature, handler: Handler) -> Callable[[Any, Any, int, int], int]:
    layout = _layout(signature.parameters)
    unpack = layout.unpack_from
    arguments = ctypes.c_char * max(layout.size, _SLOT_BYTES)
    result = ctypes.c_uint64
    mask = _MASK[signature.results] if signature.results else None

    def call(_environment: Any, _caller: Any, slots: int, _count: int) -> int:
        guest = _running.guest
        try:
            value = handler(guest, *unpack(arguments.from_address(slots)))
            if mask is not None:
                result.from_address(slots).value = (value or 0) & mask
            return 0
        except BaseException as error:
            guest.failure = error
            return _new_trap()

    def call_without_arguments(_environment: Any, _caller: Any, slots: int, _count: int) -> int:
        guest = _running.guest
        try:
            value = handler(guest)
            if mask is not None:
                result.from_address(slots).value = (value or 0) & mask
            return 0
        except BaseException as error:
            guest.failure = error
            return _new_trap()

    return call if signature.parameters else call_without_arguments


def _new_trap() -> int:
    message = b"host function failed"
    trap = ffi.wasmtime_trap_new(ctypes.create_string_buffer(message, len(message)), len(message))
    return ctypes.cast(trap, ctypes.c_void_p).value or 0


class Entered:
    """`with Entered(guest)`: host calls on this thread go to `guest`."""

    __slots__ = ("_before", "_guest")

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def __enter__(self) -> None:
        self._before = getattr(_running, "guest", None)
        _running.guest = self._guest

    def __exit__(self, *_: object) -> None:
        _running.guest = self._before


class Export:
    """An exported function of one instance, callable with integers."""

    __slots__ = ("_arguments", "_context", "_function", "_result", "_slots", "_unpack")

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func, signature: Signature) -> None:
        count = max(len(signature.parameters), len(signature.results))
        self._context = store._context()
        self._function = function._func
        self._slots = (ffi.wasmtime_val_raw_t * count)() if count else None
        self._arguments = _layout(signature.parameters)
        self._result = signature.results
        self._unpack = Struct({"": "<", "i": "<i", "I": "<q"}[signature.results])

    def __call__(self, *arguments: int) -> int:
        """The result, signed; 0 for none. Raises wasmtime.Trap or wasmtime.WasmtimeError."""
        slots = self._slots
        if slots is not None:
            self._arguments.pack_into(slots, 0, *arguments)
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        error = ffi.wasmtime_func_call_unchecked(
            self._context, ctypes.byref(self._function), slots, len(slots or ()), ctypes.byref(trap)
        )
        if error or trap:
            _raise(error, trap)
        if not self._result or slots is None:
            return 0
        value: int = self._unpack.unpack_from(slots)[0]
        return value


def _raise(error: Any, trap: Any) -> NoReturn:
    if error:
        raise wasmtime.WasmtimeError._from_ptr(error)
    raise wasmtime.Trap._from_ptr(trap)
