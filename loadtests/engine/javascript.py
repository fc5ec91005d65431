"""JavaScript speed: the engine beside node without and with its compiler, in one run.

The scripts are small on purpose, one cost each: interpreter dispatch, calls, objects, the garbage
collector, regular expressions, library code.
"""

import json
import shutil
import subprocess
from dataclasses import dataclass

from engine.host.driver import Driver

SCRIPTS = {
    "loop over a global let, 10^7": ("let s = 0; for (let i = 0; i < 1e7; i++) s = (s + i * 3) | 0; s"),
    "loop in a function, 10^7": (
        "(() => { let s = 0; for (let i = 0; i < 1e7; i++) s = (s + i * 3) | 0; return s })()"
    ),
    "fib(27)": (
        "(() => { function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } return fib(27) })()"
    ),
    "sort 10^5 objects with a comparator": (
        "(() => { let a = [], x = 12345; for (let i = 0; i < 1e5; i++) { "
        "x = (x * 1103515245 + 12345) & 0x7fffffff; a.push({ k: x, v: i }) } "
        "a.sort((p, q) => p.k - q.k); return a[5e4].k })()"
    ),
    "regular expression replace, 10^5 matches": (
        "(() => { let t = 'lorem ipsum 42 dolor '.repeat(1e4), n = 0; for (let i = 0; i < 10; i++) "
        "n += t.replace(/(\\w+) (\\d+)/g, (m, a, b) => b + a).length; return n })()"
    ),
    "JSON round trip of 10^5 objects": (
        "(() => { let a = []; for (let i = 0; i < 1e5; i++) "
        "a.push({ id: i, name: 'n' + i, tags: ['a', 'b'] }); "
        "return JSON.parse(JSON.stringify(a)).length })()"
    ),
    "10^6 class instances and calls": (
        "(() => { class P { constructor(x) { this.x = x } get() { return this.x } } "
        "let s = 0; for (let i = 0; i < 1e6; i++) s += new P(i).get(); return s })()"
    ),
    "10^5 string appends and a join": (
        "(() => { let a = []; for (let i = 0; i < 1e5; i++) a.push('x' + i); return a.join(',').length })()"
    ),
    "map, filter, reduce over 3*10^5": (
        "(() => { let a = Array.from({ length: 3e5 }, (_, i) => i); "
        "return a.map(x => x * 2).filter(x => x % 3 == 0).reduce((p, c) => p + c, 0) })()"
    ),
    "Map of 10^5 strings": (
        "(() => { let m = new Map; for (let i = 0; i < 1e5; i++) m.set('k' + i, i); "
        "let s = 0; for (let [k, v] of m) s += v; return s })()"
    ),
    "Float64Array of 10^6, sin and sum": (
        "(() => { let f = new Float64Array(1e6); for (let i = 0; i < 1e6; i++) f[i] = Math.sin(i); "
        "let s = 0; for (let i = 0; i < 1e6; i++) s += f[i]; return Math.round(s * 1e6) })()"
    ),
    "10^6 closures": (
        "(() => { let f = n => () => n, s = 0; for (let i = 0; i < 1e6; i++) s += f(i)(); return s })()"
    ),
}


@dataclass(slots=True)
class Row:
    """One script: seconds in each engine, the best of `rounds`."""

    name: str
    engine_s: float
    jitless_s: float
    node_s: float


def measure(driver: Driver, rounds: int = 3) -> list[Row]:
    """Run every script in the engine and in node, alternating, and check that they agree.

    Raises RuntimeError if node is missing or an answer differs.
    """
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("node is needed for the comparison: install nodejs")
    rows = []
    for name, script in SCRIPTS.items():
        timed = (
            "(() => { const t = performance.now(); "
            f"const r = (0, eval)({json.dumps(script)}); return [r, performance.now() - t] }})()"
        )
        row = Row(name, float("inf"), float("inf"), float("inf"))
        for _ in range(rounds):
            driver.open_html("<!doctype html>")
            value, milliseconds = driver.evaluate(timed, timeout_s=120)
            row.engine_s = min(row.engine_s, milliseconds / 1e3)
            for flags, field in ((["--jitless"], "jitless_s"), ([], "node_s")):
                expected, took = _node(node, flags, timed)
                if expected != value:
                    raise RuntimeError(f"{name}: the engine says {value}, node {expected}")
                setattr(row, field, min(getattr(row, field), took / 1e3))
        rows.append(row)
    return rows


def _node(node: str, flags: list[str], script: str) -> tuple[object, float]:
    command = [node, *flags, "-e", f"console.log(JSON.stringify({script}))"]
    value, milliseconds = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
    )
    return value, milliseconds


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [
        "| script | engine | node --jitless | node | engine / jitless |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {row.name} | {row.engine_s:.3f} | {row.jitless_s:.3f} | {row.node_s:.3f} "
        f"| {row.engine_s / row.jitless_s:.1f} |"
        for row in rows
    ]
    return "\n".join(lines)
