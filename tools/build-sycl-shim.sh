#!/usr/bin/env bash
# Builds what the suite calls a SYCL runtime through: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/build-sycl-shim.sh [OPTION...]

Builds the shim of sycl/runtime/shim, a C ABI over SYCL's inter-process communication, with the headers of a SYCL, and prints
where it is: the value of --sycl-shim of ur-ipc-sycl-cts.

  --sycl DIR    where the SYCL is, DIR/include and DIR/lib: that of tools/fetch-sycl.sh (default: target/sycl), a build or an
                installation of DPC++, as /opt/intel/oneapi/compiler/latest
  --std 17|20   the C++: 17 has no views of handles (default: 20)
  --out FILE    the library (default: target/sycl-shim/libur_ipc_sycl-STD.so)

Needs a C++ compiler, any. Environment: CXX  the compiler (default: c++)
END
}

fail() {
    printf 'build-sycl-shim: %s\n' "$@" >&2
    exit 2
}

root=$(cd "$(dirname "$0")/.." && pwd)
sycl=$root/target/sycl std=20 out=''
while [ $# -gt 0 ]; do
    case $1 in
    --sycl | --std | --out)
        [ -n "${2:-}" ] || fail "$1 takes a value"
        case $1 in
        --sycl) sycl=$2 ;;
        --std) std=$2 ;;
        --out) out=$2 ;;
        esac
        shift 2
        ;;
    -h | --help)
        usage
        exit
        ;;
    *)
        usage >&2
        exit 2
        ;;
    esac
done
case $std in
17 | 20) ;;
*) fail "--std takes one of: 17 20" ;;
esac
compiler=${CXX:-c++}
command -v "${compiler%% *}" >/dev/null || fail "there is no C++ compiler $compiler: install one (apt-get install g++)"
[ -d "$sycl/include/sycl" ] || fail "there is no SYCL in $sycl: run tools/fetch-sycl.sh, or name another with --sycl"
sycl=$(cd "$sycl" && pwd)
[ -f "$sycl/include/sycl/ext/oneapi/experimental/ipc_event.hpp" ] ||
    fail "the SYCL in $sycl is older than the sharing of events: it lacks sycl/ext/oneapi/experimental/ipc_event.hpp"
library=$(find "$sycl/lib" -maxdepth 1 -name 'libsycl.so*' ! -name '*.py' 2>/dev/null | sort | head -n 1)
[ -n "$library" ] || fail "there is no libsycl.so in $sycl/lib"

out=${out:-$root/target/sycl-shim/libur_ipc_sycl-$std.so}
mkdir -p "$(dirname "$out")"
# One unit, as the headers take longer than all the rest. CXX may have options.
# shellcheck disable=SC2086
printf '#include "%s"\n' "$root"/sycl/runtime/shim/*.cpp |
    $compiler -x c++ -std="c++$std" -O1 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror \
        -isystem "$sycl/include" -I "$root/sycl/runtime/shim" -o "$out.$$" - -x none "$library" "-Wl,-rpath,$sycl/lib" ||
    fail "the shim cannot be built with $compiler and the SYCL in $sycl"
# Another run may be doing the same.
mv -f "$out.$$" "$out"
echo "$out"
