#!/usr/bin/env bash
# Whether docs/figures.md says what a run came to: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/check-findings.sh [--update] RESULTS COMMAND

  RESULTS   what `COMMAND --json RESULTS` wrote
  COMMAND   the run, as the tables of docs/figures.md name it
  --update  write its rows there, in the place of those that there are

Exit codes: 0 the table of runs and that of chapters have the run's figures, 1 they have not, 2 usage or environment.
END
}

update=
if [ "${1:-}" = --update ]; then
    update=yes
    shift
fi
if [ $# -ne 2 ] || [ ! -f "$1" ]; then
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
document=$(dirname "$0")/../docs/figures.md
if [ -n "$update" ]; then
    python3 - "$document" "$2" "$rows" <<'END'
import sys
document, command, rows = sys.argv[1], sys.argv[2], sys.argv[3].split("\n")
lines = open(document).read().split("\n")
places = [number for number, line in enumerate(lines) if line.startswith(f"| `{command}` |")]
if len(places) != len(rows):
    sys.exit(f"{document} has {len(places)} rows of `{command}` where there are to be {len(rows)}: add them by hand")
for number, row in zip(places, rows):
    lines[number] = row
open(document, "w").write("\n".join(lines))
END
    exit
fi
lacking=$(grep -vxFf "$document" <<<"$rows") || [ $? -eq 1 ] || exit 2
if [ -n "$lacking" ]; then
    printf '%s\n' "docs/figures.md lacks:" "$lacking" "tools/check-findings.sh --update writes it" >&2
    exit 1
fi
