#!/usr/bin/env bash
# Runs the tests under what looks for undefined behaviour: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/sanitize.sh [miri|address|thread|valgrind|all]...

  miri       the tests that make no system calls of their own, under Rust's interpreter: layouts, handles, parsers
  address    the whole suite on the host backend, AddressSanitizer and LeakSanitizer in every process
  thread     the same with ThreadSanitizer, the standard library included
  valgrind   the unit tests of what is full of 'unsafe', under memcheck
  all        all of these (default)

What the machine lacks is fetched by rustup; where that fails, the mode is left out with a note.

Exit codes: 0 nothing was found, 1 something was found, 2 usage or environment.

Environment
  SANITIZE_DIR   where builds and reports go (default: target/sanitize)
END
}

fail() {
    printf 'sanitize: %s\n' "$@" >&2
    exit 2
}

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
directory=${SANITIZE_DIR:-$root/target/sanitize}
host=$(rustc -vV | sed -n 's/^host: //p')
failed=0

left_out() {
    echo "== $1 is left out: $2"
}

found() {
    failed=1
    echo "== $1 FOUND SOMETHING: $2"
}

# Whether a toolchain has a component, or can get it.
has_component() {
    local toolchain=$1 component=$2
    rustup component list --installed --toolchain "$toolchain" 2>/dev/null | grep -q "^$component" ||
        rustup component add --toolchain "$toolchain" "$component" >/dev/null 2>&1
}

# Crates, and the part of their tests that Miri can run: no memory files, no sockets, no processes.
miri() {
    local status=0
    if ! has_component nightly miri || ! has_component nightly rust-src; then
        left_out miri "there is no nightly toolchain with it"
        return
    fi
    under_miri() {
        echo "== miri: $*"
        # Few cases of a property are enough here. The interpreter may see files and the clock.
        env PROPTEST_CASES=4 MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-permissive-provenance" \
            CARGO_TARGET_DIR="$directory/miri" rustup run nightly cargo miri test --quiet --locked "$@" || status=$?
    }
    under_miri -p ur-ipc-api --tests
    under_miri -p ur-ipc-host --lib -- handle_data fuzzing::handle free_list registry --skip every_flipped_bit
    under_miri -p ur-ipc-backend-kit --lib -- envelope ranges registry fuzzing::tests::any --skip every_flipped_bit
    under_miri -p ur-ipc-cli --lib -- fuzzing::pattern fuzzing::payload fuzzing::requirements fuzzing::skiplist \
        fuzzing::version
    under_miri -p ur-ipc-harness --lib -- skiplist::tests::mistakes shortened::tests::a_short
    [ "$status" -eq 0 ] || found miri "see above"
}

# Builds the command with a sanitizer in it; extra arguments go to cargo.
build_with() {
    local sanitizer=$1
    shift
    # Sanitizers are unstable options of the compiler, which a stable one takes only so.
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$sanitizer -Cdebuginfo=1" CARGO_TARGET_DIR="$directory/$sanitizer" \
        cargo build --quiet --release --locked --target "$host" --bin ur-ipc-cts "$@"
}

# Runs the suite under a sanitizer, whose reports go to files: what a worker prints is seen only when its test fails.
suite_with() {
    local sanitizer=$1 options=$2 reports=$directory/reports/$1 status=0 variable
    shift 2
    rm -rf "$reports"
    mkdir -p "$reports"
    case $sanitizer in
    address) variable=ASAN_OPTIONS ;;
    *) variable=TSAN_OPTIONS ;;
    esac
    echo "== $sanitizer: $options $*"
    env "$variable=$options:log_path=$reports/report" "$directory/$sanitizer/$host/release/ur-ipc-cts" run "$@" \
        >"$reports.log" 2>&1 || status=$?
    tail -n 1 "$reports.log"
    if [ -n "$(ls -A "$reports")" ]; then
        found "$sanitizer" "reports in $reports"
        grep -h -m 1 -E 'ERROR: |WARNING: ' "$reports"/* || true
    elif [ "$status" -ne 0 ]; then
        found "$sanitizer" "the suite failed; all it said: $reports.log"
    fi
}

address() {
    build_with address || fail "the build with AddressSanitizer failed"
    # Freed memory is kept for a while, to see who uses it; tests that look for growing memory would take it for a leak.
    suite_with address "detect_leaks=1" --skiplist tools/sanitize/memory-grows.yaml
}

thread() {
    has_component "$(rustup show active-toolchain | cut -d ' ' -f 1)" rust-src || {
        left_out thread "the standard library's source, which must be built with it, is not to be had"
        return
    }
    build_with thread -Zbuild-std || fail "the build with ThreadSanitizer failed"
    # Large copies are slow under it.
    suite_with thread "suppressions=$root/tools/sanitize/thread.supp" --timeout 200 \
        --skiplist tools/sanitize/memory-grows.yaml
}

valgrind() {
    type -P valgrind >/dev/null || {
        left_out valgrind "it is not installed"
        return
    }
    local crate file status=0 builds memcheck
    memcheck=$(type -P valgrind)
    for crate in ur-ipc-sys ur-ipc-soft-gpu level-zero-soft ur-ipc-backend-kit ur-ipc-host ur-ipc-fixtures; do
        builds=$(CARGO_TARGET_DIR="$directory/valgrind" cargo test --quiet --locked --no-run --lib -p "$crate" \
            --message-format=json) || fail "the build of $crate failed"
        file=$(grep -oE '"executable":"[^"]+"' <<<"$builds" | cut -d '"' -f 4)
        echo "== valgrind: $crate"
        # Valgrind does not know pidfd_open and pidfd_getfd (before 3.22), and runs no program by way of /proc/self/exe:
        # what copies descriptors between processes, and so the suite as a whole, cannot be run under it. Tests of scenarios
        # kill peers that are threads, which leave behind what they have.
        env PROPTEST_CASES=4 "$memcheck" --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
            --errors-for-leak-kinds=definite "$file" --quiet --test-threads=1 \
            --skip a_released_context --skip a_peer_is_told --skip own_identity --skip impossible_processes \
            --skip scenario::tests --skip trial::tests || status=$?
    done
    [ "$status" -eq 0 ] || found valgrind "see above"
}

[ $# -gt 0 ] || set -- all
for mode in "$@"; do
    case $mode in
    miri) miri ;;
    address) address ;;
    thread) thread ;;
    valgrind) valgrind ;;
    all)
        miri
        address
        thread
        valgrind
        ;;
    -h | --help)
        usage
        exit
        ;;
    *) fail "invalid mode '$mode'; see --help" ;;
    esac
done
exit "$failed"
