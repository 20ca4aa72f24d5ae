#!/usr/bin/env bash
# Fetches Intel's Level Zero driver: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/fetch-neo.sh [DIR]

Fetches Intel's Level Zero driver for GPUs (compute-runtime) and the libraries that it needs from Debian, into DIR
(target/neo if not given). Nothing is installed into the system, and no privileges are needed.

  DIR/lib           libze_intel_gpu.so.1, and the libraries that it needs besides the C and C++ libraries
  DIR/licences      the licences of all that
  DIR/versions.txt  what there is, with checksums; written last
  DIR/downloads     the packages; may be deleted

The driver runs among the libraries of tools/fetch-ur.sh, by tools/with-ur.sh. Without a GPU it runs on software-xe:
tools/certify-level-zero.sh --driver neo does all that.

Needs an x86-64 Linux with dpkg-deb, and curl or apt, whose proxies, certificates and mirrors are used. If all is there
already, nothing is done.

Environment: DEBIAN_MIRROR  where Debian packages come from (default: the first Debian mirror of apt's sources)
END
}

# shellcheck source=tools/packages.sh
source "$(dirname "$0")/packages.sh"

debs=(
    "pool/main/i/intel-compute-runtime/libze-intel-gpu1_26.27.39122.14-1_amd64.deb a4ea7cd671def7cfd8bf3db2d1d37307bd3e6a4bd8be85134311d11975b015d9"
    "pool/main/i/intel-gmmlib/libigdgmm12_22.10.2+ds1-1_amd64.deb d2ea0471f2a5c874ef27097bcf0eb484adea18ad24ce5c1f8006d33517de15e2"
    "pool/main/i/intel-graphics-compiler2/libigc2_2.40.14-1_amd64.deb 5ccd335c0427ece223409aafa83e7fbf0980663015dd31cf0bbd4268bb7b4831"
    "pool/main/z/zlib/zlib1g_1.3.dfsg+really1.3.2-4_amd64.deb 8506ce550a81ac14b047608e0df121037d9cbb10c3cc28446f68cf8c1d9d31ce"
)

assemble() {
    local usr=$unpacked/usr name
    take "$new/lib" "$usr"/lib/x86_64-linux-gnu/lib{ze_intel_gpu,igdgmm,igc,iga64,z}.so.*
    for name in libze-intel-gpu1 libigdgmm12 libigc2 zlib1g; do
        take_licence "$name" "$usr/share/doc/$name/copyright"
    done
}

take_directory "$(dirname "$0")/../target/neo" "$@"
check_system
leave_if_there "Intel's Level Zero driver"
fetch_into_place "Intel's Level Zero driver" lib licences
