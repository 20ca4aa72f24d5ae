#!/usr/bin/env bash
# Certifies adapters of Unified Runtime, those for Level Zero where there is no Intel GPU: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/certify-ur.sh [OPTION...] [ARGUMENT...]

Runs the suite on Intel's Unified Runtime and its Level Zero adapter, with the software driver level-zero-soft in place
of a GPU, or on Unified Runtime's CUDA adapter, with NVIDIA's driver and GPU. Fetches what is missing (tools/fetch-ur.sh
says what, and under which licences) and builds the rest. ARGUMENTs go to 'ur-ipc-cts run'. Known deviations are taken
from the built-in skiplist of the adapter.

  --adapter v2|v1|cuda   which adapter: one of the two for Level Zero, or that for CUDA (default: v2)
  --adapter host|level-zero[@PROFILE]
                         a backend of this project as an adapter below Intel's loader: what fails there and not without
                         that loader is not the adapter's
  --source DIR|pinned    certify what tools/build-ur.sh builds of this tree of Unified Runtime, or of intel/llvm, instead
                         of Intel's binaries: v2 and cuda. 'pinned' is the commit that is known to build, which is
                         cloned. There are no binaries of cuda: without a tree it is that commit
  --loader real|soft     Level Zero's own loader, or the software driver alone in its place (default: real)
  --driver soft|neo|system
                         the software driver; Intel's driver, on a software kernel driver in place of a GPU; or those that
                         the system has, for real GPUs (default: soft)
  --no-layer             without UR's parameter validation layer; null arguments then reach the adapter
  --program FILE         run this with the ARGUMENTs in place of the suite, in the same surroundings
  --debug                build without optimisation

Exit codes are those of ur-ipc-cts: 0 conforms, 1 a test failed, 2 usage or environment.

Environment
  UR_DIR             where tools/fetch-ur.sh or tools/build-ur.sh puts its files (default: as these say)
  UR_REPOSITORY      where tools/build-ur.sh clones from
  LEVEL_ZERO_SOFT_*  settings of the software driver; see level-zero/soft/README.md
  NEO_DIR            where tools/fetch-neo.sh puts Intel's driver (default: as it says)
  SOFTWARE_XE_*      settings of the software kernel driver; see level-zero/software-xe/README.md
END
}

# shellcheck source=tools/certify-parts.sh
source "$(dirname "$0")/certify-parts.sh"

adapter=v2 source='' backend=ur
while [ $# -gt 0 ]; do
    taken=2
    case $1 in
    --adapter)
        case ${2:-} in
        host@* | level-zero@*) ;;
        *) one_of "$1" "${2:-}" v2 v1 cuda host level-zero ;;
        esac
        adapter=$2
        ;;
    --source)
        [ -n "${2:-}" ] || fail "--source takes a directory, or 'pinned'"
        source=$2
        ;;
    --no-layer) backend=ur@no-layers taken=1 ;;
    *) take_common "$@" ;;
    esac
    shift "$taken"
done

built='' own=''
case $adapter in
v2) [ -z "$source" ] || built=level_zero_v2 ;;
v1) [ -z "$source" ] || fail "--source is for v2 and cuda" ;;
cuda)
    [ "$loader" = real ] || fail "--loader is for the Level Zero adapters"
    [ "${driver:-system}" = system ] || fail "--driver $driver is for the Level Zero adapters"
    built=cuda driver=system
    ;;
*)
    [ -z "$source" ] || fail "--source is for v2 and cuda"
    own=$adapter
    ;;
esac
driver=${driver:-soft}
export UR_DIR="${UR_DIR:-$root/target/ur${built:+-$built}}"
[ "$source" != pinned ] || source=''
if [ -n "$built" ]; then
    "$root/tools/build-ur.sh" --adapter "$built" ${source:+--source "$source"} --out "$UR_DIR" || exit 2
else
    "$root/tools/fetch-ur.sh" "$UR_DIR" || exit 2
fi
UR_DIR=$(cd "$UR_DIR" && pwd)

if [ -n "$program" ]; then
    command=("$program")
else
    suite=$(build ur-ipc-cts) || exit 2
    command=("$suite" run --backend "$backend")
fi

choose_nothing
[ -z "$built" ] || export UR_ADAPTERS_FORCE_LOAD=$UR_DIR/lib/libur_adapter_$built.so.0
if [ -n "$own" ]; then
    UR_ADAPTERS_FORCE_LOAD=$(build libur_ipc_abi.so) || exit 2
    export UR_ADAPTERS_FORCE_LOAD UR_IPC_ABI_BACKEND=$own
fi
choose_level_zero "$adapter"
choose_driver

case $adapter in
cuda) echo "on Unified Runtime's CUDA adapter, with the system's driver" ;;
v*) echo "on Intel's Level Zero adapter $adapter, with the $loader loader and $(driver_words)" ;;
*) echo "on this project's backend $adapter, as an adapter" ;;
esac
exec "$root/tools/with-ur.sh" "${command[@]}" "${arguments[@]}"
