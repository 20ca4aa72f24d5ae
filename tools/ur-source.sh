# A tree of Unified Runtime to build from, a user's or a clone: sourced after tools/packages.sh by the scripts that build.
#
# shellcheck shell=bash
# shellcheck disable=SC2154 # what tools/packages.sh sets

readonly REPOSITORY=${UR_REPOSITORY:-https://github.com/oneapi-src/unified-runtime}
readonly COMMIT=578c2a84af3c5a666afb5a0a0657d11f998e914b

# The tree: what --source gave, or empty until `clone`.
source=''

# Names the programs that are missing, all at once: each argument is program:package.
check_programs() {
    local missing=() entry
    [ -n "$source" ] || set -- "$@" git:git
    for entry in "$@"; do
        has "${entry%%:*}" || missing+=("${entry#*:}")
    done
    [ ${#missing[@]} -eq 0 ] ||
        fail "this is missing to build: ${missing[*]}" "apt-get install ${missing[*]}"
}

# Finds Unified Runtime in the tree that was named, if one was.
check_source() {
    [ -n "$source" ] || return 0
    [ ! -d "$source/unified-runtime" ] || source=$source/unified-runtime
    grep -qs 'project(unified-runtime' "$source/CMakeLists.txt" || fail "$source has no Unified Runtime in it"
    source=$(cd "$source" && pwd)
}

# Clones the commit that is known to build into the directory, where no tree was named.
clone() {
    [ -z "$source" ] || return 0
    source=$dir/source
    [ "$(git --git-dir="$source/.git" rev-parse HEAD 2>/dev/null)" != "$COMMIT" ] || return 0
    echo "cloning $REPOSITORY"
    rm -rf "$source"
    git init --quiet "$source"
    git -C "$source" fetch --quiet --depth 1 "$REPOSITORY" "$COMMIT" ||
        fail "$COMMIT cannot be fetched from $REPOSITORY" \
            "Name a mirror that has it in UR_REPOSITORY, or a tree of yours with --source."
    git -C "$source" -c advice.detachedHead=false checkout --quiet FETCH_HEAD
}

# Which tree it is, as far as git knows.
describe() {
    git -C "$source" describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null || echo unknown
}
