"""Progress of a build, as cargo tells it."""

from pathlib import Path

from engine.builder.cargo import Progress


def test_every_finished_unit_counts_once() -> None:
    progress = Progress(units=4, name="engine")
    progress.message({"reason": "compiler-artifact", "filenames": ["/t/libcoop.rlib"]})
    progress.message({"reason": "compiler-message", "message": {}})
    progress.message({"reason": "build-script-executed"})
    progress.message({"reason": "compiler-artifact", "filenames": ["/t/engine.wasm"]})
    progress.current = "servo-script"
    assert progress.files == [Path("/t/libcoop.rlib"), Path("/t/engine.wasm")]
    assert progress.line().startswith("engine: 3 of 4, 0:0")
    assert progress.line().endswith("elapsed, servo-script")
