#!/usr/bin/env bash
# Mutates the source, with the suite as the judge: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/mutate-source.sh [GROUP] [ARGUMENT...]

Breaks the source in one place after the other with cargo-mutants, builds that and tests it. What no test notices is
printed as MISSED. ARGUMENTs go to 'cargo mutants', for example --re REGEX or --shard 1/8.

  host      the host backend's inter-process paths (default)
  model     the rest of the host backend: addresses, queues, queries
  harness   the harness's decisions: outcomes, skiplists, filters, plans, reports
  ipc       the crate ur-ipc: SYCL's inter-process communication in safe Rust
  sample    every 24th mutant of host, in minutes rather than hours; what CI runs

The unit tests judge first; then, over what they leave, the suite on the host backend; last the suite on all of its
profiles. What the harness' unit tests leave goes to the trials of its faults, first without the many that put each fault
at each place, and last to the suite. What the unit tests of ur-ipc leave goes to its tests over the host backend. In the
sample the unit tests and the suite judge at once. .cargo/mutants.toml lists, with reasons, the mutants that are left out.

All of it happens in target/source-mutants, on a copy of the tree. There, functions of the host backend lose their
'unsafe' and its 'CallResult' is spelled 'Result': cargo-mutants does not touch the one and does not know the other.

Needs cargo-mutants: cargo install --locked cargo-mutants --version 27.1.0 --root target/tools
Exit codes are those of the last 'cargo mutants': 0 if every mutant was caught, 2 if one was missed.
END
}

cd "$(dirname "$0")/.."
case ${1:-host} in
-h | --help) usage && exit ;;
host | model | harness | ipc | sample) group=${1:-host} ;;
*) usage >&2 && exit 64 ;;
esac
shift || true

PATH=$PWD/target/tools/bin:$PATH
work=$PWD/target/source-mutants
tree=$work/tree
out=$work/$group
export CARGO_TARGET_DIR=$work/build
# A mutant that hangs costs each test that it hangs this many seconds.
export UR_IPC_CTS_TIMEOUT=10

rm -rf "${tree:?}" "${out:?}"
mkdir -p "$tree" "$out"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    if [ -e "$file" ]; then printf '%s\0' "$file"; fi
done | tar --create --null --files-from=- | tar --extract --directory="$tree"
find "$tree/backends/host/src" -name '*.rs' ! -name entry_points.rs -exec \
    sed --in-place --regexp-extended 's/\bunsafe fn\b/fn/; s/\bCallResult\b/Result/g' {} +
sed --in-place --regexp-extended \
    's/^pub type Result<.*/pub type Result<T = (), E = UrResult> = std::result::Result<T, E>;/' \
    "$tree/backends/host/src/error.rs"

host=backends/host/src
ipc=(exports handle_data shared_object/mod registry context error 'usm/*' 'physical/*' 'event/*')
decisions=('core/src/audit' 'core/src/discover/*' 'core/src/execute/execution' 'core/src/execute/worker_runner'
    'core/src/filter/mod' 'core/src/judge' 'core/src/plan/*' 'core/src/children/probe' 'core/src/children/worker'
    'core/src/skiplist/*' 'cli/src/libtest/settings' 'report/src/coverage' 'report/src/options' 'report/src/outcome'
    'report/src/requirements' 'report/src/summary')
files=()
case $group in
host | sample)
    packages=(ur-ipc-host)
    for name in "${ipc[@]}"; do files+=(--file "$host/$name.rs"); done
    ;;
model)
    packages=(ur-ipc-host)
    for name in "${ipc[@]}" 'fuzzing/*'; do files+=(--exclude "$host/$name.rs"); done
    ;;
ipc)
    packages=(ur-ipc)
    files=(--file 'sycl/ipc/src/**/*.rs')
    ;;
harness)
    packages=(ur-ipc-cli ur-ipc-harness ur-ipc-report)
    for name in "${decisions[@]}"; do files+=(--file "harness/$name.rs"); done
    ;;
esac

# Runs 'cargo mutants' with these arguments of cargo's, and after '--' those of the test programs, over what earlier
# calls have left.
judge() {
    local arguments=() status=0 kind
    while [ $# -gt 0 ] && [ "$1" != -- ]; do arguments+=("--cargo-arg=$1") && shift; done
    cargo mutants --dir "$tree" --in-place --output "$out" "${packages[@]/#/--package=}" "${files[@]}" --iterate \
        --build-timeout 600 --timeout "$patience" --no-times "${arguments[@]}" "${extra[@]}" ${1:+-- "$@"} || status=$?
    case $status in
    0 | 2 | 3) ;;
    *) exit "$status" ;;
    esac
    for kind in caught timeout unviable; do cat "$out/mutants.out/$kind.txt" >>"$out/$kind.txt"; done
    cp "$out/mutants.out/missed.txt" "$out/missed.txt"
    # What hung is not tried again.
    cat "$out/mutants.out/timeout.txt" >>"$out/mutants.out/caught.txt"
    [ ! -s "$out/missed.txt" ] || return 2
}

# A line a file: how many mutants were caught, hung, missed, and did not compile.
summary() {
    local kind
    cd "$out"
    for kind in caught timeout missed unviable; do sort -u "$kind.txt" | sed "s/:.*/ $kind/"; done | awk '
        { count[$1, $2]++; file[$1] }
        END {
            for (name in file)
                printf "%-45s %4d caught %3d timed out %3d missed %3d unviable\n", name, count[name, "caught"],
                    count[name, "timeout"], count[name, "missed"], count[name, "unviable"] | "sort"
        }'
}

# Seconds that the tests of a mutant may take.
patience=60
extra=("$@")
suite=(-p ur-ipc-cts --test conformance)
status=0
case $group in
host | model)
    judge --lib --test model || judge --lib "${suite[@]}" || judge -p ur-ipc-cts --test it -- profiles:: || status=$?
    ;;
ipc)
    judge --lib || judge --tests || status=$?
    ;;
harness)
    judge --lib || patience=120 judge -p ur-ipc-cts --test faults -- --skip matrix:: --skip exact:: ||
        patience=180 judge "${suite[@]}" --test faults || judge -p ur-ipc-cts --test it -- audit:: command:: || status=$?
    ;;
sample)
    extra=(--shard 7/24 --sharding round-robin "$@")
    judge --lib --test model "${suite[@]}" || status=$?
    ;;
esac
summary
exit "$status"
