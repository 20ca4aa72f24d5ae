#!/usr/bin/env bash
# Builds Unified Runtime with one of its adapters from source: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/build-ur.sh --adapter cuda|level_zero_v2 [--source DIR] [--out DIR]

Builds Unified Runtime's loader and the adapter, and puts them where tools/with-ur.sh finds them when UR_DIR is that
place. A second run compiles only what has changed. Nothing is installed into the system; neither a GPU nor its driver nor
a toolkit is needed to build.

  --adapter  which adapter
  --source   a tree of Unified Runtime, or of intel/llvm, which has it in unified-runtime; without it one commit that is
             known to build is cloned
  --out      where all goes (default: target/ur-ADAPTER)

  OUT/lib           libur_loader.so.0, the adapter, and what they need but for the GPU's driver
  OUT/loader        for level_zero_v2: libze_loader.so.1 and its layers; OUT/newer-libc and OUT/bin as tools/fetch-ur.sh
                    says
  OUT/licences      the licences of the packages
  OUT/versions.txt  what was built, of which packages; written last
  OUT/sdk, OUT/build, OUT/source, OUT/downloads
                    what it takes to build, the objects, the clone, the packages; may be deleted

Needs an x86-64 Linux with a C++ compiler (CXX names another than c++), CMake 3.20, Ninja, Python 3, dpkg-deb, one of
python3-pip and curl, and git to clone. UMF and the headers of CUDA or Level Zero come from PyPI and Debian.

Environment
  UR_REPOSITORY  where to clone from (default: https://github.com/oneapi-src/unified-runtime)
  DEBIAN_MIRROR  where Debian packages come from (default: the first Debian mirror of apt's sources)
END
}

# shellcheck source=tools/packages.sh
source "$(dirname "$0")/packages.sh"
# shellcheck source=tools/ur-parts.sh
source "$(dirname "$0")/ur-parts.sh"
# shellcheck source=tools/ur-source.sh
source "$(dirname "$0")/ur-source.sh"

readonly CUDA=13.0.96
readonly CUDA_WHEELS=(
    "nvidia-cuda-runtime $CUDA nvidia_cuda_runtime-$CUDA-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl 7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548"
    "nvidia-nvml-dev 13.0.87 nvidia_nvml_dev-13.0.87-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl 082871368275cf6620fc900f55d8eaf2563b263a38a00a5168e9650bce963ba1"
)
# The headers of Level Zero's extensions by Intel.
readonly INTEL_GPU_DEV="pool/main/i/intel-compute-runtime/libze-intel-gpu-dev_26.27.39122.14-1_amd64.deb a21244c6ee2aad26c9e4c191719487d0b5a37d1f987f0456c1a68aae4d51e7d4"

# As much of a CUDA toolkit as CMake's FindCUDAToolkit and the adapter look for. The driver's libraries are empty: the
# names of the real ones are all that is needed of them before the adapter is opened.
assemble_cuda() {
    local library nvidia=$unpacked/nvidia/cu13
    mkdir -p "$new/sdk/cuda/lib64/stubs"
    cp -R "$nvidia/include" "$new/sdk/cuda"
    cp "$nvidia"/lib/libcudart.so.* "$new/sdk/cuda/lib64/libcudart.so"
    echo "CUDA Version $CUDA" >"$new/sdk/cuda/version.txt"
    for library in libcuda.so libnvidia-ml.so; do
        "${CXX:-c++}" -shared -Wl,-soname,$library.1 -o "$new/sdk/cuda/lib64/stubs/$library" -x c++ /dev/null
    done
    take_licence nvidia-cuda-runtime "$unpacked"/nvidia_cuda_runtime-*.dist-info/licenses/*
    take_licence nvidia-nvml-dev "$unpacked"/nvidia_nvml_dev-*.dist-info/licenses/*
}

assemble_level_zero_v2() {
    local usr=$unpacked/usr
    take "$new/sdk/lib" "$usr"/lib/x86_64-linux-gnu/libze_loader.so*
    mkdir -p "$new/sdk/include"
    cp -R "$usr/include/level_zero" "$new/sdk/include"
    take_licence libze-intel-gpu-dev "$usr/share/doc/libze-intel-gpu-dev/copyright"
    take_ze_loader
}

assemble() {
    mkdir -p "$new/sdk/umf"
    cp -R "$unpacked"/umf-*.data/data/{include,lib} "$new/sdk/umf"
    take_umf
    "assemble_$adapter"
}

adapter='' out=''
while [ $# -gt 0 ]; do
    case $1 in
    --adapter | --source | --out)
        [ -n "${2:-}" ] || { usage >&2; exit 2; }
        case $1 in
        --adapter) adapter=$2 ;;
        --source) source=$2 ;;
        --out) out=$2 ;;
        esac
        shift 2
        ;;
    -h | --help)
        usage
        exit
        ;;
    *)
        usage >&2
        exit 2
        ;;
    esac
done

check_system
wheels=("$UMF")
debs=("$HWLOC")
options=()
dir=${out:-"$(dirname "$0")/../target/ur-$adapter"}
case $adapter in
cuda) wheels+=("${CUDA_WHEELS[@]}") ;;
level_zero_v2)
    debs+=("$INTEL_GPU_DEV")
    want_ze_loader
    ;;
*) fail "--adapter takes one of: cuda level_zero_v2" ;;
esac
check_programs cmake:cmake ninja:ninja-build "${CXX:-c++}:g++" python3:python3
check_source
check_place
mkdir -p "$dir" || fail "$dir cannot be written"
dir=$(cd "$dir" && pwd)
if ! has_part sdk; then
    [ "$adapter" != cuda ] || cat <<'END'
NVIDIA's packages nvidia-cuda-runtime and nvidia-nvml-dev, of which the headers are used, are under NVIDIA's licence
agreement for CUDA (OUT/licences once fetched). All else is open source.
END
    fetch_and_unpack
    assemble
    put_in_place lib loader include newer-libc bin licences sdk build
    versions >"$dir/packages.txt"
fi
clone

sdk=$dir/sdk
case $adapter in
cuda)
    # Distributions whose linker drops libraries of which no symbol is used would drop the empty ones.
    options=(-DUR_BUILD_ADAPTER_CUDA=ON -DCUDAToolkit_ROOT="$sdk/cuda" "-DCMAKE_SHARED_LINKER_FLAGS=-Wl,--no-as-needed")
    ;;
level_zero_v2)
    # Without pkg-config, which would lead to a Level Zero of the system.
    options=(
        -DUR_BUILD_ADAPTER_L0_V2=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
        -DL0_HEADER="$sdk/include/level_zero" -DZE_LOADER="$sdk/lib/libze_loader.so"
        -DL0_COMPUTE_RUNTIME_HEADERS="$sdk/include"
    )
    ;;
esac
# Everything that is optional is off, and nothing is fetched from within CMake.
for off in BUILD_TESTS BUILD_EXAMPLES BUILD_TOOLS ENABLE_TRACING ENABLE_SANITIZER \
    STATIC_LOADER STATIC_ADAPTER_L0 STATIC_ADAPTER_L0_V2 STATIC_ADAPTER_OPENCL; do
    options+=("-DUR_$off=OFF")
done
options+=(
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
    -DFETCHCONTENT_FULLY_DISCONNECTED=ON -Dumf_DIR="$sdk/umf/lib/cmake/umf"
)

grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source" "$dir/build/CMakeCache.txt" || rm -rf "$dir/build"
echo "building Unified Runtime with the adapter $adapter from $source"
if ! cmake -G Ninja -S "$source" -B "$dir/build" "${options[@]}" >"$dir/configure.log" 2>&1; then
    tail -n 30 "$dir/configure.log" >&2
    fail "CMake cannot configure $source: all it said is in $dir/configure.log" \
        "If it misses a package or finds it too old, the tree needs others than tools/build-ur.sh and tools/ur-parts.sh pin."
fi
cmake --build "$dir/build" --target ur_loader "ur_adapter_$adapter" || fail "the build failed"

rm -rf "$dir/versions.txt" "$dir"/lib/libur_*
take "$dir/lib" "$dir"/build/lib/libur_{loader,adapter_"$adapter"}.so.*
{
    echo "unified-runtime $(describe)  $source"
    cat "$dir/packages.txt"
} >"$dir/versions.txt"
echo "Unified Runtime is in $dir:"
cut -d ' ' -f 1,2 "$dir/versions.txt" | sed 's/^/    /'
