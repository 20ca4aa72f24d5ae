#!/usr/bin/env bash
# Certifies the host backend under each of its profiles: what a profile lacks must be skipped, the rest must pass.
# Takes the options of `ur-ipc-cts run` after the profiles' own.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked --quiet
program=target/release/ur-ipc-cts
for profile in $("$program" list --profiles host); do
    echo "-- host@$profile"
    # A backend without devices has nothing to certify: that is exit code 2, by design.
    want=0
    [ "$profile" = no-devices ] && want=2
    got=0
    "$program" run --quiet --backend "host@$profile" "$@" || got=$?
    if [ "$got" -ne "$want" ]; then
        echo "host@$profile: expected exit code $want, got $got" >&2
        exit 1
    fi
done
