//! The documents: their links, their commands, and the parts that have to agree with the sources.

mod commands;
mod headers;
mod markdown;

use crate::support::files::files_in;
use markdown::{Page, slug};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use ur_ipc_cts::api::{EntryPoint, Family};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The most words of the README, as `wc -w` counts them.
const README_WORDS: usize = 900;

/// A document, by its path from the root.
fn page(path: impl AsRef<Path>) -> Page {
    Page::read(&Path::new(ROOT).join(path))
}

/// The Markdown files in a folder, and in those within.
fn pages_in(folder: &str) -> Vec<PathBuf> {
    let mut pages = files_in(Path::new(ROOT).join(folder));
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// The folders of all crates, the root among them.
fn crates() -> Vec<PathBuf> {
    let manifests = files_in(ROOT).into_iter().filter(|path| path.ends_with("Cargo.toml"));
    manifests.filter_map(|manifest| Some(manifest.parent()?.to_owned())).collect()
}

#[test]
fn the_readme_is_one_screen() {
    let readme = page("README.md");
    let words = readme.text.split_whitespace().count();
    assert!(words <= README_WORDS, "README.md has {words} words, more than {README_WORDS}");
    let rust = concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"));
    assert!(readme.text.contains(rust), "README.md does not ask for {rust}");
}

#[test]
fn each_crate_has_a_readme() {
    let missing: Vec<_> = crates().into_iter().filter(|folder| !folder.join("README.md").exists()).collect();
    assert!(missing.is_empty(), "no README.md in {missing:?}");
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    let own = ["CONTRIBUTING.md", "CHANGELOG.md"].map(|path| Path::new(ROOT).join(path));
    let readmes = crates().into_iter().map(|folder| folder.join("README.md"));
    for path in own.into_iter().chain(readmes).chain(pages_in("docs")) {
        for link in Page::read(&path).links() {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.parent().expect("a file has a folder").join(file)
            };
            let is_page = target.extension().is_some_and(|extension| extension == "md");
            let found = target.exists()
                && (anchor.is_empty() || !is_page || Page::read(&target).anchors().contains(anchor));
            if !found {
                dead.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "links without a target:\n{}", dead.join("\n"));
}

/// The table of contents has each page of the guide, so that a book can be built of it.
#[test]
fn the_summary_has_each_page_of_the_guide() {
    let folder = Path::new(ROOT).join("docs");
    let listed: BTreeSet<PathBuf> =
        page("docs/SUMMARY.md").links().into_iter().map(|link| folder.join(link)).collect();
    let missing: Vec<_> = pages_in("docs/guide").into_iter().filter(|page| !listed.contains(page)).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md lacks {missing:?}");
}

/// The table of `docs/guide/backend.md` is that of the contract.
#[test]
fn the_guide_names_the_entry_points_of_each_family() {
    let mut wrong: Vec<&str> = EntryPoint::ALL.iter().map(|entry_point| entry_point.name).collect();
    wrong.retain(|name| {
        let needed_by = EntryPoint::named(name).expect("a row of the table").needed_by;
        shown_in_the_guide(name) != needed_by
    });
    assert!(wrong.is_empty(), "docs/guide/backend.md says something else of {wrong:?}");
}

/// The families that need an entry point, as the guide has it.
fn shown_in_the_guide(entry_point: &str) -> Vec<Family> {
    let guide = page("docs/guide/backend.md");
    let mut rows = guide.text.lines().filter(|line| line.starts_with("| `ur"));
    let row = rows.find(|row| row.contains(&format!("`{entry_point}`")));
    let Some(families) = row.and_then(|row| row.trim_end_matches(" |").rsplit("| ").next()) else {
        return Vec::new();
    };
    match families {
        "everything" | "all three families" => vec![Family::Memory, Family::Physical, Family::Event],
        some => some
            .split(", ")
            .map(|family| match family {
                "memory" => Family::Memory,
                "physical memory" => Family::Physical,
                "events" => Family::Event,
                other => panic!("no family: {other}"),
            })
            .collect(),
    }
}

#[test]
fn anchors_are_those_of_github() {
    assert_eq!(slug("Intel's driver without a GPU"), "intels-driver-without-a-gpu");
    assert_eq!(slug("1. `urGet`: a_b - c"), "1-urget-a_b---c");
}
