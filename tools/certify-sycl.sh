#!/usr/bin/env bash
# Certifies DPC++'s SYCL runtime where there is no Intel GPU: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/certify-sycl.sh [OPTION...] [ARGUMENT...]

Runs the suite for SYCL's inter-process communication on DPC++'s SYCL runtime, over Intel's Unified Runtime and its Level Zero
adapter, with the software driver level-zero-soft in place of a GPU. Fetches what is missing (tools/fetch-sycl.sh and
tools/fetch-ur.sh say what, and under which licences) and builds the rest. ARGUMENTs go to 'ur-ipc-sycl-cts run'. Known
deviations are taken from the built-in skiplist of the adapter.

  --adapter v2|v1        which of Unified Runtime's adapters for Level Zero (default: v2)
  --std 17|20            the C++ by which the suite calls SYCL: 17 has no views of handles (default: 20)
  --loader real|soft     Level Zero's own loader, or the software driver alone in its place (default: real)
  --driver soft|neo|system
                         the software driver; Intel's driver, on a software kernel driver in place of a GPU; or those that
                         the system has, for real GPUs (default: soft)
  --program FILE         run this with the ARGUMENTs in place of the suite, in the same surroundings
  --debug                build without optimisation

Exit codes are those of ur-ipc-sycl-cts: 0 conforms, 1 a test failed, 2 usage or environment.

Environment
  UR_DIR, SYCL_DIR   where tools/fetch-ur.sh and tools/fetch-sycl.sh put their files (default: as these say)
  LEVEL_ZERO_SOFT_*  settings of the software driver; see level-zero/soft/README.md. Where no delay of commands is set, they
                     take 5 ms, so that what does not wait for them is seen
  NEO_DIR            where tools/fetch-neo.sh puts Intel's driver (default: as it says)
  SOFTWARE_XE_*      settings of the software kernel driver; see level-zero/software-xe/README.md
END
}

# shellcheck source=tools/certify-parts.sh
source "$(dirname "$0")/certify-parts.sh"

adapter=v2 std=20
while [ $# -gt 0 ]; do
    taken=2
    case $1 in
    --adapter)
        one_of "$1" "${2:-}" v2 v1
        adapter=$2
        ;;
    --std)
        one_of "$1" "${2:-}" 17 20
        std=$2
        ;;
    *) take_common "$@" ;;
    esac
    shift "$taken"
done
driver=${driver:-soft}

export UR_DIR="${UR_DIR:-$root/target/ur}"
SYCL_DIR=${SYCL_DIR:-$root/target/sycl}
"$root/tools/fetch-ur.sh" "$UR_DIR" || exit 2
"$root/tools/fetch-sycl.sh" "$SYCL_DIR" || exit 2
UR_DIR=$(cd "$UR_DIR" && pwd)
UR_IPC_CTS_SYCL_SHIM=$("$root/tools/build-sycl-shim.sh" --sycl "$SYCL_DIR" --std "$std") || exit 2
export UR_IPC_CTS_SYCL_SHIM

if [ -n "$program" ]; then
    command=("$program")
else
    suite=$(build ur-ipc-sycl-cts) || exit 2
    command=("$suite" run --backend sycl)
fi

choose_nothing
choose_level_zero "$adapter"
export ONEAPI_DEVICE_SELECTOR='level_zero:*'
choose_driver
if [ "$driver" = soft ]; then
    export LEVEL_ZERO_SOFT_COMMAND_DELAY=${LEVEL_ZERO_SOFT_COMMAND_DELAY:-5}
fi

echo "on DPC++'s SYCL runtime, by C++$std, over the Level Zero adapter $adapter, with the $loader loader and $(driver_words)"
exec "$root/tools/with-ur.sh" "${command[@]}" "${arguments[@]}"
