"""`python -m engine.builder COMMAND`: build the engine, or one step of it."""

import argparse
import sys
from pathlib import Path

from engine.builder import artifact, edits, manifest, paths, sources, toolchain
from engine.builder.errors import BuildError
from engine.builder.log import say


def main(arguments: list[str] | None = None) -> int:
    """Run one command. 0 on success, 1 if the build cannot go on, 2 for bad usage."""
    options, rest = _parser().parse_known_args(arguments)
    if rest and options.command != "cargo":
        _parser().error(f"unknown arguments: {' '.join(rest)}")
    try:
        return _run(options, rest)
    except BuildError as error:
        say(f"error: {error}")
        return 1
    except KeyboardInterrupt:
        say("interrupted; the next run goes on from here")
        return 1


def _run(options: argparse.Namespace, rest: list[str]) -> int:
    cache = paths.cache()
    match options.command:
        case "get":
            print(artifact.ready_module())
        case "manifest" if options.check:
            manifest.check(manifest.read(manifest.MANIFEST), sources.digest())
            say("engine/dist is of these sources")
        case "manifest":
            module = artifact.cached(cache, sources.digest() or "")
            if module is None:
                raise BuildError("there is no build of these sources; run `make engine` first")
            artifact.publish(module)
        case "edits" if options.check:
            edits.check()
        case _:
            return _build_step(options, rest, cache)
    return 0


def _build_step(options: argparse.Namespace, rest: list[str], cache: paths.Cache) -> int:
    """The commands that need the tools of a build. Each imports what it needs, so that it works alone."""
    if options.command == "verify":
        from engine.builder import verify

        verify.verify(cache)
        return 0
    with artifact.exclusive(cache):
        match options.command:
            case "toolchain":
                toolchain.require()
                toolchain.write_sdk(cache)
                say(f"ready: {cache.sdk}")
            case "edits":
                from engine.builder import fetch, workspace

                fetch.pristine(cache)
                workspace.prepare(cache)
                say(f"up to date: {cache.edited}")
            case "cargo":
                from engine.builder import cargo, workspace

                toolchain.write_sdk(cache)
                workspace.prepare(cache)
                return cargo.hand_over(cache, rest)
            case "lock":
                from engine.builder import compile as compiling

                compiling.lock(cache)
            case "compile":
                from engine.builder import compile as compiling

                say(f"compiled: {compiling.compile_module(cache, options.mozjs_archive)}")
            case "preinit":
                from engine.builder import build

                build.preinitialise(cache)
            case "engine":
                from engine.builder import build

                build.build(cache, options.mozjs_archive)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine.builder", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text)

    archive = argparse.ArgumentParser(add_help=False)
    archive.add_argument(
        "--mozjs-archive", type=Path, metavar="FILE", help="take SpiderMonkey from an archive built elsewhere"
    )
    for name, text in (
        ("engine", "everything: compile, pre-initialise"),
        ("compile", "compile, link and strip"),
    ):
        commands.add_parser(name, help=text, description=text, parents=[archive])
    add("get", "print the path of a ready module: cached, from the artifact, or built now")
    add("toolchain", "install or check the tools, write the SDK")
    add("edits", "write the edited crates").add_argument(
        "--check", action="store_true", help="prove that all edits apply to pristine crates, twice"
    )
    add("lock", "bring Cargo.lock up to date with the manifests")
    add("preinit", "start the compiled engine and freeze it")
    add("manifest", "write the artifact into engine/dist").add_argument(
        "--check", action="store_true", help="is engine/dist of these sources?"
    )
    add("verify", "build again from nothing and compare with the artifact")
    add("cargo", "run cargo in the build workspace with the builder's settings")
    return parser


if __name__ == "__main__":
    sys.exit(main())
