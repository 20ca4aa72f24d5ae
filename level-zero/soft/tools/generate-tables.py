#!/usr/bin/env python3
"""Writes src/ddi/tables.rs and src/exports/unsupported.rs from the sources of the Level Zero loader.

Usage: generate-tables.py <git directory of oneapi-src/level-zero> [<revision>]

The headers give the members of each table in their order, the loader gives the specification version that
introduced each. What level-zero-sys binds is implemented by this crate; all else is unsupported.
"""

import re
import subprocess
import sys
from pathlib import Path

CRATE = Path(__file__).resolve().parent.parent
FAMILIES = {"ze": "CORE", "zet": "TOOLS", "zes": "SYSMAN", "zer": "RUNTIME"}


def show(git_directory, revision, path):
    command = ["git", f"--git-dir={git_directory}", "show", f"{revision}:{path}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def members(header):
    """Names of the structures of tables, each with (function, member) pairs."""
    structures = re.findall(r"typedef struct _(\w+_dditable_t)\n\{(.*?)\n\}", header, re.S)
    return {name: re.findall(r"(\w+)_pfn(\w+)_t\s+(pfn\w+);", body) for name, body in structures}


def getters(header):
    """Names of the structures of tables, each with the function that fills it."""
    pattern = r"^(\w+ProcAddrTable)\(\n\s+ze_api_version_t version,[^\n]*\n\s+(\w+)\* pDdiTable"
    return {structure: getter for getter, structure in re.findall(pattern, header, re.M)}


def versions(loader):
    """Versions that introduced the members, by getter and member."""
    found = {}
    for getter, body in re.findall(r"^(\w+ProcAddrTable)\(\n(.*?)^\}", loader, re.S | re.M):
        pattern = r"if \(version >= ZE_API_VERSION_(\d+)_(\d+)\) \{\s*pDdiTable->(\w+)"
        for major, minor, member in re.findall(pattern, body):
            found[getter, member] = (int(major), int(minor))
    return found


def order(header, family):
    """Structures of the tables in the order of the driver's own list of tables."""
    body = re.search(rf"typedef struct _{family}_dditable_driver_t\n\{{(.*?)\n\}}", header, re.S).group(1)
    return re.findall(r"(\w+_dditable_t) \*", body)


def results(header):
    """Functions that return something else than ze_result_t."""
    pattern = r"typedef (\w+) \(ZE_APICALL \*(\w+)_pfn(\w+)_t\)\("
    kinds = ((prefix + name, kind.replace("uint32_t", "u32")) for kind, prefix, name in re.findall(pattern, header))
    return {name: kind for name, kind in kinds if kind != "ze_result_t"}


def wrapped(names, indent, end):
    """The names separated by spaces, in lines of at most 110 columns."""
    lines, line = [], indent
    for name in names:
        if len(line) + len(name) + 1 + len(end) > 110:
            lines.append(line)
            line = indent
        line += name if line == indent else " " + name
    return "\n".join([*lines, line + end])


def main():
    git_directory = sys.argv[1]
    revision = sys.argv[2] if len(sys.argv) > 2 else "HEAD"
    bound = (CRATE.parent / "sys/src/entry_points.rs").read_text()
    bound = set(re.findall(r"^\s*\(\d+, \d+\) (\w+)\(", bound, re.M))
    tables, unsupported, others = [], [], {}
    for family, constant in FAMILIES.items():
        header = show(git_directory, revision, f"include/{family}_ddi.h")
        since = versions(show(git_directory, revision, f"source/loader/{family}_ldrddi.cpp"))
        content, fills = members(header), getters(header)
        others |= results(header)
        tables.append(f"    {constant} {{\n")
        for structure in order(header, family):
            getter = fills[structure]
            tables.append(f"        {getter} {{\n")
            groups = []
            for prefix, name, member in content[structure]:
                version, function = since[getter, member], prefix + name
                if groups and version < groups[-1][0]:
                    sys.exit(f"{getter}: {member} is older than a member before it")
                if not groups or version != groups[-1][0]:
                    groups.append((version, []))
                groups[-1][1].append(function)
                if function not in bound:
                    unsupported.append(function)
            for (major, minor), functions in groups:
                tables.append(f"            ({major}, {minor})\n{wrapped(functions, ' ' * 16, ';')}\n")
            tables.append("        }\n")
        tables.append("    }\n")
    version = re.search(r"@version (v\S+)", show(git_directory, revision, "include/ze_ddi.h")).group(1)
    head = f"\n//!\n//! Written by `tools/generate-tables.py` from Level Zero {version}; not to be edited."
    (CRATE / "src/ddi/tables.rs").write_text(
        f"//! The tables and their functions.{head}\n\nuse super::define_tables;\nuse crate::dispatch::*;\n"
        f"use crate::exports::*;\n\ndefine_tables! {{\n{''.join(tables)}}}\n"
    )
    plain = [name for name in unsupported if name not in others]
    special = "".join(
        f"\n    {kind} {{\n{wrapped([n for n in unsupported if others.get(n) == kind], ' ' * 8, '')}\n    }}"
        for kind in sorted({others[name] for name in unsupported if name in others})
    )
    (CRATE / "src/exports/unsupported.rs").write_text(
        f"//! Functions that this driver does not have.{head}\n\nuse level_zero_sys::*;\n\n"
        f"use super::define_unsupported;\n\ndefine_unsupported! {{\n    ze_result_t {{\n"
        f"{wrapped(plain, ' ' * 8, '')}\n    }}{special}\n}}\n"
    )


main()
