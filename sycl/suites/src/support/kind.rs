//! The trait of the three kinds of shared objects, for tests that are the same for each.

use super::{Bed, Guard};
use std::fmt::Debug;
use std::marker::PhantomData;
use ur_ipc_api::sycl::{Context, Handle, Overload, Place};
use ur_ipc_fixtures::{Answer, Need, Pattern, Sycl, TestResult};

/// The requirements of one kind that tests of all kinds check.
pub(crate) struct Ids {
    pub(crate) aspect: &'static str,
    pub(crate) handle_size: &'static str,
    pub(crate) own_process: &'static str,
    pub(crate) view: &'static str,
    pub(crate) default_context: &'static str,
    pub(crate) default_device: &'static str,
    pub(crate) without_context: &'static str,
    pub(crate) no_aspect: &'static str,
    pub(crate) wrong_size: &'static str,
    pub(crate) no_bytes: &'static str,
    pub(crate) repeated: &'static str,
    pub(crate) several_handles: &'static str,
    pub(crate) put_keeps_opened: &'static str,
    pub(crate) put_optional: &'static str,
    pub(crate) put_then_get: &'static str,
    pub(crate) ends_alone: &'static str,
    pub(crate) consumer_dies: &'static str,
    pub(crate) producer_dies: &'static str,
    pub(crate) no_leak: &'static str,
    pub(crate) mixed: &'static str,
}

/// One kind of shared objects.
pub(crate) trait Kind: 'static {
    /// "memory", "physical_memory", "event": a part of the ids of tests.
    const NAME: &'static str;
    /// The requirements that the tests check.
    const IDS: Ids;
    /// Capabilities of the device that it needs; the first is its aspect.
    const NEEDS: &'static [Need];
    /// An object, or a pointer.
    type Raw: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The tests of DPC++ that a test of this name repeats.
    fn twins(test: &str) -> &'static [&'static str];

    /// An object that can be exported, in the context; the same in the default context where `by_default`. Objects of
    /// different `variant` have different sizes where the kind has sizes.
    #[track_caller]
    fn create(bed: &Bed, variant: usize, by_default: bool) -> TestResult<Guard<Self::Raw>>;

    /// Writes the pattern into an object; of events, signals it, and waits.
    #[track_caller]
    fn write(bed: &Bed, object: Self::Raw, pattern: Pattern) -> TestResult;

    /// Checks that an object is usable and holds the pattern; of events, that a wait for it returns.
    #[track_caller]
    fn verify(bed: &Bed, object: Self::Raw, pattern: Pattern) -> TestResult;

    /// `get`; of memory, with or without the context.
    fn get(sycl: &Sycl, object: Self::Raw, context: Option<Context>) -> Answer<'_, Handle>;

    /// `put`, with or without the context.
    fn put(sycl: &Sycl, handle: Handle, context: Option<Context>) -> Answer<'_, ()>;

    /// `open`.
    fn open<'s>(sycl: &'s Sycl, bytes: &[u8], overload: Overload, place: Place) -> Answer<'s, Self::Raw>;

    /// Ends what was opened; of memory, with or without the context.
    fn close(sycl: &Sycl, object: Self::Raw, context: Option<Context>) -> Answer<'_, ()>;
}

/// An exported object's handle, which is destroyed on drop, and not put.
pub(crate) struct Export<K: Kind> {
    handle: Guard<Handle>,
    bytes: Vec<u8>,
    kind: PhantomData<K>,
}

impl<K: Kind> Export<K> {
    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts the handle, and destroys it.
    #[track_caller]
    pub(crate) fn put(self, bed: &Bed) -> TestResult {
        self.put_with(bed, Some(bed.context()))
    }

    /// Puts the handle with this context or without one, and destroys it.
    #[track_caller]
    pub(crate) fn put_with(self, bed: &Bed, context: Option<Context>) -> TestResult {
        K::put(bed.sycl(), self.handle.raw(), context).ok()?;
        self.handle.end()
    }

    /// Destroys the handle, which puts nothing.
    #[track_caller]
    pub(crate) fn destroy(self) -> TestResult {
        self.handle.end()
    }
}

impl Bed {
    /// Exports an object of the context.
    #[track_caller]
    pub(crate) fn export<K: Kind>(&self, object: K::Raw) -> TestResult<Export<K>> {
        self.export_with(object, Some(self.context()))
    }

    /// Exports an object with this context or without one.
    #[track_caller]
    pub(crate) fn export_with<K: Kind>(
        &self,
        object: K::Raw,
        context: Option<Context>,
    ) -> TestResult<Export<K>> {
        let handle = K::get(self.sycl(), object, context).ok()?;
        let handle = self.guard(handle, |sycl, handle, _| sycl.handle_destroy(handle));
        let bytes = self.sycl().handle_data(handle.raw()).ok()?;
        Ok(Export { handle, bytes, kind: PhantomData })
    }

    /// Opens bytes on the device, in the context.
    #[track_caller]
    pub(crate) fn open<K: Kind>(&self, bytes: &[u8]) -> TestResult<Guard<K::Raw>> {
        self.open_by::<K>(bytes, Overload::Data)
    }

    /// Opens bytes by one of the overloads with a context.
    #[track_caller]
    pub(crate) fn open_by<K: Kind>(&self, bytes: &[u8], overload: Overload) -> TestResult<Guard<K::Raw>> {
        let opened = K::open(self.sycl(), bytes, overload, self.place()).ok()?;
        Ok(self.opened::<K>(opened))
    }

    /// Guards an import that was opened in the context.
    pub(crate) fn opened<K: Kind>(&self, opened: K::Raw) -> Guard<K::Raw> {
        self.guard(opened, |sycl, opened, context| K::close(sycl, opened, Some(context)))
    }

    /// Guards an import that was opened without a context.
    pub(crate) fn opened_by_default<K: Kind>(&self, opened: K::Raw) -> Guard<K::Raw> {
        self.guard(opened, |sycl, opened, _| K::close(sycl, opened, None))
    }
}
