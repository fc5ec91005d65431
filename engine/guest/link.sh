#!/usr/bin/env bash
# Linker of the module. rustc exports every #[no_mangle] symbol of every crate, among them all of ICU's C
# interface, which would keep megabytes of dead code: export the module's own interface only. The stack
# pointer is exported because it belongs to a snapshot. WASM_LD names the real linker.
set -euo pipefail
args=()
while (($#)); do
  case $1 in
    --export) [[ $2 == engine_* ]] && args+=("$1" "$2"); shift 2 ;;
    --export=engine_*) args+=("$1"); shift ;;
    --export=*) shift ;;
    *) args+=("$1"); shift ;;
  esac
done
exec "${WASM_LD:-wasm-ld-19}" "${args[@]}" --export=__stack_pointer
