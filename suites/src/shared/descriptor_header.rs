//! Descriptors with the type of another structure, or with another structure behind them.

use crate::call_checks::get;
use crate::untouched::{UNTOUCHED, check_untouched};
use std::ffi::c_void;
use std::ptr::null;
use ur_ipc_fixtures::api::{
    EventHandle, ExpEventDesc, ExpEventFlags, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemProperties,
    StructureType, UsmDeviceDesc,
};
use ur_ipc_fixtures::hierarchy::{Events, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::{Called, InCase, TestResult, Tests};

/// An object made from such a descriptor is either refused or as good as any.
pub(super) fn tests<F: Described>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, F::CREATE);
    let draft = group.test("descriptor_header").checks(F::REQUIREMENT).needs(F::NEEDS);
    draft.on(|t, f: &UrQueueTest| {
        let other = UsmDeviceDesc::new(0);
        for (what, stype, next) in [
            ("a descriptor that says that it is another one", other.stype, null()),
            (
                "a descriptor with a structure behind it that is for others",
                F::TYPE,
                (&raw const other).cast(),
            ),
        ] {
            let (called, object) = F::create_from(f, stype, next)?;
            t.observe(what, called.result);
            if called.result.is_success() {
                let usable = is_shareable::<F>(f, F::raw(object)).in_case(what);
                F::release_call(f, F::raw(object)).ok()?;
                usable?;
            } else {
                called.expect_error()?;
                check_untouched(t, "the place for the object", object)?;
            }
        }
        let object = F::create(f.in_context(), 0)?;
        is_shareable::<F>(f, object.raw())?;
        object.release()
    });
}

/// The object can be exported and used.
#[track_caller]
fn is_shareable<F: Shareable>(f: &UrQueueTest, object: F::Raw) -> TestResult {
    let (called, data) = get::<F>(f.t(), f.context(), object);
    called.ok()?;
    F::put_call(f.t().ur(), f.context(), data).ok()?;
    F::write(f, object, f.t().source_pattern())?;
    F::verify(f, object, f.t().source_pattern())?;
    f.queue().finish()
}

/// A family whose objects are made from a descriptor.
pub(super) trait Described: Shareable {
    /// The prefix of the ids of its tests of creation.
    const CREATE: &'static str;
    /// The requirement of these tests.
    const REQUIREMENT: &'static str;
    /// The type that its descriptors say.
    const TYPE: StructureType;

    /// Creates an object for sharing from a descriptor of this type with this behind it, and gives what is in its place.
    #[track_caller]
    fn create_from(
        f: &UrQueueTest,
        stype: StructureType,
        p_next: *const c_void,
    ) -> TestResult<(Called<'_>, usize)>;

    /// Releases such an object.
    #[track_caller]
    fn release_call(f: &UrQueueTest, object: Self::Raw) -> Called<'_>;
}

impl Described for Physical {
    const CREATE: &'static str = "physical_memory::create";
    const REQUIREMENT: &'static str = "physical_memory.create.descriptor_header";
    const TYPE: StructureType = StructureType::PHYSICAL_MEM_PROPERTIES;

    fn create_from(
        f: &UrQueueTest,
        stype: StructureType,
        p_next: *const c_void,
    ) -> TestResult<(Called<'_>, usize)> {
        let mut object = PhysicalMemHandle::from_address(UNTOUCHED);
        let flags = PhysicalMemFlags::ENABLE_IPC;
        let properties = PhysicalMemProperties { stype, p_next, flags };
        let size = f.in_context().granularity()?;
        let (context, device, properties) = (f.context(), f.t().device(), &raw const properties);
        let called = f.t().ur().physical_mem_create(context, device, size, properties, &raw mut object);
        Ok((called, object.address()))
    }

    fn release_call(f: &UrQueueTest, object: PhysicalMemHandle) -> Called<'_> {
        f.t().ur().physical_mem_release(object)
    }
}

impl Described for Events {
    const CREATE: &'static str = "event::create";
    const REQUIREMENT: &'static str = "event.create.descriptor_header";
    const TYPE: StructureType = StructureType::EXP_EVENT_DESC;

    fn create_from(
        f: &UrQueueTest,
        stype: StructureType,
        p_next: *const c_void,
    ) -> TestResult<(Called<'_>, usize)> {
        let mut event = EventHandle::from_address(UNTOUCHED);
        let desc = ExpEventDesc { stype, p_next, flags: ExpEventFlags::IPC_EXP };
        let (context, device, desc) = (f.context(), f.t().device(), &raw const desc);
        let called = f.t().ur().event_create_exp(context, device, desc, &raw mut event);
        Ok((called, event.address()))
    }

    fn release_call(f: &UrQueueTest, object: EventHandle) -> Called<'_> {
        f.t().ur().event_release(object)
    }
}
