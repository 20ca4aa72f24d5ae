#!/usr/bin/env bash
# Holds the examples of examples/fleet against the schemas of Kubernetes and of GitHub, which come with tools of PyPI, and
# their scripts against shellcheck.
#
#   tools/check-fleet.sh
set -euo pipefail
cd "$(dirname "$0")/.."

# They lie beside what else is built, and nowhere else.
tools=$PWD/target/fleet
export PYTHONPATH=$tools
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --upgrade --target "$tools" \
    check-jsonschema==0.39.0 kubernetes-validate==1.37.0

cd examples/fleet
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-workflows github/*.yml
"$tools/bin/kubernetes-validate" --strict kubernetes/*.yaml
shellcheck nextest/*.sh slurm/*.sbatch
