//! Broken implementations of SYCL's extension: the Rust layer over the host backend, with some functions in the place of its
//! own.

mod aspects;
mod event;
mod event_signals;
mod handles;
mod memory;
mod memory_contents;
mod open;
mod physical_memory;
mod processes;
mod tools;

use crate::catalogue::Group;
use crate::kind::{Entry, Kind};
use crate::mutant::{Manifestation, Mutant};
use crate::variant::Variant;
use std::sync::Arc;
use ur_ipc_api::sycl::*;
use ur_ipc_api::{Layer, UrIpc, for_each_sycl_function};
use ur_ipc_cts::fixtures::Depth;

macro_rules! define_layer {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        type Body<T> = Option<Box<T>>;

        /// The actions of a change in the place of functions.
        #[derive(Default)]
        pub(crate) struct Hooks {
            $($name: Body<dyn Fn(&Below<'_>, $($ty,)*) -> Result<$out> + Send + Sync>,)*
        }

        #[allow(dead_code, reason = "no change needs all")]
        impl Below<'_> {
            $(
                pub(crate) fn $name(&self, $($arg: $ty,)*) -> Result<$out> {
                    // SAFETY: the arguments are those of a caller by the contract, or a change has put others in their place
                    // that keep to it as well.
                    unsafe { self.0.$name($($arg,)*) }
                }
            )*
        }

        #[allow(dead_code, reason = "not every function is changed")]
        impl<E: Entry> Change<'_, E> {
            $(
                /// Does something in the place of the function.
                pub(crate) fn $name(
                    mut self,
                    body: impl Fn(&Below<'_>, $($ty,)*) -> Result<$out> + Send + Sync + 'static,
                ) -> Self {
                    self.hooks().$name = Some(Box::new(body));
                    self
                }
            )*
        }

        impl SyclLayer for ChangeLayer {
            fn inner(&self) -> &dyn SyclIpc {
                &*self.inner
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> Result<$out> {
                    let below = Below(&*self.inner);
                    match &self.hooks.$name {
                        Some(body) => body(&below, $($arg,)*),
                        None => below.$name($($arg,)*),
                    }
                }
            )*
        }
    };
}

for_each_sycl_function!(define_layer);

/// The implementation below a change.
pub(crate) struct Below<'b>(&'b dyn SyclIpc);

/// An implementation with a change on top.
struct ChangeLayer {
    inner: Arc<dyn SyclIpc>,
    hooks: &'static Hooks,
}

/// A backend whose implementation of SYCL is changed.
pub(crate) struct Backend {
    inner: Arc<dyn UrIpc>,
    hooks: &'static Hooks,
}

impl Backend {
    pub(crate) fn new(inner: Arc<dyn UrIpc>, hooks: &'static Hooks) -> Self {
        Self { inner, hooks }
    }
}

impl Layer for Backend {
    fn inner(&self) -> &dyn UrIpc {
        &*self.inner
    }

    fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
        let inner = ur_ipc_sycl_layer::over(Arc::clone(&self.inner));
        Some(Arc::new(ChangeLayer { inner, hooks: self.hooks }))
    }
}

/// An entry of a catalogue in the making, whose change is about functions of SYCL.
pub(crate) struct Change<'c, E>(&'c mut E);

/// A mutant in the making.
pub(crate) type Defect<'c> = Change<'c, Mutant>;

/// A variant in the making.
pub(crate) type Freedom<'c> = Change<'c, Variant>;

impl<'c, E: Entry> Change<'c, E> {
    pub(crate) fn new(entry: &'c mut E) -> Self {
        Self(entry)
    }

    fn hooks(&mut self) -> &mut Hooks {
        let Kind::Sycl(hooks) = self.0.kind() else { unreachable!("an entry of SYCL") };
        hooks
    }

    /// Describes the change in a sentence.
    pub(crate) fn does(self, sentence: impl Into<String>) -> Self {
        *self.0.description() = sentence.into();
        self
    }

    /// On another profile of the host backend.
    pub(crate) fn on(self, profile: &'static str) -> Self {
        *self.0.profile() = profile;
        self
    }
}

impl Defect<'_> {
    /// Adds requirements that it violates, beside the one that it was made for.
    pub(crate) fn also(self, requirements: &[&'static str]) -> Self {
        self.0.violates.extend(requirements);
        self
    }
}

impl Freedom<'_> {
    /// The requirements whose freedom it uses.
    pub(crate) fn of(self, requirements: &[&'static str]) -> Self {
        self.0.of.extend(requirements);
        self
    }
}

/// Takes what is written in the files.
#[derive(Default)]
pub(crate) struct Catalogue(Vec<Mutant>);

impl Catalogue {
    /// A defect of the Rust layer over the host backend's default profile, made to violate this requirement.
    pub(crate) fn defect(&mut self, id: impl Into<String>, requirement: &'static str) -> Defect<'_> {
        self.add(id.into(), requirement, Kind::Sycl(Box::default()))
    }

    /// The Rust layer over a broken backend, of which this is the defect.
    pub(crate) fn over(&mut self, backend: &'static Mutant, requirement: &'static str) {
        let id = format!("over_{}", backend.id);
        let Change(mutant) = self.add(id, requirement, Kind::Over(&backend.kind));
        mutant.description.clone_from(&backend.description);
        (mutant.profile, mutant.manifestation) = (backend.profile, backend.manifestation);
    }

    fn add(&mut self, id: String, requirement: &'static str, kind: Kind) -> Defect<'_> {
        let (violates, source) = (vec![requirement], None);
        let (profile, manifestation, description) = ("default", Manifestation::Wrong, String::new());
        self.0.push(Mutant {
            id,
            description,
            violates,
            source,
            profile,
            manifestation,
            depth: Depth::Usual,
            kind,
        });
        Defect::new(self.0.last_mut().expect("just added"))
    }
}

type Files = &'static [fn(&mut Catalogue)];

const FOLDERS: &[(&str, Files)] = &[
    ("sycl_handles", &[aspects::defects, handles::defects, open::defects]),
    ("sycl_memory", &[memory::defects, memory_contents::defects]),
    ("sycl_physical_memory", &[physical_memory::defects]),
    ("sycl_event", &[event::defects, event_signals::defects]),
    ("sycl_processes", &[processes::defects]),
];

/// All of them.
pub(crate) fn groups() -> Vec<Group> {
    let group = |&(name, files): &(&'static str, Files)| {
        let mut catalogue = Catalogue::default();
        files.iter().for_each(|file| file(&mut catalogue));
        Group { name, mutants: catalogue.0 }
    };
    FOLDERS.iter().map(group).collect()
}
