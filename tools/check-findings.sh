#!/usr/bin/env bash
# Whether the table at the head of docs/findings.md says what a run came to: see usage below.
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/check-findings.sh RESULTS COMMAND

  RESULTS   what `COMMAND --json RESULTS` wrote
  COMMAND   the run, as the table names it

Exit codes: 0 the table has the run's figures, 1 it has not, 2 usage or environment.
END
}

if [ $# -ne 2 ] || [ ! -f "$1" ]; then
    usage >&2
    exit 2
fi
figures=$(python3 -c '
import json, sys
total = json.load(open(sys.argv[1]))["summary"]["total"]
print(" | ".join(str(total[outcome]) for outcome in ("pass", "deviates", "expected-fail", "skip")), "|")
' "$1") || exit 2
row="| \`$2\` | $figures"
document=$(dirname "$0")/../docs/findings.md
if ! grep -qF "$row" "$document"; then
    echo "docs/findings.md lacks this row:" >&2
    echo "$row" >&2
    exit 1
fi
