"""Start an engine, bring it to a blank page at rest, and freeze it into the module.

The clock and the random bytes are fixed, so the same module gives the same image. A new instance is reseeded
by the host before a page sees anything of it.
"""

from dataclasses import dataclass

from engine.builder import compat, fonts, freeze, interface, paths
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.host import module, ops, stack
from engine.host.clock import ReplayClock, seeded_random
from engine.host.driver import Driver
from engine.host.errors import EngineError
from engine.host.instance import Instance

VIEWPORT = ops.ViewportSize(1_280, 720)
_SEED = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """A module whose instances are ready blank pages."""

    module: bytes
    clock_ns: int
    """The engine's monotonic clock at the freeze."""
    memory_bytes: int
    used_bytes: int
    """Pages of the memory that are not zero."""


def preinitialised(compiled: bytes) -> Ready:
    """Start the engine of a checked module and freeze it.

    Raises BuildError, also when the engine fails or a font or script of the product cannot be had.
    """
    try:
        return stack.run(_preinitialised, compiled)
    except (EngineError, fonts.FontsError) as error:
        raise BuildError(f"the compiled engine does not start: {error}") from error


def _preinitialised(compiled: bytes) -> Ready:
    shipped = fonts.faces(paths.user_cache())
    say("compiling the module to machine code, to start it once")
    contents = {number: font.path.read_bytes() for number, font in enumerate(shipped)}
    image = module.load_bytes(compiled, fonts=contents)
    with Instance(image, clock=ReplayClock(), random=seeded_random(_SEED)) as instance:
        rest = instance.stack_pointer
        instance.initialise()
        for number, font in enumerate(shipped):
            if font.resident:
                instance.call(ops.Font(faces=font.faces, data=contents[number]))
            else:
                instance.call(ops.Font(faces=font.faces, host_font=number))
        scripts = [script.source for script in compat.scripts()]
        instance.call(ops.Start(viewport=VIEWPORT, user_scripts=scripts))
        driver = Driver(instance)
        _warm_up(driver)
        if instance.stack_pointer != rest:
            raise BuildError("the engine is not at rest: its stack pointer is not where it was at the start")
        memory = instance.memory.read(0, instance.memory.size)
        clock_ns = instance.clock_ns
    frozen = freeze.frozen(compiled, memory)
    interface.check(frozen, started=True)
    used = sum(len(content) for _, content in freeze.used_runs(memory))
    say(
        f"frozen: memory {len(memory) / 1e6:.1f} MB, {used / 1e6:.1f} MB of it used,"
        f" module {len(frozen) / 1e6:.1f} MB"
    )
    return Ready(frozen, clock_ns, len(memory), used)


def _warm_up(driver: Driver) -> None:
    """Do what every first page would do: evaluate, lay out text, paint. Then give back what that left."""
    driver.settle()
    if driver.evaluate("1 + 1") != 2:
        raise BuildError("the started engine does not evaluate scripts")
    driver.screenshot()
    driver.settle()
    driver.memory(compact=True)
    driver.settle()
