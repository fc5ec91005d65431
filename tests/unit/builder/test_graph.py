"""What is inside of the module, and where its sources are."""

import json

from engine.builder import graph, manifest
from engine.builder.graph import Crate


def package(name: str, source: str | None = "registry", kind: str = "lib") -> dict[str, object]:
    return {
        "id": name,
        "name": name,
        "version": "1.0.0",
        "license": "MIT",
        "license_file": None,
        "repository": f"https://example.org/{name}",
        "source": source,
        "targets": [{"kind": [kind]}],
    }


def node(name: str, **dependencies: str | None) -> dict[str, object]:
    deps = [{"pkg": other, "dep_kinds": [{"kind": kind}]} for other, kind in dependencies.items()]
    return {"id": name, "features": ["std"], "deps": deps}


METADATA = json.dumps(
    {
        "packages": [
            package("embedder", None),
            package("mozjs_sys", None),
            package("log"),
            package("derive", kind="proc-macro"),
            package("syn"),
            package("cc"),
            package("unused"),
        ],
        "resolve": {
            "nodes": [
                node("embedder", mozjs_sys=None, log=None, derive=None, cc="build"),
                node("mozjs_sys", cc="build"),
                node("log"),
                node("derive", syn=None),
                node("syn"),
                node("cc"),
                node("unused"),
            ]
        },
    }
)


def names(crates: list[Crate]) -> list[str]:
    return [crate.name for crate in crates]


def test_only_what_is_compiled_into_the_module_counts() -> None:
    """Build tools and macros run on the builder's machine and are not distributed."""
    assert names(graph.inside(graph.decode(METADATA), "embedder")) == ["embedder", "log", "mozjs_sys"]


def test_everything_inside_has_a_licence_and_a_source() -> None:
    crates = graph.inside(graph.decode(METADATA), "embedder")
    found = {item.name: item for item in manifest.contents(crates, {"mozjs_sys": "edits/mozjs_sys.toml"}, {})}
    assert found["embedder"].source == "engine/guest"
    assert found["log"].source == "pkg:cargo/log@1.0.0"
    # MPL-2.0 asks for the corresponding source: the original, and what we changed.
    assert found["mozjs_sys"].source == "pkg:cargo/mozjs_sys@1.0.0"
    assert found["mozjs_sys"].edited_by == "edits/mozjs_sys.toml"
    assert found["SpiderMonkey"].licence == "MPL-2.0"
    assert all(item.licence and item.source for item in found.values())


def test_features_of_a_crate() -> None:
    assert graph.features_of(graph.inside(graph.decode(METADATA), "embedder"), "log") == ("std",)
