//! How a defect is written down: what it does to which calls.

use crate::layer::{Below, Call, Hooks, Out, Ptr, call};
use crate::mutant::{Kind, Manner, Mutant};
use ur_ipc_api::{
    AdapterInfo, ContextInfo, DeviceInfo, EventInfo, PhysicalMemInfo, PlatformInfo, ProfilingInfo, QueueInfo,
    UrResult, UsmAllocInfo, VirtualMemGranularityInfo, VirtualMemInfo,
};

/// A mutant in the making.
pub(crate) struct Defect<'c> {
    mutant: &'c mut Mutant,
}

impl<'c> Defect<'c> {
    pub(crate) fn new(mutant: &'c mut Mutant) -> Self {
        Self { mutant }
    }

    fn hooks(&mut self) -> &mut Hooks {
        match &mut self.mutant.kind {
            Kind::Layer(hooks) => hooks,
            _ => unreachable!("a defect is a layer"),
        }
    }

    /// The requirements that it violates; the first is the one that it was made for.
    pub(crate) fn violates(self, requirements: &[&'static str]) -> Self {
        self.mutant.violates.extend(requirements);
        self
    }

    /// Does something in place of the call, where it gives a result.
    pub(crate) fn instead<C: Call>(
        mut self,
        body: impl Fn(&C, &Below) -> Option<UrResult> + Send + Sync + 'static,
    ) -> Self {
        C::slot(self.hooks()).add_instead(body);
        self
    }

    /// Refuses the call, where that is so, with this code; nothing is done then.
    pub(crate) fn refuses<C: Call>(
        self,
        code: UrResult,
        when: impl Fn(&C, &Below) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.instead(move |c: &C, ur| when(c, ur).then_some(code))
    }

    /// Does nothing, where that is so, and says that it was done.
    pub(crate) fn pretends<C: Call>(self, when: impl Fn(&C, &Below) -> bool + Send + Sync + 'static) -> Self {
        self.refuses(UrResult::SUCCESS, when)
    }

    /// Does something before the call.
    pub(crate) fn before<C: Call>(self, body: impl Fn(&C, &Below) + Send + Sync + 'static) -> Self {
        self.instead(move |c: &C, ur| {
            body(c, ur);
            None
        })
    }

    /// Makes another call in place of this one.
    pub(crate) fn changes<C: Call>(self, change: impl Fn(&C, &Below) -> C + Send + Sync + 'static) -> Self {
        self.instead(move |c: &C, ur| Some(change(c, ur).run(ur)))
    }

    /// Makes something else of the call's result.
    pub(crate) fn after<C: Call>(
        mut self,
        body: impl Fn(&C, UrResult, &Below) -> UrResult + Send + Sync + 'static,
    ) -> Self {
        C::slot(self.hooks()).add_after(body);
        self
    }

    /// Does something after a call that succeeded.
    pub(crate) fn then<C: Call>(self, body: impl Fn(&C, &Below) + Send + Sync + 'static) -> Self {
        self.after(move |c: &C, result, ur| {
            if result.is_success() {
                body(c, ur);
            }
            result
        })
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

    /// Says where it really happened: a pull request, a commit, a file.
    pub(crate) fn seen_in(self, source: &'static str) -> Self {
        self.mutant.source = Some(source);
        self
    }

    /// On another profile of the host backend.
    pub(crate) fn on(self, profile: &'static str) -> Self {
        self.mutant.profile = profile;
        self
    }

    /// Shows in another manner.
    pub(crate) fn by(self, manner: Manner) -> Self {
        self.mutant.manner = manner;
        self
    }
}

/// A call that asks for something by its name.
pub(crate) trait Query: Call {
    type Name: PartialEq + Copy;
    fn name(&self) -> Self::Name;
    fn size(&self) -> usize;
    fn value(&self) -> Ptr;
    fn size_ret(&self) -> Out<usize>;
}

macro_rules! queries {
    ($($entry:ident: $name:ty),* $(,)?) => {$(
        impl Query for call::$entry {
            type Name = $name;
            fn name(&self) -> $name {
                self.prop_name
            }
            fn size(&self) -> usize {
                self.prop_size
            }
            fn value(&self) -> Ptr {
                self.prop_value
            }
            fn size_ret(&self) -> Out<usize> {
                self.prop_size_ret
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
