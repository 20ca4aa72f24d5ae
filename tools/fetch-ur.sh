#!/usr/bin/env bash
# Fetches what certifying Intel's Unified Runtime adapters takes: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/fetch-ur.sh [DIR]

Fetches Intel's Unified Runtime with its Level Zero adapters, and Level Zero's loader, into DIR (target/ur if not
given). Nothing is installed into the system, and no privileges are needed.

  DIR/lib           libur_loader.so.0, the adapters, and the libraries that they need
  DIR/loader        libze_loader.so.1 and its layers
  DIR/include       the headers of that loader, level_zero/*.h
  DIR/newer-libc    where the system's glibc is older than the loader or Intel's driver needs: a newer one, for
                    tools/with-ur.sh
  DIR/bin           patchelf, where DIR/newer-libc is
  DIR/licences      the licences of all that
  DIR/versions.txt  what there is, with checksums; written last
  DIR/downloads     the packages; may be deleted

Needs an x86-64 Linux with dpkg-deb, one of python3 and unzip, and one of python3-pip and curl. pip and apt are used
with their configured proxies, certificates and mirrors. If all is there already, nothing is done.

Environment: DEBIAN_MIRROR  where Debian packages come from (default: the first Debian mirror of apt's sources)
END
}

# shellcheck source=tools/packages.sh
source "$(dirname "$0")/packages.sh"
# shellcheck source=tools/ur-parts.sh
source "$(dirname "$0")/ur-parts.sh"

wheels=(
    "intel-cmplr-lib-ur 2026.2.0 intel_cmplr_lib_ur-2026.2.0-py2.py3-none-manylinux_2_28_x86_64.whl 0d0a5099aa2e1e38375b509c2a8182e719ed74aa656b2a800ddf6cfbd3384b80"
    "intel-cmplr-lib-rt 2026.2.0 intel_cmplr_lib_rt-2026.2.0-py2.py3-none-manylinux_2_28_x86_64.whl 9f713083073a820d2496a6da8e8d4f3482aba6640f74521d25ea48dcebe72748"
    "$UMF"
)
debs=("$HWLOC")
# Of the compiler's runtime, what the adapters need.
readonly RUNTIME_LIBRARIES=(libimf.so libintlc.so.5 libirng.so libsvml.so)

assemble() {
    local ur=$unpacked/intel_cmplr_lib_ur-2026.2.0 rt=$unpacked/intel_cmplr_lib_rt-2026.2.0
    take_versioned "$new/lib" "$ur".data/data/lib/libur_{loader,adapter_level_zero,adapter_level_zero_v2}.so.*.*.*
    take "$new/lib" "${RUNTIME_LIBRARIES[@]/#/"$rt.data/data/lib/"}"
    take_licence intel-cmplr-lib-ur "$ur.dist-info/LICENSE.txt"
    take_licence intel-cmplr-lib-rt "$rt.dist-info/LICENSE.txt"
    take_umf
    take_ze_loader
}

take_directory "$(dirname "$0")/../target/ur" "$@"
check_system
want_ze_loader
leave_if_there "Unified Runtime"

cat <<'END'
Intel's packages intel-cmplr-lib-ur and intel-cmplr-lib-rt are under the Intel End User License Agreement for Developer
Tools (https://pypi.org/project/intel-cmplr-lib-ur, and DIR/licences once fetched). Using them means accepting it; among
other things it forbids reverse engineering. They are fetched from PyPI for use on this machine: do not commit them and
do not pass them on. All else is open source.
END

fetch_into_place "Unified Runtime" lib loader include newer-libc bin licences
