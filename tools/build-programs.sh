#!/usr/bin/env bash
# Builds the programs and libraries that tools/certify-*.sh run: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/build-programs.sh [--debug] [FILE...]

Builds the suite's programs with the backends of drivers, and what stands in for drivers, and prints where each FILE of these is:

  ur-ipc-cts, ur-ipc-sycl-cts  the programs, with the backends level-zero, sycl and ur
  libur_ipc_abi.so             the backends as an adapter of Unified Runtime
  liblevel_zero_soft.so        the software driver of Level Zero
  libsoftware_xe.so            the software kernel driver

  --debug  without optimisation

Exit codes: 0 built, 2 usage or environment.
END
}

fail() {
    printf 'build-programs: %s\n' "$@" >&2
    exit 2
}

profile=(--release)
while [ $# -gt 0 ]; do
    case $1 in
    --debug) profile=() ;;
    -h | --help)
        usage
        exit
        ;;
    -*)
        usage >&2
        exit 2
        ;;
    *) break ;;
    esac
    shift
done

root=$(cd "$(dirname "$0")/.." && pwd)
# All by one command: with which features a crate is built depends on what is built along, so that each of several commands would
# build anew what another one has built.
messages=$(cargo build --manifest-path "$root/Cargo.toml" --message-format=json-render-diagnostics "${profile[@]}" \
    -p ur-ipc-cts -p ur-ipc-abi -p level-zero-soft -p software-xe \
    --features ur-ipc-cts/level-zero,ur-ipc-cts/sycl,ur-ipc-cts/ur) || fail "the build failed"
for file in "$@"; do
    grep -oE "\"[^\"]*/${file//./\\.}\"" <<<"$messages" | tail -n 1 | tr -d '"' | grep . || fail "$file: this is not built here"
done
