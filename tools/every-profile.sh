#!/usr/bin/env bash
# Certifies the host backend under each of its profiles: what a profile lacks must be skipped, the rest must pass.
# Passes its arguments on to `ur-ipc-cts run`.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked --quiet
program=target/release/ur-ipc-cts
log=$(mktemp)
trap 'rm -f "$log"' EXIT
profiles=$("$program" devices --backend host | sed -n 's/^ *\(host@[a-z0-9-]*\):.*/\1/p')
[ -n "$profiles" ] || { echo "no profiles are listed by: $program devices" >&2; exit 1; }
for profile in $profiles; do
    # A platform without devices has nothing to certify: exit code 2, by design.
    want=0
    [ "$profile" = host@no-devices ] && want=2
    got=0
    "$program" run --backend "$profile" "$@" >"$log" 2>&1 || got=$?
    if [ "$got" -ne "$want" ]; then
        cat "$log"
        echo "$profile: expected exit code $want, got $got" >&2
        exit 1
    fi
    echo "$profile: $(grep '^test result' "$log" || tail -n 1 "$log")"
done
