//! Changes of a backend, for defects and variants: the changed calls, and their new behaviour.

use crate::catalogue::tools::leak_descriptor;
use crate::kind::Entry;
use crate::layer::{Below, Call, Interface, Ptr, Ur, call};
use crate::mutant::{Manifestation, Mutant};
use crate::variant::Variant;
use std::marker::PhantomData;
use std::process;
use ur_ipc_api::{
    AdapterInfo, ContextInfo, DeviceInfo, EventInfo, PhysicalMemInfo, PlatformInfo, ProfilingInfo, QueueInfo,
    UsmAllocInfo, VirtualMemGranularityInfo, VirtualMemInfo,
};
use ur_ipc_cts::fixtures::Need;

/// An entry of a catalogue in the making, whose change is about the calls of this interface.
pub(crate) struct Change<'c, E, I: Interface = Ur> {
    entry: &'c mut E,
    interface: PhantomData<I>,
}

/// A mutant in the making.
pub(crate) type Defect<'c, I = Ur> = Change<'c, Mutant, I>;

/// A variant in the making.
pub(crate) type Freedom<'c, I = Ur> = Change<'c, Variant, I>;

impl<'c, E: Entry, I: Interface> Change<'c, E, I> {
    pub(crate) fn new(entry: &'c mut E) -> Self {
        Self { entry, interface: PhantomData }
    }

    fn hooks(&mut self) -> &mut I::Hooks {
        I::hooks(self.entry.kind()).expect("an entry of this interface")
    }

    /// Describes the change in a sentence.
    pub(crate) fn does(self, sentence: impl Into<String>) -> Self {
        *self.entry.description() = sentence.into();
        self
    }

    /// Has what several changes have in common.
    pub(crate) fn with(self, common: impl FnOnce(Self) -> Self) -> Self {
        common(self)
    }

    /// Does something in place of the call, where it gives a result.
    pub(crate) fn instead<C: Call<I>>(
        mut self,
        body: impl Fn(&C, &I::Below) -> Option<I::Result> + Send + Sync + 'static,
    ) -> Self {
        C::slot(self.hooks()).add_instead(body);
        self
    }

    /// Refuses the call, where that is so, with this code; nothing is done then.
    pub(crate) fn refuses<C: Call<I>>(
        self,
        code: I::Result,
        when: impl Fn(&C, &I::Below) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.instead(move |c: &C, below| when(c, below).then_some(code))
    }

    /// Does nothing, where that is so, and says that it was done.
    pub(crate) fn pretends<C: Call<I>>(
        self,
        when: impl Fn(&C, &I::Below) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.instead(move |c: &C, below| when(c, below).then_some(I::SUCCESS))
    }

    /// Does something before the call.
    pub(crate) fn before<C: Call<I>, R>(
        mut self,
        body: impl Fn(&C, &I::Below) -> R + Send + Sync + 'static,
    ) -> Self {
        C::slot(self.hooks()).add_before(body);
        self
    }

    /// Makes another call in place of this one.
    pub(crate) fn changes<C: Call<I>>(
        self,
        change: impl Fn(&C, &I::Below) -> C + Send + Sync + 'static,
    ) -> Self {
        self.instead(move |c: &C, below| Some(change(c, below).run(below)))
    }

    /// Makes something else of the call's result.
    pub(crate) fn after<C: Call<I>>(
        mut self,
        body: impl Fn(&C, I::Result, &I::Below) -> I::Result + Send + Sync + 'static,
    ) -> Self {
        C::slot(self.hooks()).add_after(body);
        self
    }

    /// Does something after a call that succeeded.
    pub(crate) fn then<C: Call<I>, R>(
        mut self,
        body: impl Fn(&C, &I::Below) -> R + Send + Sync + 'static,
    ) -> Self {
        C::slot(self.hooks()).add_then(body);
        self
    }

    /// Does something after a call that failed.
    pub(crate) fn failed<C: Call<I>, R>(
        self,
        body: impl Fn(&C, &I::Below) -> R + Send + Sync + 'static,
    ) -> Self {
        self.after(move |c: &C, result, below| {
            if result != I::SUCCESS {
                body(c, below);
            }
            result
        })
    }

    /// Loses a descriptor before the call, where that is so, as code does that forgets to close its copy.
    pub(crate) fn leaks<C: Call<I>>(
        self,
        when: impl Fn(&C, &I::Below) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.before(move |c: &C, below| when(c, below).then(leak_descriptor))
    }
}

impl<I: Interface> Defect<'_, I> {
    /// Adds requirements that it violates, beside the one that it was made for.
    pub(crate) fn also(self, requirements: &[&'static str]) -> Self {
        self.entry.violates.extend(requirements);
        self
    }

    /// Ends the process in place of the call, where that is so.
    pub(crate) fn aborts<C: Call<I>>(
        self,
        when: impl Fn(&C, &I::Below) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.by(Manifestation::Crash).before(move |c: &C, below| when(c, below).then(|| process::abort()))
    }

    /// Says where it really happened: a pull request, a commit, a file.
    pub(crate) fn seen_in(self, source: &'static str) -> Self {
        self.entry.source = Some(source);
        self
    }

    /// Shows in another way.
    pub(crate) fn by(self, manifestation: Manifestation) -> Self {
        self.entry.manifestation = manifestation;
        self
    }
}

impl<I: Interface> Freedom<'_, I> {
    /// The requirements whose freedom it uses.
    pub(crate) fn of(self, requirements: &[&'static str]) -> Self {
        self.entry.of.extend(requirements);
        self
    }

    /// SYCL's text leaves no such freedom, so that its suite may accuse the Rust layer over it.
    pub(crate) fn forbidden_by_sycl(self) -> Self {
        self.entry.forbidden_by_sycl = true;
        self
    }

    /// Adds capabilities that its base has and it lacks: tests that need one of these may be skipped.
    pub(crate) fn lacks(self, needs: &[Need]) -> Self {
        self.entry.lacks.extend(needs.iter().map(Need::to_string));
        self
    }
}

impl<E: Entry> Change<'_, E> {
    /// On another profile of the host backend.
    pub(crate) fn on(self, profile: &'static str) -> Self {
        *self.entry.profile() = profile;
        self
    }

    /// Does not claim to validate arguments.
    pub(crate) fn claims_no_validation(mut self) -> Self {
        self.hooks().claims_no_validation();
        self
    }

    /// Gives another answer to this query, where it was answered.
    pub(crate) fn answers<Q: Query, T: Copy>(
        self,
        name: Q::Name,
        answer: impl Fn(&Q, T, &Below) -> T + Send + Sync + 'static,
    ) -> Self
    where
        Q::Name: Send + Sync + 'static,
    {
        self.then(move |c: &Q, ur| {
            if c.name() == name
                && let Some(value) = c.value().read::<T>()
            {
                c.value().write(answer(c, value, ur));
            }
        })
    }
}

/// A call that asks for something by its name.
pub(crate) trait Query: Call {
    type Name: PartialEq + Copy;
    fn name(&self) -> Self::Name;
    fn value(&self) -> Ptr;
}

macro_rules! queries {
    ($($entry:ident: $name:ty),* $(,)?) => {$(
        impl Query for call::$entry {
            type Name = $name;
            fn name(&self) -> $name {
                self.prop_name
            }
            fn value(&self) -> Ptr {
                self.prop_value
            }
        }
    )*};
}

queries! {
    adapter_get_info: AdapterInfo,
    platform_get_info: PlatformInfo,
    device_get_info: DeviceInfo,
    context_get_info: ContextInfo,
    queue_get_info: QueueInfo,
    event_get_info: EventInfo,
    event_get_profiling_info: ProfilingInfo,
    usm_get_mem_alloc_info: UsmAllocInfo,
    virtual_mem_granularity_get_info: VirtualMemGranularityInfo,
    virtual_mem_get_info: VirtualMemInfo,
    physical_mem_get_info: PhysicalMemInfo,
}
