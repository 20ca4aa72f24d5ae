#!/usr/bin/env bash
# Compiles and runs the reproducers of docs/findings: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/check-reproducers.sh [--debug] [NAME...]

Compiles the C files of docs/findings and docs/findings-neo, or docs/*/NAME.c if names are given, and runs each

  - where its finding was made: it has to end with 1, the defect shows;
  - where the defect is not: it has to end with 0.

The comment on top of a file says where: 'shows with:' and 'fine with:', with an --adapter as tools/certify-ur.sh takes it, a
--driver (soft or neo) and settings of the environment. 'may show with:' stands for a race, which ends with 0 at times, and
'cannot be tried with:' for a driver that the file ends with 2 on. Without
'fine with:' a file for Unified Runtime is fine on this project's host backend, as an adapter below Intel's loader, and a file
for Level Zero on the software driver.

Fetches what is missing (tools/fetch-ur.sh, tools/fetch-neo.sh and, for the headers, tools/fetch-sycl.sh say what, and under
which licences), and needs a C compiler (CC names another than cc). What is undefined in C ends a file where it happens. With
--debug, the drivers and the backends are built without optimisation.

Exit codes: 0 all end as they have to, 1 one does not, 2 usage or environment.

Environment: UR_INCLUDE  where unified-runtime/ur_api.h is (default: target/sycl/include)
END
}

# shellcheck source=tools/certify-parts.sh
source "$(dirname "$0")/certify-parts.sh"

case ${1:-} in
-h | --help)
    usage
    exit
    ;;
--debug)
    profile=(--debug)
    shift
    ;;
-*)
    usage >&2
    exit 2
    ;;
esac
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for file in "$root"/docs/{findings,findings-neo}/*.c; do
        names+=("$(basename "$file" .c)")
    done
fi

export UR_DIR="${UR_DIR:-$root/target/ur}"
"$root/tools/fetch-ur.sh" "$UR_DIR" || exit 2
UR_DIR=$(cd "$UR_DIR" && pwd)
include=${UR_INCLUDE:-}
if [ -z "$include" ]; then
    "$root/tools/fetch-sycl.sh" || exit 2
    include=$root/target/sycl/include
fi
[ -f "$include/unified-runtime/ur_api.h" ] || fail "there is no unified-runtime/ur_api.h in $include"
folder=$root/target/reproducers
mkdir -p "$folder"

# Built once, for all: what tools/certify-*.sh build each time.
choose_nothing
for setting in "${!LEVEL_ZERO_SOFT_@}" "${!SOFTWARE_XE_@}"; do
    unset "$setting"
done
built=$(build liblevel_zero_soft.so libur_ipc_abi.so) || exit 2
{ read -r soft && read -r abi; } <<<"$built"
find_neo

# Runs a file with these words, and compares its exit code with those that it may have.
wrong=0
expect() {
    local name=$1 codes=$2 words settings=("ZE_ENABLE_ALT_DRIVERS=$soft") adapter='' ended=0 output
    read -ra words <<<"$3"
    set -- "${words[@]}"
    while [ $# -gt 0 ]; do
        case $1 in
        --adapter)
            adapter=${2:-}
            shift
            ;;
        --driver)
            [ "${2:-}" != neo ] || settings=("${neo_settings[@]}")
            shift
            ;;
        *=*) settings+=("$1") ;;
        *) fail "$name: '$1' is neither --adapter, --driver nor a setting" ;;
        esac
        shift
    done
    choose_level_zero "$adapter"
    case $adapter in
    '' | v1 | v2) ;;
    *) settings+=("UR_ADAPTERS_FORCE_LOAD=$abi" "UR_IPC_ABI_BACKEND=$adapter") ;;
    esac
    output=$(env "${settings[@]}" timeout 120 "$root/tools/with-ur.sh" "$folder/$name" 2>&1) || ended=$?
    if [[ " $codes " == *" $ended "* ]]; then
        echo "$name: ends with $ended, as it has to, with ${words[*]}"
    else
        printf '%s\n' "$name: ends with $ended instead of $codes, with ${words[*]}:" "$output" >&2
        wrong=1
    fi
}

for name in "${names[@]}"; do
    file=$(find "$root"/docs/findings "$root"/docs/findings-neo -name "$name.c")
    [ -f "$file" ] || fail "there is no docs/findings/$name.c, nor docs/findings-neo/$name.c"
    # What its comment says behind these words.
    said() {
        sed -n "s/^ \* $1: //p" "$file"
    }
    if grep -q 'level_zero/ze_api' "$file"; then
        libraries=(-I "$UR_DIR/include" -L "$UR_DIR/loader" -l:libze_loader.so.1)
        fine="--driver soft"
    else
        libraries=(-I "$include" -L "$UR_DIR/lib" -l:libur_loader.so.0)
        fine="--adapter host"
    fi
    # The loaders may be made for a newer glibc than the system has; tools/with-ur.sh runs programs on that.
    "${CC:-cc}" -std=c11 -pthread -Wall -Wextra -Werror -fsanitize=undefined -fsanitize-undefined-trap-on-error \
        "$file" -o "$folder/$name" "${libraries[@]}" -Wl,--allow-shlib-undefined || fail "$name.c does not compile"
    shows=$(said "shows with") may_show=$(said "may show with") fine_too=$(said "fine with")
    untried=$(said "cannot be tried with")
    [ -n "$shows$may_show" ] || fail "$name.c does not say with what it shows"
    if [ -n "$shows" ]; then
        expect "$name" 1 "$shows"
    else
        expect "$name" "0 1" "$may_show"
    fi
    if [ -n "$untried" ]; then
        expect "$name" 2 "$untried"
    else
        expect "$name" 0 "${fine_too:-$fine}"
    fi
done
exit "$wrong"
