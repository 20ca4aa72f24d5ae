# What the scripts tools/certify-*.sh have in common: sourced by them.
#
# shellcheck shell=bash
# shellcheck disable=SC2034 # some are for those who source this

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=$(basename "$0" .sh)

# What the options of all say: the loader, the driver (none if not said), what to run in place of the suite, for which arguments,
# and how to build.
loader=real driver='' program='' arguments=() profile=()

fail() {
    printf "$me: %s\n" "$@" >&2
    exit 2
}

# Fails unless an option's value is one of those that follow.
one_of() {
    local option=$1 value=$2 known
    shift 2
    for known in "$@"; do
        [ "$value" != "$known" ] || return 0
    done
    fail "$option takes one of: $*"
}

# Takes the first of these words, an option of all scripts or an argument, and what belongs to it. Sets `taken`: how many words.
take_common() {
    taken=2
    case $1 in
    --loader)
        one_of "$1" "${2:-}" real soft
        loader=$2
        ;;
    --driver)
        one_of "$1" "${2:-}" soft neo system
        driver=$2
        ;;
    --program)
        [ -x "${2:-}" ] || fail "--program takes a program"
        program=$2
        ;;
    --debug) profile=(--debug) taken=1 ;;
    -h | --help)
        usage
        exit
        ;;
    --)
        arguments+=("${@:2}")
        taken=$#
        ;;
    *) arguments+=("$1") taken=1 ;;
    esac
    case "$loader $driver" in
    "soft neo" | "soft system") fail "--loader soft is the software driver: --driver $driver cannot be with it" ;;
    esac
}

# Builds files that tools/build-programs.sh knows, and prints where they are, each in a line.
build() {
    "$root/tools/build-programs.sh" "${profile[@]}" "$@"
}

# What chooses adapters and drivers is decided by the script alone.
choose_nothing() {
    unset ONEAPI_DEVICE_SELECTOR UR_ADAPTERS_FORCE_LOAD UR_ADAPTERS_SEARCH_PATH UR_IPC_CTS_UR_LIBRARY UR_IPC_CTS_UR_LAYERS
    unset ZE_ENABLE_ALT_DRIVERS ZEL_LIBRARY_PATH LEVEL_ZERO_LOADER_DIR
}

# Which of Unified Runtime's two adapters for Level Zero takes the devices: v1, or else v2.
choose_level_zero() {
    export SYCL_UR_USE_LEVEL_ZERO_V2=1
    [ "$1" != v1 ] || export SYCL_UR_USE_LEVEL_ZERO_V2=0
}

# What the driver that was chosen is, for people.
driver_words() {
    case $driver in
    neo) echo "Intel's driver on a software kernel driver" ;;
    *) echo "the $driver driver" ;;
    esac
}

# The driver that was chosen. UR_DIR is tools/fetch-ur.sh's, as a whole path.
choose_driver() {
    case $driver in
    soft) choose_soft_driver "$loader" ;;
    neo) choose_neo ;;
    esac
}

# Finds Intel's driver and the software kernel driver: what chooses them is in `neo_settings`, an array for env.
find_neo() {
    local neo=${NEO_DIR:-$root/target/neo} preload
    "$root/tools/fetch-neo.sh" "$neo" || exit 2
    neo=$(cd "$neo" && pwd)
    preload=$(build libsoftware_xe.so) || exit 2
    neo_settings=(
        "WITH_UR_PRELOAD=$preload"
        "ZE_ENABLE_ALT_DRIVERS=$neo/lib/libze_intel_gpu.so.1"
        "LD_LIBRARY_PATH=$neo/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    )
}

# Intel's driver, on the software kernel driver. It remembers what a process has opened, so that each test has processes of its own
# unless the arguments say otherwise; as most of the time goes into starting them, there are as many at a time as processors.
choose_neo() {
    find_neo
    export "${neo_settings[@]}"
    # The driver opens a tenth of the descriptors that a process may have when it starts: the usual limit spares it thousands.
    [[ $(ulimit -Sn) =~ ^[0-9]+$ && $(ulimit -Sn) -le 1024 ]] || ulimit -Sn 1024
    if [ -z "$program" ] && [[ " ${arguments[*]}" != *" --isolation"* ]]; then
        [[ " ${arguments[*]}" == *" --jobs"* ]] || arguments=(--jobs "$(nproc)" "${arguments[@]}")
        arguments=(--isolation process "${arguments[@]}")
        # Each worker, with its peers, has the local memory of a machine of its own: no test is short of what another has taken.
        export SOFTWARE_XE_MACHINE=${SOFTWARE_XE_MACHINE:-%s}
    fi
}

# The software driver, below Level Zero's loader (real) or in its place (soft).
choose_soft_driver() {
    local soft alone
    soft=$(build liblevel_zero_soft.so) || exit 2
    if [ "$1" = real ]; then
        export ZE_ENABLE_ALT_DRIVERS=$soft
    else
        # The adapters look in the first directory, and UMF, which comes with them, in the second.
        alone=$UR_DIR/soft-loader
        mkdir -p "$alone"
        ln -sfn "$soft" "$alone/libze_loader.so.1"
        export ZEL_LIBRARY_PATH=$alone LEVEL_ZERO_LOADER_DIR=$alone
    fi
}
