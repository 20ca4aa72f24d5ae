#!/usr/bin/env bash
# Runs Unified Runtime's own tests of sharing: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/run-ur-cts.sh [--source DIR] [OPTION...] [ARGUMENT...]

Builds the tests that Unified Runtime has of sharing (39 of physical memory and events; the 2 that look into the handles of
one adapter are left out) and runs them through Intel's Unified Runtime loader, on the host backend if nothing else is said.
That they pass on our backends says that these keep to what UR tests; what the suite finds beyond them is
its own.

  --source DIR  the tree of Unified Runtime, or of intel/llvm, whose tests are taken; without it one commit that is known to
                build is cloned
  OPTIONs       those of tools/certify-ur.sh that say what to run on: --adapter host, level-zero, v2, v1 or cuda, --loader,
                --driver
  ARGUMENTs     for the tests: --gtest_filter=*Event*, --gtest_list_tests, ...

Exit codes: 0 they pass, 1 one failed or crashed, 2 usage or environment, or none ran.

Needs what tools/certify-ur.sh needs, a C++ compiler (CXX names another than c++), make, and git to clone. Google's test
library comes from Debian.

Environment: UR_REPOSITORY, DEBIAN_MIRROR, LEVEL_ZERO_SOFT_* as for tools/certify-ur.sh
END
}

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tools/packages.sh
source "$root/tools/packages.sh"
# shellcheck source=tools/ur-source.sh
source "$root/tools/ur-source.sh"

readonly GOOGLETEST="pool/main/g/googletest/googletest_1.12.1-0.2_all.deb 927be72067517da503b6538026d451455c9e860f5dbfe237f792543db7d5a928"

arguments=(--adapter host)
while [ $# -gt 0 ]; do
    case $1 in
    --source)
        [ -n "${2:-}" ] || fail "--source takes a directory"
        source=$2
        shift
        ;;
    -h | --help)
        usage
        exit
        ;;
    *) arguments+=("$1") ;;
    esac
    shift
done

check_system
check_programs make:make "${CXX:-c++}:g++"
check_source
debs=("$GOOGLETEST")
dir=$root/target/ur-cts
check_place
mkdir -p "$dir"
if ! has_part googletest; then
    fetch_and_unpack
    mv "$unpacked/usr/src/googletest/googletest" "$new/googletest"
    take_licence googletest "$unpacked/usr/share/doc/googletest/copyright"
    put_in_place googletest licences build
    versions >"$dir/packages.txt"
fi
clone
"$root/tools/fetch-ur.sh"

# Objects of another tree are of no use, whatever their times say.
build=$dir/build
grep -qsxF "$source" "$build/source.txt" || rm -rf "$build"
mkdir -p "$build"
echo "$source" >"$build/source.txt"
echo "building UR's tests of sharing from $source ($(describe))"
make --quiet -C "$build" -f "$root/tools/ur-cts.mk" -j "$(nproc)" \
    UR="$source" GOOGLETEST="$dir/googletest" LOADER="$root/target/ur/lib/libur_loader.so.0" ||
    fail "UR's tests cannot be built from $source"

status=0
"$root/tools/certify-ur.sh" --program "$build/ur-cts" "${arguments[@]}" | tee "$build/output.txt" || status=$?
grep -qE '\[  PASSED  \] [1-9]|\[  FAILED  \] [1-9]|--gtest_list' <<<"$(cat "$build/output.txt") ${arguments[*]}" ||
    [ "$status" -gt 128 ] || fail "no test ran to its end"
# A signal that ends the tests is a failure, too.
[ "$status" -le 128 ] || { echo "the tests were ended by signal $((status - 128))"; exit 1; }
[ "$status" -le 2 ] || fail "the tests could not be started"
exit "$status"
