#!/usr/bin/env bash
# Compiles and runs the reproducers of docs/findings: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/check-reproducers.sh [--debug] [NAME...]

Compiles docs/findings/NAME.c, all of them if none is named, with the headers of Unified Runtime, and runs each

  - where its finding was made, on Intel's adapter over the software driver: it has to end with 1, the defect shows;
  - on this project's host backend, as an adapter below Intel's loader: it has to end with 0.

Where, is said by the first lines of NAME.txt: 'shows with:' and 'fine with:' have an --adapter as tools/certify-ur.sh takes
it, and settings of the software driver; 'fine with: --adapter host' need not be said. Fetches what is missing (tools/fetch-ur.sh and, for the
headers, tools/fetch-sycl.sh say what, and under which licences), and needs a C compiler (CC names another than cc). What is
undefined in C ends a file where it happens. With --debug, the driver and the backends are built without optimisation.

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
    profile=debug
    shift
    ;;
-*)
    usage >&2
    exit 2
    ;;
esac
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for file in "$root"/docs/findings/*.c; do
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

# What a program's first lines say behind these words.
said() {
    sed -n "s/^# $2: //p" "$root/docs/findings/$1.txt"
}

# Built once, for all: what tools/certify-ur.sh builds each time.
choose_nothing
for setting in "${!LEVEL_ZERO_SOFT_@}"; do
    unset "$setting"
done
choose_soft_driver real
abi=$(build 'libur_ipc_abi\.so' -p ur-ipc-abi --features level-zero)

# Runs one as tools/certify-ur.sh does with these words, and compares how it ends.
wrong=0
expect() {
    local name=$1 code=$2 words settings=() adapter='' ended=0 output
    read -ra words <<<"$3"
    set -- "${words[@]}"
    while [ $# -gt 0 ]; do
        case $1 in
        --adapter)
            adapter=${2:-}
            shift
            ;;
        *=*) settings+=("$1") ;;
        *) fail "docs/findings/$name.txt: '$1' is neither --adapter nor a setting" ;;
        esac
        shift
    done
    choose_level_zero "$adapter"
    case $adapter in
    v1 | v2) ;;
    *) settings+=("UR_ADAPTERS_FORCE_LOAD=$abi" "UR_IPC_ABI_BACKEND=$adapter") ;;
    esac
    output=$(env "${settings[@]}" "$root/tools/with-ur.sh" "$folder/$name" 2>&1) || ended=$?
    if [ "$ended" -eq "$code" ]; then
        echo "$name: ends with $code, as it has to, with ${words[*]}"
    else
        printf '%s\n' "$name: ends with $ended instead of $code, with ${words[*]}:" "$output" >&2
        wrong=1
    fi
}

for name in "${names[@]}"; do
    [ -f "$root/docs/findings/$name.c" ] || fail "there is no docs/findings/$name.c"
    # Intel's loader may be made for a newer glibc than the system has; tools/with-ur.sh runs programs on that.
    "${CC:-cc}" -std=c11 -pthread -Wall -Wextra -Werror -fsanitize=undefined \
        -fsanitize-undefined-trap-on-error -I "$include" "$root/docs/findings/$name.c" -o "$folder/$name" \
        -L "$UR_DIR/lib" -l:libur_loader.so.0 -Wl,--allow-shlib-undefined || fail "$name.c does not compile"
    shows=$(said "$name" "shows with")
    [ -n "$shows" ] || fail "docs/findings/$name.txt does not say with what it shows"
    fine=$(said "$name" "fine with")
    expect "$name" 1 "$shows"
    expect "$name" 0 "${fine:---adapter host}"
done
exit "$wrong"
