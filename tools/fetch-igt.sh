#!/usr/bin/env bash
# Fetches the tests of IGT GPU Tools: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/fetch-igt.sh [DIR]

Fetches the tests of IGT GPU Tools, which test the kernel's drivers for GPUs, and the libraries that they need from Debian, into
DIR (target/igt if not given). Nothing is installed into the system, and no privileges are needed.

  DIR/tests         the tests
  DIR/lib           the libraries that they need besides the C library
  DIR/newer-libc    where the system's glibc is older than they need: a newer one, for tools/with-ur.sh
  DIR/bin           patchelf, where DIR/newer-libc is
  DIR/licences      the licences of all that
  DIR/versions.txt  what there is, with checksums; written last
  DIR/downloads     the packages; may be deleted

tools/referees.sh runs some of them on software-xe. Others suspend the machine, unload drivers or reset devices: do not run
what you do not know.

Needs an x86-64 Linux with dpkg-deb, one of python3 and unzip, and curl or apt, whose proxies, certificates and mirrors are used.
If all is there already, nothing is done.

Environment: DEBIAN_MIRROR  where Debian packages come from (default: the first Debian mirror of apt's sources)
END
}

# shellcheck source=tools/packages.sh
source "$(dirname "$0")/packages.sh"
# shellcheck source=tools/ur-parts.sh
source "$(dirname "$0")/ur-parts.sh"

debs=(
    "pool/main/i/intel-gpu-tools/igt-gpu-tools_2.5-1_amd64.deb 28448b020f91103b283b0c04bd86def476fd80404172711107d4401b09593f8b"
    "pool/main/i/intel-gpu-tools/igt-gpu-tools-tests_2.5-1_amd64.deb 667ffef5882ca3c10457245429aaf2d17f6c9d8fe64a554bb052459e2ca1afb6"
    "pool/main/b/brotli/libbrotli1_1.2.0-4.1_amd64.deb 2d58db32250aa535e27c62e98451debd43b539aa026066806432e842d5b56c00"
    "pool/main/b/bzip2/libbz2-1.0_1.0.8-6+b2_amd64.deb 04c7528234a6a4a8a2c2470f1470a7a616d90904fe8cdccf4c2c655540cdc61f"
    "pool/main/c/cairo/libcairo2_1.18.4-3+b1_amd64.deb c00c80b54d0157659e9de5a0f9573c8ec32b16f54b8b62d1b969c5dbc00c8874"
    "pool/main/e/elfutils/libdw1t64_0.196-1_amd64.deb 428b24b34bdd4f67c470e735ad72e4d8a2f12b6f277c5f0eeaab457dff4bb75f"
    "pool/main/e/elfutils/libelf1t64_0.196-1_amd64.deb dde2ab88aebdc4dfc017c5309cd17917f7230f1684fb82551390089cf0b7ced1"
    "pool/main/e/expat/libexpat1_2.9.0-1_amd64.deb 190d7f5e45f070c42a12f708fe417d6636cb45fae71175203168bb5c3695081b"
    "pool/main/f/fontconfig/libfontconfig1_2.17.1-5_amd64.deb 9834450b167c2bd57640de0b15bfea1bad8bc68598a7b45ec60f0c089fcfc458"
    "pool/main/f/freetype/libfreetype6_2.14.3+dfsg-3_amd64.deb f6eaffc0ddbd5df88bf08c5a01ba85e3bc83bf36c8afcc0563213764b7cee445"
    "pool/main/g/glib2.0/libglib2.0-0t64_2.90.1-2_amd64.deb 2758906db9a6d6e2f93641c10c122c30d40935a24e965ee6ce5383c700e7cd98"
    "pool/main/k/kmod/libkmod2_34.2-2+b2_amd64.deb 2a2a1da5c39c769fe7185a463404dabd979a7026c92eef0b553c2cd2100ed588"
    "pool/main/libd/libdrm/libdrm-amdgpu1_2.4.134-3_amd64.deb b7282a3422545c6cb488c3f4f5740844ad06c31030e7b9600700342a807ff519"
    "pool/main/libd/libdrm/libdrm-nouveau2_2.4.134-3_amd64.deb 413df701683d4635bbfa1ba99419986e28a1661e1bde76b61a8fc3b2965e3696"
    "pool/main/libd/libdrm/libdrm2_2.4.134-3_amd64.deb e1a841ed70c7b7bbd9a03f41c781101d668db0d35b4eee58d7705a6c32b88aaa"
    "pool/main/libp/libpciaccess/libpciaccess0_0.19-2_amd64.deb 379ed09b562eb173a0b15861c017def58cdcb992b7fca5031f5de82b7bb105a3"
    "pool/main/libp/libpng1.6/libpng16-16t64_1.6.59-1_amd64.deb fe67acf1d02f21062c0b75cfe3299191b38967d89cfd5cab3a831e2e4b695d05"
    "pool/main/libu/libunwind/libunwind8_1.8.1-0.4_amd64.deb aee9cb6fd8e298d52c398eabea640e0a49b198d77c0e6df34e69ed97e255b9b3"
    "pool/main/libx/libx11/libx11-6_1.8.14-1_amd64.deb 4db6a694864986c410275434c86bfb26f01ddfd471512cf7fa1eabdf09fc9312"
    "pool/main/libx/libxau/libxau6_1.0.11-1+b2_amd64.deb f3046e170bd21969a063e23c1f1be28b16d82d02d3a4ea30e61c8497c6a736c2"
    "pool/main/libx/libxcb/libxcb-render0_1.17.0-2+b2_amd64.deb e5161747ff39d3b47129c9d34098f2df28cc206e8bc0849b0282a8e99c353177"
    "pool/main/libx/libxcb/libxcb-shm0_1.17.0-2+b2_amd64.deb 12299c866c4b5e7b9da3ca7f1b9fbba992b744e10684e8f19830def9bc18ce67"
    "pool/main/libx/libxcb/libxcb1_1.17.0-2+b2_amd64.deb 86d6a614fe7b663610b4d170c84ef6f4371b3ef8e2af5df7e1e4a82b2c290119"
    "pool/main/libx/libxdmcp/libxdmcp6_1.1.5-2+b1_amd64.deb 3170f2aaf8e5ec69547c04cba0064dcb05ad08b37b9bf2c6775468dbc3b0e7ec"
    "pool/main/libx/libxext/libxext6_1.3.4-1+b4_amd64.deb e2a3d3cb8d8a5ebf7750129f810a992c6682d5ddf2ab26e888039dfc1b01a537"
    "pool/main/libx/libxrender/libxrender1_0.9.13-1_amd64.deb bacedb593c07f09acb107397968a09c00a64a0b42c40774b1d9fe67a893ae052"
    "pool/main/libz/libzstd/libzstd1_1.5.7+dfsg-4_amd64.deb 93e7930e4c25b918f1dd980cc1c6d4487654a248f5fa71eacb976ed7bbe954bd"
    "pool/main/o/openssl/libssl3t64_3.6.5-1_amd64.deb 0a0ec84fe860c5c93c74d53cbb071aea0793327a3761b483080e9d7b73c21b37"
    "pool/main/p/pciutils/libpci3_3.15.0-2_amd64.deb 7874977761bfe7adb91847fbb8d82b9c1d9abfc7ad9cc55f361153cac57a5aee"
    "pool/main/p/pcre2/libpcre2-8-0_10.49-1_amd64.deb 854da48a72f55b3f6f20389b58a3e94bddd06dc02b2a9fadd006ccd0048d14ab"
    "pool/main/p/pixman/libpixman-1-0_0.46.4-1+b2_amd64.deb 8e47613699da340db9f3ac5ff1d4554994506626e83f7cc87d9445d7d7a5f7d9"
    "pool/main/s/systemd/libudev1_262.1-1_amd64.deb c0e98e3cc94e2b1c7d7346cdb1f89b0a3ed2e1cc76dc744696094e030f29205f"
    "pool/main/x/xz-utils/liblzma5_5.8.4-1_amd64.deb 2dd166f61cb2a32c50f1a4dd3cd34f5f18a4ff97a6ff23665b9a57537fd60625"
    "pool/main/z/zlib/zlib1g_1.3.dfsg+really1.3.2-4_amd64.deb 8506ce550a81ac14b047608e0df121037d9cbb10c3cc28446f68cf8c1d9d31ce"
)

assemble() {
    local usr=$unpacked/usr entry name
    take "$new/lib" "$usr"/lib/x86_64-linux-gnu/*.so.*
    mkdir -p "$new/tests"
    find "$usr/libexec/igt-gpu-tools" -mindepth 1 -maxdepth 1 -type f -exec cp {} "$new/tests" \;
    # The C library and what comes with it are elsewhere: programs find them by themselves.
    rm -f "$new"/lib/{ld-linux-x86-64,libc,libm,libdl,libpthread,librt,libgcc_s,libstdc++}.so.*
    for entry in "${debs[@]}"; do
        name=${entry##*/}
        name=${name%%_*}
        [ ! -f "$usr/share/doc/$name/copyright" ] || take_licence "$name" "$usr/share/doc/$name/copyright"
    done
    take_newer_libc
}

take_directory "$(dirname "$0")/../target/igt" "$@"
check_system
want_newer_libc
leave_if_there "IGT GPU Tools"
fetch_into_place "IGT GPU Tools" tests lib newer-libc bin licences
