#!/usr/bin/env bash
# Makes the bindings of level-zero-sys from the official headers: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/level-zero-bindings.sh [--check]

Writes level-zero/sys/src/bindings.rs, of the headers that tools/fetch-ur.sh fetches and of what
level-zero/sys/generate/src/selection.rs names. With --check it writes nothing there, and fails if the file is another.

Needs libclang (Debian and Ubuntu: libclang1) and a C compiler (CC names another than cc), whose stddef.h is used.

Environment: LEVEL_ZERO_INCLUDE_DIR  the directory above level_zero/ze_api.h (default: target/ur/include)
END
}

check=
case ${1:-} in
-h | --help)
    usage
    exit
    ;;
--check) check=1 ;;
?*)
    usage >&2
    exit 2
    ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
include=${LEVEL_ZERO_INCLUDE_DIR:-$root/target/ur/include}
[ -f "$include/level_zero/ze_api.h" ] || {
    echo "There is no level_zero/ze_api.h in $include: tools/fetch-ur.sh fetches it." >&2
    exit 2
}
bindings=$root/level-zero/sys/src/bindings.rs
made=$bindings
[ -z "$check" ] || made=$root/target/level-zero-bindings.rs
mkdir -p "$root/target"
cargo run --quiet --locked --manifest-path "$root/level-zero/sys/generate/Cargo.toml" \
    --target-dir "$root/target/level-zero-bindings" -- "$include" "$made" "-I$("${CC:-cc}" -print-file-name=include)"
if [ -n "$check" ] && ! diff -u "$bindings" "$made"; then
    echo "level-zero/sys/src/bindings.rs is not what the headers give: tools/level-zero-bindings.sh makes it anew." >&2
    exit 1
fi
