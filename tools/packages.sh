# Fetches and unpacks packages of PyPI and Debian, pinned by checksum. Sourced by the scripts that gather a Unified Runtime
# in a directory.
#
# shellcheck shell=bash

# For the script to fill: the directory; what comes from PyPI, lines of project, version, file and SHA-256; what comes from
# Debian, lines of the path under the mirror and SHA-256. What is wanted of the former, as patterns of paths; all, if there are
# none.
dir='' wheels=() debs=() wanted=()

# Debian's archive of everything it ever published, for when a mirror has moved on.
readonly DEBIAN_SNAPSHOT=https://snapshot.debian.org/archive/debian/20261120T000000Z

# What tells a directory of these scripts, from the first download on.
readonly OURS=.ur-ipc-cts

me=$(basename "$0" .sh)

fail() {
    printf '%s: %s\n' "$me" "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 2
}

has() { command -v "$1" >/dev/null 2>&1; }

matches() { [ -f "$1" ] && printf '%s  %s\n' "$2" "$1" | sha256sum --check --status; }

# Succeeds if version $1 is older than version $2.
older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# Fails where the packages are of no use. Sets `glibc`.
check_system() {
    [ "$(uname -sm)" = "Linux x86_64" ] ||
        fail "these libraries are published for x86-64 Linux, and this is $(uname -sm)"
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d ' ' -f 2)
    [ -n "$glibc" ] || fail "this system's C library is not glibc, which these libraries need"
    ! older "$glibc" 2.34 || fail "these libraries need glibc 2.34 or later, and this system has $glibc"
}

# Takes the arguments of a script that fetches, after the directory where none is named. Sets `dir`.
take_directory() {
    case ${2:-} in
    -h | --help)
        usage
        exit
        ;;
    -*)
        usage >&2
        exit 2
        ;;
    esac
    [ $# -le 2 ] || { usage >&2; exit 2; }
    dir=${2:-$1}
}

# Makes the directory, and ends the script if all of this is there already.
leave_if_there() {
    check_place
    mkdir -p "$dir/downloads" || fail "$dir cannot be written"
    dir=$(cd "$dir" && pwd)
    if [ -f "$dir/versions.txt" ] && versions | cmp -s - "$dir/versions.txt"; then
        echo "$1 is already in $dir"
        exit
    fi
}

# Fetches all packages, and replaces what follows in the directory by what `assemble` makes of them.
fetch_into_place() {
    local what=$1
    shift
    fetch_and_unpack
    assemble
    put_in_place "$@"
    versions >"$dir/versions.txt"
    echo "$what is in $dir:"
    cut -d ' ' -f 1,2 "$dir/versions.txt" | sed 's/^/    /'
}

# Moves a download to its place if its checksum is right.
accept() {
    local partial=$1 file=$2 sum=$3
    [ -f "$partial" ] || return 1
    if ! matches "$partial" "$sum"; then
        echo "$me: ${file##*/} arrived with another checksum than expected; it is thrown away" >&2
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
            tr -d '[:space:]' | sed 's,/$,,;s,$,\n,' || true # A system may have none of these.
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
    if has python3; then
        python3 - "$downloads/$1" "$unpacked" "${wanted[@]}" <<'END'
import fnmatch, sys, zipfile
_, wheel, to, *wanted = sys.argv
with zipfile.ZipFile(wheel) as files:
    names = files.namelist()
    files.extractall(to, [name for name in names if not wanted or any(fnmatch.fnmatch(name, it) for it in wanted)])
END
    elif has unzip; then
        unzip -q -o "$downloads/$1" "${wanted[@]}" -d "$unpacked"
    else
        fail "nothing can unpack a wheel" "Install python3 or unzip: apt-get install unzip"
    fi
}

# Fetches all packages and unpacks them into the folder `unpacked`, for the caller to assemble the folder `new` from. Both
# are gone at the end.
fetch_and_unpack() {
    local entry project version file sum
    [ ${#debs[@]} -eq 0 ] || has dpkg-deb ||
        fail "dpkg-deb is not there, which unpacks Debian packages" "Install dpkg."
    downloads=$dir/downloads
    new=$dir/new
    partial=$new/partial
    unpacked=$new/unpacked
    rm -rf "$new"
    mkdir -p "$downloads" "$partial" "$unpacked"
    touch "$dir/$OURS"
    trap 'rm -rf "$new"' EXIT
    for entry in "${wheels[@]}"; do
        read -r project version file sum <<<"$entry"
        fetch_wheel "$project" "$version" "$file" "$sum"
    done
    for entry in "${debs[@]}"; do
        read -r file sum <<<"$entry"
        fetch_deb "$file" "$sum"
    done
    for entry in "${wheels[@]}"; do
        read -r _ _ file _ <<<"$entry"
        unpack_wheel "$file"
    done
    for entry in "${debs[@]}"; do
        file=${entry%% *}
        dpkg-deb -x "$downloads/${file##*/}" "$unpacked"
    done
}

# Copies what the further arguments name, links included.
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

# What is in the way of putting anything into the directory: files that are not of these scripts.
check_place() {
    [ ! -d "$dir" ] || [ -f "$dir/versions.txt" ] || [ -f "$dir/packages.txt" ] || [ -f "$dir/$OURS" ] ||
        [ -z "$(ls -A "$dir")" ] ||
        fail "$dir has files of somebody else's, which would be deleted" "Name a directory that is empty or new."
}

# Replaces these parts of the directory by those of the folder `new`.
put_in_place() {
    local part
    rm -rf "$dir/versions.txt" "$dir/patched"
    for part in "$@"; do
        rm -rf "${dir:?}/$part"
        [ ! -d "$new/$part" ] || mv "$new/$part" "$dir/$part"
    done
}

# Whether this part of the directory is there, made of just these packages.
has_part() { [ -d "$dir/$1" ] && [ -f "$dir/packages.txt" ] && versions | cmp -s - "$dir/packages.txt"; }

# What there is of packages, with checksums: a line for each.
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
