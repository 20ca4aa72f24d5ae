//! All mutants, a folder for each family of requirements.

mod cross_process;
mod device_info;
mod event;
mod level_zero;
mod lifetime;
mod memory;
mod physical_memory;
pub(crate) mod tools;
mod unplanned;

use crate::change::Defect;
use crate::entries::{Entries, is_named};
use crate::kind::Kind;
use crate::layer::Interface;
use crate::layer::driver::LevelZero;
use crate::mutant::{Manifestation, Mutant};
use std::sync::LazyLock;
use ur_ipc_cts::fixtures::Depth;

/// The mutants of a folder.
pub struct Group {
    /// The folder's name.
    pub name: &'static str,
    /// In the order in which they are written.
    pub mutants: Vec<Mutant>,
}

/// Takes what is written in the files of a folder.
pub(crate) struct Catalogue(Entries<Mutant>, Depth);

impl Catalogue {
    /// A defect on top of the host backend's default profile, made to violate this requirement. It shows by what its
    /// calls do.
    pub(crate) fn defect(&mut self, id: impl Into<String>, requirement: &'static str) -> Defect<'_> {
        self.add(id.into(), requirement, Kind::Layer(Box::default()))
    }

    /// The same between the Level Zero backend and the software driver.
    pub(crate) fn driver_defect(&mut self, id: &str, requirement: &'static str) -> Defect<'_, LevelZero> {
        self.add(id.into(), requirement, Kind::Driver(Box::default()))
    }

    /// Takes defects that only thorough runs have to notice.
    pub(crate) fn thoroughly(&mut self, defects: fn(&mut Self)) {
        self.1 = Depth::Thorough;
        defects(self);
        self.1 = Depth::Usual;
    }

    fn add<I: Interface>(&mut self, id: String, requirement: &'static str, kind: Kind) -> Defect<'_, I> {
        let (description, violates, source) = (String::new(), vec![requirement], None);
        let (profile, manifestation, depth) = ("default", Manifestation::Wrong, self.1);
        Defect::new(self.0.add(id, |id| Mutant {
            id,
            description,
            violates,
            source,
            profile,
            manifestation,
            depth,
            kind,
        }))
    }
}

type Files = &'static [fn(&mut Catalogue)];

const FOLDERS: &[(&str, Files)] = &[
    ("device_info", device_info::FILES),
    ("memory", memory::FILES),
    ("physical_memory", physical_memory::FILES),
    ("event", event::FILES),
    ("lifetime", lifetime::FILES),
    ("cross_process", cross_process::FILES),
    ("level_zero", level_zero::FILES),
];

/// The folders.
pub static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| groups(FOLDERS, |_| true));

/// Defects that all tests of the suite pass, and that only exploration can find: no part of [`all`].
pub static UNPLANNED: LazyLock<Vec<Mutant>> =
    LazyLock::new(|| group(("unplanned", unplanned::FILES), |_| true).mutants);

fn group((name, files): (&'static str, Files), wants: fn(&str) -> bool) -> Group {
    let mut catalogue = Catalogue(Entries::new(wants), Depth::Usual);
    files.iter().for_each(|file| file(&mut catalogue));
    Group { name, mutants: catalogue.0.wanted() }
}

fn groups(folders: &[(&'static str, Files)], wants: fn(&str) -> bool) -> Vec<Group> {
    folders.iter().map(|folder| group(*folder, wants)).collect()
}

/// The mutants that the command line names.
#[must_use]
pub fn named() -> Vec<&'static Mutant> {
    static NAMED: LazyLock<Vec<Group>> = LazyLock::new(|| {
        let folders = [FOLDERS, &[("unplanned", unplanned::FILES)]].concat();
        groups(&folders, is_named)
    });
    NAMED.iter().flat_map(|group| &group.mutants).collect()
}

/// Every mutant that the suite has to kill.
#[must_use]
pub fn all() -> Vec<&'static Mutant> {
    GROUPS.iter().flat_map(|group| &group.mutants).collect()
}
