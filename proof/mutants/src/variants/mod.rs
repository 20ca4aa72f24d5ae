//! All variants: a file for each family of requirements, and for each freedom that several families have.
//!
//! A variant is a backend that conforms in another way than the backends of this project, by a freedom that a text
//! leaves. It has an id, the sentence that leaves the freedom, the requirements about it, and its changes of calls. They
//! are written in the same words as a defect of `catalogue`.

mod careless;
mod codes;
mod counted;
mod cross_process;
mod deferred;
mod device_info;
mod event;
mod handles;
mod layouts;
mod level_zero;
mod level_zero_settings;
mod lifetime;
mod memory;
mod own;
mod physical_memory;
mod sycl;
mod tools;

use crate::change::Freedom;
use crate::entries::{Entries, is_named};
use crate::kind::Kind;
use crate::layer::Interface;
use crate::layer::driver::LevelZero;
use crate::variant::Variant;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Takes what is written in the files.
pub(crate) struct Catalogue(Entries<Variant>);

impl Catalogue {
    /// A variant on top of the host backend's default profile, which this sentence allows: a quotation with its place, or
    /// what is not said, and where it would have to be. What stands in quotation marks is there word for word, in the
    /// revision that the files of `spec` name, as it is published: `$x` and `$X` are `ur` and `UR`, or `ze` and `ZE`.
    pub(crate) fn variant(&mut self, id: impl Into<String>, allowed_by: impl Into<String>) -> Freedom<'_> {
        self.add(id, allowed_by, Kind::Layer(Box::default()))
    }

    /// The same between the Level Zero backend and the software driver: a freedom of Level Zero's.
    pub(crate) fn driver_variant(
        &mut self,
        id: impl Into<String>,
        allowed_by: impl Into<String>,
    ) -> Freedom<'_, LevelZero> {
        self.add(id, allowed_by, Kind::Driver(Box::default()))
    }

    /// The same in functions of SYCL's, over the Rust layer on the host backend: a freedom of SYCL's text.
    pub(crate) fn sycl_variant(
        &mut self,
        id: impl Into<String>,
        allowed_by: impl Into<String>,
    ) -> crate::sycl::Freedom<'_> {
        crate::sycl::Freedom::new(self.entry(id.into(), allowed_by.into(), Kind::Sycl(Box::default())))
    }

    fn add<I: Interface>(
        &mut self,
        id: impl Into<String>,
        allowed_by: impl Into<String>,
        kind: Kind,
    ) -> Freedom<'_, I> {
        Freedom::new(self.entry(id.into(), allowed_by.into(), kind))
    }

    fn entry(&mut self, id: String, allowed_by: String, kind: Kind) -> &mut Variant {
        let (description, of, profile, lacks) = (String::new(), Vec::new(), "default", BTreeSet::new());
        self.0.add(id, |id| Variant {
            id,
            description,
            allowed_by,
            of,
            profile,
            lacks,
            forbidden_by_sycl: false,
            kind,
        })
    }
}

type Files = &'static [fn(&mut Catalogue)];

/// The files: what goes through several families first.
const ALL: &[Files] = &[
    &[layouts::variants, codes::variants, deferred::variants, careless::variants, own::variants],
    device_info::FILES,
    memory::FILES,
    physical_memory::FILES,
    event::FILES,
    lifetime::FILES,
    cross_process::FILES,
    level_zero::FILES,
    level_zero_settings::FILES,
    sycl::FILES,
];

fn read(wants: fn(&str) -> bool) -> Vec<Variant> {
    let mut catalogue = Catalogue(Entries::new(wants));
    ALL.iter().copied().flatten().for_each(|file| file(&mut catalogue));
    catalogue.0.wanted()
}

/// Every variant.
#[must_use]
pub fn all() -> Vec<&'static Variant> {
    static ALL: LazyLock<Vec<Variant>> = LazyLock::new(|| read(|_| true));
    ALL.iter().collect()
}

/// The variants that the command line names.
#[must_use]
pub fn named() -> Vec<&'static Variant> {
    static NAMED: LazyLock<Vec<Variant>> = LazyLock::new(|| read(is_named));
    NAMED.iter().collect()
}
