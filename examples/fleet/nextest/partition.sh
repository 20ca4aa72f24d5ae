#!/bin/sh
# One of several machines that run what another has built, by nextest's own means:
#
#   cargo nextest archive --test conformance --archive-file suite.tar.zst
#   partition.sh suite.tar.zst K N
#
# Each test has a process of its own, and nextest says what became of it; there is no result file. For that, see shard.sh.
set -eu

archive=$1 shard=$2 shards=$3
exec cargo nextest run --archive-file "$archive" --workspace-remap . --partition "hash:$shard/$shards" --no-fail-fast
