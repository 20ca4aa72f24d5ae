#!/usr/bin/env bash
# Fuzzes everything that this suite reads: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/fuzz.sh [SECONDS [TARGET...]]

Builds the fuzz targets of proof/fuzz/ and runs each of them for SECONDS (default: 10), from its seeds there and what
earlier runs found. TARGETs are names of files in proof/fuzz/fuzz_targets/; all of them if none is named.

Needs a C++ compiler, and cargo-fuzz, which is built into target/tools where it is not installed. A nightly toolchain is
not needed: the stable one is told to take the compiler's unstable options.

Exit codes: 0 nothing was found, 1 a target failed (the reproducer's place is printed), 2 usage or environment.

Environment
  FUZZ_DIR   where builds, corpora and reproducers go (default: target/fuzz)
END
}

fail() {
    printf 'fuzz: %s\n' "$@" >&2
    exit 2
}

case ${1:-} in
-h | --help)
    usage
    exit
    ;;
esac
seconds=${1:-10}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "invalid SECONDS '$seconds' (expected a whole number above 0); see --help"
[ $# -eq 0 ] || shift

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
directory=${FUZZ_DIR:-$root/target/fuzz}
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for file in proof/fuzz/fuzz_targets/*.rs; do
        targets+=("$(basename "$file" .rs)")
    done
fi
for target in "${targets[@]}"; do
    [ -f "proof/fuzz/fuzz_targets/$target.rs" ] || fail "there is no target '$target' in proof/fuzz/fuzz_targets"
done

command -v c++ >/dev/null || command -v g++ >/dev/null || fail "a C++ compiler is missing (package g++)"
export PATH="$root/target/tools/bin:$PATH"
if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "building cargo-fuzz into target/tools"
    cargo install --quiet --locked cargo-fuzz --version 0.13.2 --root target/tools || fail "cargo-fuzz cannot be built"
fi

# Sanitizers are unstable options of the compiler, which a stable one takes only so.
rustc --version | grep -q nightly || export RUSTC_BOOTSTRAP=1
echo "building ${#targets[@]} of the fuzz targets"
only=()
[ ${#targets[@]} -ne 1 ] || only=("${targets[0]}")
cargo fuzz build --fuzz-dir proof/fuzz --target-dir "$directory/build" "${only[@]}" || fail "the build failed"
host=$(rustc -vV | sed -n 's/^host: //p')

failed=0
for target in "${targets[@]}"; do
    corpus=$directory/corpus/$target
    found=$directory/artifacts/$target
    log=$directory/$target.log
    mkdir -p "$corpus" "$found"
    status=0
    # An input may not take long, nor make anything allocate much.
    "$directory/build/$host/release/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
        -malloc_limit_mb=64 -print_final_stats=1 -artifact_prefix="$found/" \
        "$corpus" "proof/fuzz/seeds/$target" >"$log" 2>&1 || status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -oE 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -n 1 || true)
    if [ "$status" -eq 0 ]; then
        printf '%-14s ok: %s runs in %s s, %s\n' "$target" "$runs" "$seconds" "$coverage"
    else
        failed=1
        printf '%-14s FAILED (exit %s)\n' "$target" "$status"
        grep -m 1 -A 3 -E 'panicked at|^==[0-9]+==ERROR|^==[0-9]+== ERROR' "$log" || tail -n 5 "$log"
        grep -E 'Test unit written to' "$log" || true
        echo "all it said: $log"
    fi
done
exit "$failed"
