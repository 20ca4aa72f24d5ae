//! The structure of the harness: small crates, no circle between modules, a drawing of the
//! crates from their manifests. `UPDATE_DRAWING=1 cargo test -p ur-ipc-cli --test sources` takes a new one.

use super::{CRATES, folder, sources, text};
use proc_macro2::TokenStream;
use rstest::rstest;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, File, ItemMod, ItemUse, UseTree, Visibility};

/// Lines of Rust in a crate.
const MOST_LINES: usize = 12_000;
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/architecture.md");
const MARKS: [&str; 2] = ["<!-- the harness' crates: made by a test -->\n", "<!-- end -->\n"];

#[rstest]
fn a_crate_can_be_read(#[values("isolated", "report", "certificate", "core", "explore", "cli")] name: &str) {
    let lines: usize = sources(&folder(name)).iter().map(|path| text(path).lines().count()).sum();
    assert!(lines < MOST_LINES, "harness/{name} has {lines} lines: cut it");
}

/// Where a manifest says `test = false`, cargo would leave unit tests out without a word.
#[rstest]
fn no_unit_tests_where_none_run(
    #[values("proof/mutants", "sycl/suites", "sycl/layer", "backends/ur/abi")] name: &str,
) {
    let krate = folder("..").join(name);
    let manifest = text(&krate.join("Cargo.toml"));
    assert!(manifest.contains("\ntest = false\n"), "{name} has unit tests now: leave it out here");
    for path in sources(&krate.join("src")) {
        assert!(!text(&path).contains("#[cfg(test)]"), "{}: these tests never run", path.display());
    }
}

/// The paths that a module names, from the root of its crate, without those of its tests.
struct Named<'m> {
    /// The path of the module.
    module: &'m [String],
    paths: BTreeSet<Vec<String>>,
}

impl Named<'_> {
    fn add(&mut self, path: &[String]) {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let base = match path.first().map(String::as_str) {
            Some("crate") => Some((&[][..], 1)),
            Some("super") => self.module.len().checked_sub(supers).map(|left| (&self.module[..left], supers)),
            _ => None,
        };
        if let Some((base, skipped)) = base {
            self.paths.insert(base.iter().chain(&path[skipped..]).cloned().collect());
        }
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |part: String| [before, &[part]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(path.ident.to_string())),
            UseTree::Name(name) => self.add(&with(name.ident.to_string())),
            UseTree::Rename(name) => self.add(&with(name.ident.to_string())),
            UseTree::Glob(_) => self.add(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before)),
        }
    }
}

impl<'ast> Visit<'ast> for Named<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&parts);
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_of_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tokens: Option<TokenStream> = attribute.meta.require_list().ok().map(|list| list.tokens.clone());
        attribute.path().is_ident("cfg") && tokens.is_some_and(|tokens| tokens.to_string().contains("test"))
    })
}

/// The modules below the root of a crate, and which of the others each names.
fn modules(of: &str) -> BTreeMap<String, BTreeSet<String>> {
    let root = folder(of).join("src");
    let parsed = |path: &Path| -> File {
        syn::parse_file(&text(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let lib = parsed(&root.join("lib.rs"));
    let mut modules = BTreeMap::new();
    let mut exported = BTreeMap::new();
    for item in &lib.items {
        match item {
            syn::Item::Mod(item) if !is_of_tests(&item.attrs) => {
                modules.insert(item.ident.to_string(), BTreeSet::new());
            }
            syn::Item::Use(item) if !matches!(item.vis, Visibility::Inherited) => {
                let mut named = Named { module: &[], paths: BTreeSet::new() };
                named.tree(&item.tree, &["crate".to_owned()]);
                exported.extend(
                    named
                        .paths
                        .into_iter()
                        .filter_map(|path| Some((path.last()?.clone(), path.first()?.clone()))),
                );
            }
            _ => {}
        }
    }
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).expect("below it").with_extension("");
        let mut module: Vec<String> = inside
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .filter(|part| part != "mod")
            .collect();
        let tests = module.iter().any(|part| part == "tests" || part == "samples");
        if tests || module == ["lib"] || !modules.contains_key(&module[0]) {
            continue;
        }
        let file = parsed(&path);
        let mut named = Named { module: &module, paths: BTreeSet::new() };
        named.visit_file(&file);
        let paths = std::mem::take(&mut named.paths);
        let own = module.swap_remove(0);
        for first in paths.into_iter().filter_map(|path| path.into_iter().next()) {
            let other = if modules.contains_key(&first) { Some(&first) } else { exported.get(&first) };
            if let Some(other) = other.filter(|other| **other != own).cloned()
                && modules.contains_key(&other)
            {
                modules.get_mut(&own).expect("looked for").insert(other);
            }
        }
    }
    modules
}

#[rstest]
fn no_module_stands_on_one_that_stands_on_it(
    #[values("isolated", "report", "certificate", "core", "explore", "cli")] name: &str,
) {
    let mut left = modules(name);
    assert!(left.values().any(|others| !others.is_empty()), "nothing was found");
    // Those that stand on nothing that is left are taken away, until there are none.
    while let Some(free) = left.iter().find(|(_, others)| others.is_empty()).map(|(name, _)| name.clone()) {
        left.remove(&free);
        left.values_mut().for_each(|others| {
            others.remove(&free);
        });
    }
    assert!(left.is_empty(), "in harness/{name}, in a circle or on one: {left:#?}");
}

/// The crates of the workspace that a crate is built on, and what it is, by its manifest.
fn manifest(of: &str) -> (BTreeSet<String>, String) {
    let text = text(&folder(of).join("Cargo.toml"));
    let section = text.split("\n[").find(|section| section.starts_with("dependencies]")).expect("a section");
    let names = section.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    let own = names.filter(|name| name.starts_with("ur-ipc-")).map(str::to_owned).collect();
    let description = text.lines().find_map(|line| line.strip_prefix("description = \"")).expect("one");
    (own, description.trim_end_matches('"').to_owned())
}

fn drawing() -> String {
    let name = |of: &str| if of == "core" { "ur-ipc-harness".to_owned() } else { format!("ur-ipc-{of}") };
    let uses: BTreeMap<String, BTreeSet<String>> =
        CRATES.iter().map(|of| (name(of), manifest(of).0)).collect();
    let mut text = "```mermaid\nflowchart TD\n".to_owned();
    for of in CRATES.iter().rev() {
        let all = &uses[&name(of)];
        // What follows from others has no arrow.
        let follows = |other: &String| {
            all.iter().any(|between| uses.get(between).is_some_and(|those| those.contains(other)))
        };
        for other in all.iter().filter(|other| !follows(other)) {
            writeln!(text, "    {} --> {other}", name(of)).expect("a text");
        }
    }
    text += "```\n\n| folder | crate | what it is |\n|---|---|---|\n";
    for of in CRATES.iter().rev() {
        let (_, description) = manifest(of);
        writeln!(text, "| `harness/{of}` | `{}` | {description} |", name(of)).expect("a text");
    }
    text
}

#[test]
fn the_drawing_is_of_the_crates() {
    let document = text(Path::new(DOCUMENT));
    let (before, rest) = document.split_once(MARKS[0]).expect("the mark where it begins");
    let (there, after) = rest.split_once(MARKS[1]).expect("the mark where it ends");
    let drawing = drawing();
    if std::env::var_os("UPDATE_DRAWING").is_some() {
        let [begin, end] = MARKS;
        std::fs::write(DOCUMENT, format!("{before}{begin}{drawing}{end}{after}")).expect("it can be written");
    } else {
        assert_eq!(there, drawing, "UPDATE_DRAWING=1 takes a new one");
    }
}
