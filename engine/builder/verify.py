"""Build again from nothing and compare with the artifact."""

from engine.builder import artifact, build, manifest, sources
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.manifest import Manifest
from engine.builder.paths import Cache


def verify(cache: Cache) -> None:
    """Rebuild in an empty target folder and compare with ``engine/dist``. Raises BuildError if they differ.

    The paths are those of a usual build, as some of them reach the compilers; what lies there is put aside
    meanwhile.
    """
    shipped = manifest.read(manifest.MANIFEST)
    manifest.check(shipped, sources.digest())
    assert shipped is not None, "checked"
    aside = [(folder, folder.with_name(f"{folder.name}.aside")) for folder in (cache.target, cache.mozjs)]
    with artifact.exclusive(cache):
        if left := [away for _, away in aside if away.exists()]:
            raise BuildError(f"an earlier verification was interrupted; move {left[0]} back or remove it")
        moved = [(folder, folder.rename(away)) for folder, away in aside if folder.exists()]
        try:
            module = build.build(cache)
        finally:
            for folder, away in moved:
                if folder.exists():
                    folder.rename(folder.with_name(f"{folder.name}.verified"))
                away.rename(folder)
    rebuilt = manifest.read(module.with_suffix(".json"))
    assert rebuilt is not None, "just written"
    if wrong := differences(shipped, rebuilt):
        raise BuildError("the rebuilt module is another one:\n  " + "\n  ".join(wrong))
    say("the rebuilt module is the artifact, byte for byte")


def differences(shipped: Manifest, rebuilt: Manifest) -> list[str]:
    """What differs, in words, the likely reason first."""
    wrong = []
    for name in sorted(shipped.toolchain.keys() | rebuilt.toolchain.keys()):
        old, new = shipped.toolchain.get(name), rebuilt.toolchain.get(name)
        if old != new:
            wrong.append(f"{name}: {old} then, {new} now")
    if shipped.inside != rebuilt.inside:
        wrong.append("the crates inside differ")
    if shipped.sizes != rebuilt.sizes:
        wrong.append(f"sizes: {shipped.sizes} then, {rebuilt.sizes} now")
    if shipped.sha256 != rebuilt.sha256:
        wrong.append(f"SHA-256 of the module: {shipped.sha256} then, {rebuilt.sha256} now")
    return wrong
