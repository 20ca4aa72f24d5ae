#!/usr/bin/env bash
# Runs a command while every processor is busy: see usage below.
set -euo pipefail

case ${1:-} in
"" | -h | --help)
    cat <<'END'
Usage: tools/under-load.sh COMMAND [ARGUMENT...]

Runs the command while a loop that does nothing keeps each processor busy, and ends with its exit code. What the command
says must be what it says on a quiet machine.
END
    [ $# -gt 0 ] && exit
    exit 2
    ;;
esac

loops=()
trap '[ ${#loops[@]} -eq 0 ] || kill "${loops[@]}"' EXIT
for ((i = 0; i < $(nproc); i++)); do
    while :; do :; done &
    loops+=($!)
done
"$@"
