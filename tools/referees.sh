#!/usr/bin/env bash
# Runs tests that others have written of the xe kernel driver and of Level Zero on software-xe: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/referees.sh [--library FILE] [--list] [TEST...]

Runs tests of the xe kernel driver that others have written on software-xe, and compares what comes of each subtest with
level-zero/software-xe/referees/igt.txt: passes, is skipped by the test itself, or fails, with the reason. The tests are those of
IGT GPU Tools, as Debian has them; tools/fetch-igt.sh fetches them into target/igt. TESTs, like xe_vm, are run alone.

  --library FILE  the software kernel driver; without it, this repository's is built
  --list          says how many subtests have which outcome for which reason, and runs nothing

What comes of a subtest that is not as expected is in target/igt/output/TEST.txt.

Exit codes: 0 all as expected, 1 something differs, 2 usage or environment.

Environment: DEBIAN_MIRROR  as for tools/fetch-igt.sh
END
}

root=$(cd "$(dirname "$0")/.." && pwd)
me=$(basename "$0" .sh)
readonly EXPECTED=$root/level-zero/software-xe/referees/igt.txt
# Seconds that the rest of a test may take, after which the subtest that runs counts as failed.
readonly LIMIT=120

fail() {
    printf "$me: %s\n" "$@" >&2
    exit 2
}

# Subtests, their outcomes and reasons, without comments.
expectations() { grep -vE '^(#|$)' "$EXPECTED"; }

list() {
    expectations | awk '{
        outcome = $2; $1 = $2 = ""; sub(/^ +/, "")
        count[outcome "\t" $0]++
    } END { for (it in count) print count[it] "\t" it }' | sort -t $'\t' -k 2,2 -k 1,1nr
}

# Runs subtests of a test, one after another, and prints each with its outcome. The test goes on after one that fails, unless it
# crashes or hangs: then it is started again with those that are left.
run_test() {
    local test=$1 started finished output=$out/$1.txt part=$out/$1.part
    shift
    local left=("$@")
    : >"$output"
    while [ ${#left[@]} -gt 0 ]; do
        # What the shell says of one that crashes goes there as well.
        {
            timeout --kill-after=5 "$LIMIT" "$root/tools/with-ur.sh" "$igt/tests/$test" \
                --run-subtest "$(IFS=,; echo "${left[*]}")" </dev/null || true
        } >"$part" 2>&1
        cat "$part" >>"$output"
        # A program may be killed in the middle of a line.
        finished=$(sed -nE 's/.*Subtest ([^ :]+): (SUCCESS|SKIP|FAIL|CRASH|TIMEOUT).*/\1 \2/p' "$part" | awk '!seen[$1]++')
        started=$(sed -nE 's/.*Starting subtest: ([^ ]+).*/\1/p' "$part" | tail -n 1)
        awk -v test="$test" '{
            outcome = $2 == "SUCCESS" ? "pass" : $2 == "SKIP" ? "skip" : "fail"; print test "@" $1, outcome
        }' <<<"$finished" | grep -v '@ ' || true
        local rest=() subtest progress=0
        for subtest in "${left[@]}"; do
            if grep -q "^$subtest " <<<"$finished"; then
                progress=1
            elif [ "$subtest" = "$started" ]; then
                echo "$test@$subtest fail"
                progress=1
            else
                rest+=("$subtest")
            fi
        done
        if [ $progress = 0 ]; then
            # It does not get to any subtest: what is before them fails.
            printf "$test@%s fail\n" "${left[@]}"
            break
        fi
        left=("${rest[@]}")
    done
    rm -f "$part"
}

library='' tests=()
while [ $# -gt 0 ]; do
    case $1 in
    --library)
        [ -f "${2:-}" ] || fail "--library takes a file"
        library=$(realpath "$2")
        shift
        ;;
    --list)
        list
        exit
        ;;
    -h | --help)
        usage
        exit
        ;;
    -*)
        usage >&2
        exit 2
        ;;
    *) tests+=("$1") ;;
    esac
    shift
done

"$root/tools/fetch-igt.sh" || exit 2
igt=$root/target/igt
out=$igt/output
mkdir -p "$out"
if [ -z "$library" ]; then
    cargo build --release --manifest-path "$root/Cargo.toml" -p software-xe || fail "software-xe cannot be built"
    library=${CARGO_TARGET_DIR:-$root/target}/release/libsoftware_xe.so
fi
[ ${#tests[@]} -gt 0 ] || mapfile -t tests < <(expectations | sed 's/@.*//' | awk '!seen[$1]++')

# The tests are among libraries of their own, and tell a machine of their own.
export UR_DIR=$igt LEVEL_ZERO_LOADER_DIR=$igt/lib WITH_UR_PRELOAD=$library
SOFTWARE_XE_MACHINE=referees-$$
export SOFTWARE_XE_MACHINE
trap 'rm -f "/dev/shm/software-xe-$(id -u)-$SOFTWARE_XE_MACHINE"' EXIT
unset SOFTWARE_XE_DEVICES SOFTWARE_XE_FAULTS SOFTWARE_XE_LOG SOFTWARE_XE_COUNTS SOFTWARE_XE_LATE_WRITES SOFTWARE_XE_VRAM

: >"$out/found.txt"
: >"$out/expected.txt"
for test in "${tests[@]}"; do
    expectations | awk -v test="$test" 'index($1, test "@") == 1 && $2 != "left-out" { print $1, $2 }' >"$out/$test.expected"
    mapfile -t subtests < <(sed -E 's/^[^@]*@([^ ]*) .*/\1/' "$out/$test.expected")
    if [ ${#subtests[@]} -gt 0 ]; then
        run_test "$test" "${subtests[@]}" >>"$out/found.txt"
        cat "$out/$test.expected" >>"$out/expected.txt"
    elif [ -z "$(expectations | awk -v test="$test" 'index($1, test "@") == 1')" ]; then
        fail "nothing is expected of $test"
    fi
    rm -f "$out/$test.expected"
done

sort -o "$out/found.txt" "$out/found.txt"
sort -o "$out/expected.txt" "$out/expected.txt"
if differences=$(diff "$out/expected.txt" "$out/found.txt"); then
    awk '{ count[$2]++ } END { for (it in count) printf "%d %s, ", count[it], it; print "all as expected" }' "$out/found.txt"
    exit
fi
echo "$me: what differs from ${EXPECTED#"$root"/} (< expected, > found):" >&2
grep '^[<>]' <<<"$differences"
exit 1
