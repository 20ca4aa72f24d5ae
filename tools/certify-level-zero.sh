#!/usr/bin/env bash
# Certifies Level Zero drivers by the reference backend: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/certify-level-zero.sh [OPTION...] [ARGUMENT...]

Runs the suite on the Level Zero backend, through Level Zero's own loader. Fetches what is missing (tools/fetch-ur.sh and
tools/fetch-neo.sh say what, and under which licences) and builds the rest. ARGUMENTs go to 'ur-ipc-cts run'.

  --driver soft|neo|system  the software driver; Intel's driver, on a software kernel driver in place of a GPU; or those
                            that the system has, for real GPUs (default: neo, or soft by --loader soft)
  --loader real|soft        Level Zero's own loader, or the software driver alone in its place (default: real)
  --program FILE            run this with the ARGUMENTs in place of the suite, in the same surroundings
  --debug                   build without optimisation

Exit codes are those of ur-ipc-cts: 0 conforms, 1 a test failed, 2 usage or environment.

Environment
  UR_DIR, NEO_DIR    where tools/fetch-ur.sh and tools/fetch-neo.sh put their files (default: as these say)
  LEVEL_ZERO_SOFT_*  settings of the software driver; see level-zero/soft/README.md
  SOFTWARE_XE_*      settings of the software kernel driver; see level-zero/software-xe/README.md
END
}

# shellcheck source=tools/certify-parts.sh
source "$(dirname "$0")/certify-parts.sh"

while [ $# -gt 0 ]; do
    taken=1
    take_common "$@"
    shift "$taken"
done
if [ -z "$driver" ]; then
    driver=neo
    [ "$loader" = real ] || driver=soft
fi

export UR_DIR="${UR_DIR:-$root/target/ur}"
"$root/tools/fetch-ur.sh" "$UR_DIR" || exit 2
UR_DIR=$(cd "$UR_DIR" && pwd)

if [ -n "$program" ]; then
    command=("$program")
else
    suite=$(build ur-ipc-cts) || exit 2
    command=("$suite" run --backend level-zero)
fi

choose_nothing
choose_driver
echo "on the Level Zero backend, with the $loader loader and $(driver_words)"
exec "$root/tools/with-ur.sh" "${command[@]}" "${arguments[@]}"
