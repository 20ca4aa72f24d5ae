#!/usr/bin/env bash
# Whether a document of findings says what a run came to: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/check-findings.sh RESULTS COMMAND [DOCUMENT]

  RESULTS   what `COMMAND --json RESULTS` wrote
  COMMAND   the run, as the tables of the document name it
  DOCUMENT  a file in docs (default: findings.md)

Exit codes: 0 the table of runs and that of chapters have the run's figures, 1 they have not, 2 usage or environment.
END
}

if [ $# -lt 2 ] || [ $# -gt 3 ] || [ ! -f "$1" ]; then
    usage >&2
    exit 2
fi
rows=$(python3 - "$1" "$2" <<'END'
import json, sys
results, command = json.load(open(sys.argv[1])), sys.argv[2]
total = results["summary"]["total"]
tests = [str(total[outcome]) for outcome in ("pass", "deviates", "expected-fail", "skip")]
chapter_of = {id: test["chapter"] for test in results["tests"] for id in test["requirements"]}
judged = [
    (chapter_of[id], outcome)
    for requirements in results["requirements"].values()
    for id, outcome in requirements.items()
    if outcome != "skip"
]
chapters = []
for chapter in ("specified", "expected", "arguments", "robustness", "observed"):
    outcomes = [outcome for of, outcome in judged if of == chapter]
    chapters.append(f"{len(outcomes) - outcomes.count('pass')} of {len(outcomes)}")
for figures in tests, chapters:
    print("|", " | ".join([f"`{command}`", *figures]), "|")
END
) || exit 2
name=${3:-findings.md}
document=$(dirname "$0")/../docs/$name
lacking=$(grep -vxFf "$document" <<<"$rows") || [ $? -eq 1 ] || exit 2
if [ -n "$lacking" ]; then
    printf '%s\n' "docs/$name lacks:" "$lacking" >&2
    exit 1
fi
