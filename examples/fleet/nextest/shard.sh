#!/bin/sh
# One of several machines that run what another has built, with results that can be put together:
#
#   cargo nextest archive --test conformance --archive-file suite.tar.zst
#   shard.sh suite.tar.zst K N shard-K.json
#   ur-ipc-cts report merge shard-*.json --json whole.json
#
# The archive only carries the program here.
set -eu

archive=$1 shard=$2 shards=$3 results=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo nextest list --archive-file "$archive" --workspace-remap . --extract-to "$folder" --list-type binaries-only >/dev/null
program=$(find "$folder" -path '*/deps/conformance-*' -type f -perm -u+x)
UR_IPC_CTS_SHARD="$shard/$shards" UR_IPC_CTS_JSON="$results" "$program"
