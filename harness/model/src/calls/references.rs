//! References, and what objects say of themselves.

use super::Verb;
use crate::generate::{Draft, ENOUGH};
use crate::state::{Kind, Life, NotEnabled, Object, Origin, State, why};
use crate::{Allowed, CommandQuery, Name, Observable, Observed, Process, Values, verb};
use ur_ipc_api::{CommandType, UrResult, UsmType};

impl Verb for verb::Info {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.judge_info(process, self.of, self.at)
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let of = draft.own(process, |kind| {
            matches!(
                kind,
                Kind::Memory { imported: true, .. }
                    | Kind::Physical { .. }
                    | Kind::Mapping { .. }
                    | Kind::Event { .. }
                    | Kind::Queue { .. }
            )
        })?;
        let at = draft.block_within(of);
        Some(Self { of, at })
    }
}

impl Verb for verb::Ask {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        // Most may be refused as well.
        Ok(match self.what {
            CommandQuery::Empty => {
                let Kind::Queue { queue, .. } = state.usable(process, self.of)?.kind else {
                    return why(self.of, "is no queue");
                };
                // Made while commands are held back, as it enqueues nothing and tells something only then.
                let waits = state.is_held_back(&state.queues[queue].clock);
                let says: &[_] = if waits { &["event.imported.queue_kinds"] } else { &[] };
                Allowed::default().only(Observable::Empty, 0, says)
            }
            CommandQuery::Queue => {
                state.is_unused_import(process, self.of)?;
                Allowed::default().only(Observable::Queue, 0, &["event.imported.info_command_queue"])
            }
            CommandQuery::Type => {
                state.is_unused_import(process, self.of)?;
                let says = &["event.imported.info_command_type"];
                let codes = [UrResult::SUCCESS, UrResult::ERROR_UNSUPPORTED_ENUMERATION];
                let types = CommandType::NAMED.iter().map(|named| named.0.into()).collect();
                Allowed::codes(&codes, says).rule(Observable::CommandType, Values::OneOf(types), says)
            }
        })
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        if draft.chance(2) {
            // There is something to be told of one with commands that wait.
            let waits = draft.pick(|state, _, object| {
                let is_held = |queue: usize| state.is_held_back(&state.queues[queue].clock);
                object.process == process
                    && matches!(object.kind, Kind::Queue { queue, .. } if is_held(queue))
            });
            let of = waits.or_else(|| draft.own(process, |kind| matches!(kind, Kind::Queue { .. })))?;
            return Some(Self { of, what: CommandQuery::Empty });
        }
        let imported = |kind: &Kind| matches!(kind, Kind::Event { origin: Origin::Imported, .. });
        let of = draft.own(process, imported)?;
        let what = if draft.chance(2) { CommandQuery::Queue } else { CommandQuery::Type };
        Some(Self { of, what })
    }
}

impl Verb for verb::Retain {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        match state.usable(process, self.object)?.kind {
            Kind::Physical { origin: Origin::Imported, .. } => {
                Ok(Allowed::success(&["physical_memory.info.imported_refcount"]))
            }
            Kind::Event { origin: Origin::Imported, .. } => Ok(Allowed::success(&["event.open.refcount"])),
            Kind::Context { .. } | Kind::Queue { .. } | Kind::Physical { .. } | Kind::Event { .. } => {
                Ok(Allowed::default())
            }
            _ => why(self.object, "has no references that are counted"),
        }
    }

    fn effect(&self, state: &mut State, _: Process, _: &Observed) {
        if let Some(references) = state.objects.get_mut(&self.object).and_then(Object::references) {
            *references += 1;
        }
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let object = draft.own(process, |kind| {
            matches!(
                kind,
                Kind::Context { .. } | Kind::Queue { .. } | Kind::Physical { .. } | Kind::Event { .. }
            )
        })?;
        let references = draft.state.objects.get_mut(&object).and_then(Object::references).copied();
        // In a long program they would grow without an end.
        let many = draft.is_long && references.is_some_and(|references| references as usize > ENOUGH);
        (!many).then_some(Self { object })
    }
}

impl Verb for verb::Release {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.judge_release(process, self.object)
    }

    fn effect(&self, state: &mut State, _: Process, _: &Observed) {
        state.drop_reference(self.object);
    }
}

impl State {
    /// Whether it is an import that no command has used yet: what it says after that is for the queries of its queue and command.
    fn is_unused_import(&self, process: Process, name: Name) -> Result<(), NotEnabled> {
        let (event, object) = self.event(process, name)?;
        if !object.is_imported() {
            return why(name, "was not opened");
        }
        if self.events[event].last.is_some() {
            return why(name, "has a command");
        }
        Ok(())
    }

    fn judge_release(&self, process: Process, name: Name) -> Result<Allowed, NotEnabled> {
        let object = self.find(process, name)?;
        let alone = !self.objects.contains_key(&object.context);
        let mut says = match object.kind {
            Kind::Context { references, .. } => {
                self.free_to_call(process)?;
                if references == 1
                    && let Some((left, _)) = self.objects.iter().find(|(own, other)| {
                        **own != name && other.context == name && !other.outlives_context()
                    })
                {
                    return why(*left, "is still in the context");
                }
                return Ok(Allowed::default());
            }
            Kind::Queue { references, .. } if references > 1 => {
                self.free_to_call(process)?;
                return Ok(Allowed::default());
            }
            Kind::Queue { queue, .. } => {
                self.free_to_call(process)?;
                let clock = &self.queues[queue].clock;
                if !self.done.covers_all(clock) && self.teller(process, object.context, clock).is_none() {
                    return why(
                        name,
                        "has commands that may not be over, and no event of its context comes behind them",
                    );
                }
                return Ok(Allowed::default());
            }
            Kind::Physical { references, origin, .. } => {
                self.free_to_call(process)?;
                if references == 1 && self.mapping_of(name).is_some() {
                    return why(name, "is mapped");
                }
                match origin {
                    Origin::Plain => vec![],
                    Origin::Shared => vec!["physical_memory.put.keeps_source"],
                    Origin::Imported => vec!["physical_memory.close.release_equivalent"],
                }
            }
            Kind::Event { references, origin, event, .. } => {
                let pending = |clock| !self.done.covers_all(clock);
                let signals = &self.events[event];
                if origin != Origin::Imported
                    && references == 1
                    && (signals.last.as_ref().is_some_and(pending)
                        || signals.access.is_used(&self.done, |_| true))
                {
                    return why(name, "may have a signal or a wait pending");
                }
                match origin {
                    Origin::Plain => vec![],
                    Origin::Shared => vec!["lifetime.event.release_order"],
                    Origin::Imported if signals.last.as_ref().is_some_and(pending) => {
                        vec!["lifetime.event.release_while_pending", "lifetime.event.release_in_wait_list"]
                    }
                    Origin::Imported => vec!["lifetime.event.final_release"],
                }
            }
            _ => return why(name, "has no references that are counted"),
        };
        if alone {
            says.push("lifetime.context.release_before_object");
        }
        Ok(Allowed::success(&says))
    }

    fn judge_info(&self, process: Process, name: Name, at: u32) -> Result<Allowed, NotEnabled> {
        let object = self.usable(process, name)?;
        match object.kind {
            Kind::Memory { storage, imported: true, offset } => {
                let blocks = self.storages[storage].blocks.len() as u32;
                if at >= blocks - offset {
                    return why(name, "has not so many blocks");
                }
                if self.storages[storage].life != Life::Held {
                    return why(name, "is left to be closed: what it was opened from is no more");
                }
                let says = &["memory.open.alloc_info"];
                // Opened on another device than the source's, it may say either.
                let of_device: &[_] = if self.is_across([name]) { &[] } else { says };
                let allowed = Allowed::success(says)
                    .only(Observable::MemoryType, UsmType::DEVICE.0.into(), says)
                    .only(Observable::SameDevice, 1, of_device)
                    .rule(Observable::Before, Values::AllBut(vec![u64::MAX]), says);
                let allowed = sizes(allowed, &["memory.open.alloc_info_sizes"]);
                // In blocks; who asks knows their size.
                let behind = blocks - offset - at;
                Ok(allowed.rule(Observable::Size, Values::AtLeast(behind.into()), says))
            }
            _ if at != 0 => why(name, "is asked as a whole"),
            Kind::Physical { storage, origin, address, .. } => {
                let imported = origin == Origin::Imported;
                let blocks = self.storages[storage].blocks.len() as u64;
                let mut allowed = if imported {
                    Allowed::success(&["physical_memory.info.imported_properties"])
                        .only(Observable::SameDevice, 1, &["physical_memory.info.imported_device"])
                        .only(
                            Observable::Size,
                            blocks,
                            &[
                                "physical_memory.info.imported_size",
                                "cross_process.physical_memory.size_and_info",
                            ],
                        )
                } else {
                    let says = &["physical_memory.info.local_all_five"];
                    let allowed = Allowed::success(says).only(Observable::SameDevice, 1, says).only(
                        Observable::Size,
                        blocks,
                        says,
                    );
                    match origin {
                        Origin::Shared => {
                            let typed = Values::OneOf((0..8).step_by(2).collect());
                            allowed.only(Observable::Shared, 1, says).rule(
                                Observable::Properties,
                                typed,
                                says,
                            )
                        }
                        _ => allowed,
                    }
                };
                if imported {
                    let says = &["physical_memory.info.imported_properties"];
                    // Which flags it has is not said.
                    allowed = allowed.rule(Observable::Properties, Values::OneOf(vec![0, 4]), says);
                }
                if origin != Origin::Plain {
                    let unknown = [
                        UrResult::ERROR_INVALID_ENUMERATION.0.into(),
                        UrResult::ERROR_UNSUPPORTED_ENUMERATION.0.into(),
                    ];
                    let says = &["physical_memory.info.bad_arguments"];
                    allowed = sizes(allowed, &["physical_memory.info.sizes"])
                        .only(Observable::Touched, 0, says)
                        .rule(Observable::Unknown, Values::OneOf(unknown.to_vec()), says);
                }
                if self.alike(object, address).all(|other| other.context == object.context) {
                    let says = if imported {
                        "physical_memory.info.imported_context"
                    } else {
                        "physical_memory.info.local_all_five"
                    };
                    allowed = allowed.only(Observable::SameContext, 1, &[says]);
                }
                let mapped = self.alike_names(object, address).any(|name| self.mapping_of(name).is_some());
                let says = &["physical_memory.get.repeated", "physical_memory.info.local_all_five"];
                // With how many references an import begins is said of events alone.
                Ok(if mapped || imported { allowed } else { self.counted(allowed, object, address, says) })
            }
            Kind::Event { event, origin, address, .. } => {
                let says: &[_] = match origin {
                    Origin::Plain => return Ok(Allowed::default()),
                    Origin::Shared => &["event.create.info"],
                    Origin::Imported => &["event.imported.info_basic", "event.open.other_context"],
                };
                let mut allowed = sizes(Allowed::success(says), &["event.imported.info_sizes"]);
                if self.alike(object, address).all(|other| other.context == object.context) {
                    allowed = allowed.only(Observable::SameContext, 1, says);
                }
                let signals = &self.events[event];
                let pending = signals.last.as_ref().is_some_and(|last| !self.done.covers_all(last))
                    || signals.access.is_used(&self.done, |_| true);
                let says: &[_] = match origin {
                    Origin::Imported => &["event.open.refcount"],
                    _ => &["event.create.info"],
                };
                // Commands may hold references of their own.
                Ok(if pending { allowed } else { self.counted(allowed, object, address, says) })
            }
            Kind::Mapping { of, ref parts, .. } => {
                let imported = self.is_imported(process, of);
                let says = &["physical_memory.map.offset_and_access"];
                let Some(access) = parts[0].filter(|_| parts.iter().all(|part| *part == parts[0])) else {
                    return why(name, "has parts that say different things");
                };
                let access = access.flags().0.into();
                Ok(if imported {
                    Allowed::success(says).only(Observable::Access, access, says)
                } else {
                    Allowed::default()
                })
            }
            Kind::Queue { .. } => self.free_to_call(process).map(|()| Allowed::default()),
            _ => why(name, "says nothing of itself that a program asks"),
        }
    }

    /// Those that are one object: who opens twice may get the same again.
    fn alike_names(&self, object: &Object, address: Option<u64>) -> impl Iterator<Item = Name> {
        let same = move |other: &Object| match (&object.kind, &other.kind) {
            (Kind::Physical { .. }, Kind::Physical { address: theirs, .. })
            | (Kind::Event { .. }, Kind::Event { address: theirs, .. }) => {
                std::ptr::eq(object, other)
                    || (other.process == object.process && address.is_some() && *theirs == address)
            }
            _ => false,
        };
        self.objects.iter().filter(move |(_, other)| same(other)).map(|(name, _)| *name)
    }

    fn alike(&self, object: &Object, address: Option<u64>) -> impl Iterator<Item = &Object> {
        self.alike_names(object, address).map(|name| &self.objects[&name])
    }

    fn counted(
        &self,
        allowed: Allowed,
        object: &Object,
        address: Option<u64>,
        says: &[&'static str],
    ) -> Allowed {
        let references = self.alike(object, address).map(|other| match other.kind {
            Kind::Physical { references, .. } | Kind::Event { references, .. } => u64::from(references),
            _ => 0,
        });
        allowed.only(Observable::References, references.sum(), says)
    }

    /// One reference less; the last one ends the object.
    pub(super) fn drop_reference(&mut self, name: Name) {
        let Some(object) = self.objects.get_mut(&name) else { return };
        match object.references() {
            Some(references) if *references > 1 => *references -= 1,
            _ => {
                let object = self.remove(name);
                match object.map(|object| object.kind) {
                    Some(Kind::Physical { storage, origin, .. }) if origin != Origin::Imported => {
                        self.storages[storage].life = Life::Released;
                    }
                    Some(Kind::Event { event, origin, .. }) if origin != Origin::Imported => {
                        self.events[event].life = Life::Released;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Queries tell the sizes of their answers, and take buffers of that size and larger ones.
fn sizes(allowed: Allowed, says: &[&'static str]) -> Allowed {
    [Observable::AnswerSize, Observable::TakesSmaller, Observable::RefusesLarger]
        .into_iter()
        .fold(allowed, |allowed, what| allowed.only(what, 0, says))
}

impl Object {
    fn references(&mut self) -> Option<&mut u32> {
        match &mut self.kind {
            Kind::Context { references, .. }
            | Kind::Queue { references, .. }
            | Kind::Physical { references, .. }
            | Kind::Event { references, .. } => Some(references),
            _ => None,
        }
    }

    /// Whether its context may be released before it.
    fn outlives_context(&self) -> bool {
        matches!(
            self.kind,
            Kind::Physical { origin: Origin::Imported, .. } | Kind::Event { origin: Origin::Imported, .. }
        )
    }
}
