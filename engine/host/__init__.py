"""Runs the engine module: loads it, calls it, stops it, saves and restores it.

Knows nothing of sessions, databases or MCP. Imports only wasmtime, msgspec and the standard library;
`__main__` alone may import `engine.builder`.
"""
