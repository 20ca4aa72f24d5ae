#!/usr/bin/env bash
# Fetches the SYCL runtime that tools/certify-sycl.sh runs the suite on: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/fetch-sycl.sh [DIR]

Fetches DPC++'s SYCL runtime and its headers into DIR (target/sycl if not given): 22 MB of a package of 172 MB. Nothing is
installed into the system, and no privileges are needed. Unified Runtime, on which it runs, is tools/fetch-ur.sh's.

  DIR/lib           libsycl.so.9
  DIR/include       its headers
  DIR/licences      its licence
  DIR/versions.txt  what there is, with checksums; written last
  DIR/downloads     the package; may be deleted

Needs an x86-64 Linux with one of python3 and unzip, and one of python3-pip and curl. pip is used with its configured
proxies and certificates. If all is there already, nothing is done.
END
}

# shellcheck source=tools/packages.sh
source "$(dirname "$0")/packages.sh"

# Of the version of Unified Runtime that tools/fetch-ur.sh pins.
wheels=(
    "intel-sycl-rt 2026.2.0 intel_sycl_rt-2026.2.0-py2.py3-none-manylinux_2_28_x86_64.whl ad920da1ffcb43edbc03422a7c85094997e6d578f9ab534743442af70bcbfaa1"
)
wanted=('*/data/include/*' '*/data/lib/libsycl.so.*.*.*' '*/LICENSE.txt')

assemble() {
    local sycl=$unpacked/intel_sycl_rt-2026.2.0
    take_versioned "$new/lib" "$sycl".data/data/lib/libsycl.so.9.0.0
    cp -R "$sycl.data/data/include" "$new/include"
    take_licence intel-sycl-rt "$sycl.dist-info/LICENSE.txt"
}

take_directory "$(dirname "$0")/../target/sycl" "$@"
check_system
leave_if_there "the SYCL runtime"

cat <<'END'
Intel's package intel-sycl-rt is under the Intel End User License Agreement for Developer Tools
(https://pypi.org/project/intel-sycl-rt, and DIR/licences once fetched). Using it means accepting it; among other things it
forbids reverse engineering. It is fetched from PyPI for use on this machine: do not commit it and do not pass it on.
END

fetch_into_place "the SYCL runtime" lib include licences
