"""The engine: `guest` (Rust, compiled to WebAssembly), `builder` (makes the module), `host` (runs it)."""
