//! Get, Put, Open, Close.

use super::{BLOCK, CallRecord, Not, Translation, count, named, not};
use crate::reproduce::recorded::names::{RecordedHandle, Thing};
use crate::reproduce::things::ThingKind;
use ur_ipc_fixtures as fixtures;
use ur_ipc_fixtures::api::{Family, Role, Sharing};
use ur_ipc_model as model;
use ur_ipc_model::{Process, WrongSize};

impl Translation {
    pub(super) fn shared(
        &mut self,
        process: Process,
        call: &CallRecord<'_>,
        sharing: Sharing,
        family: Family,
    ) -> Result<model::Call, Not> {
        match sharing {
            Sharing::Get => self.get(process, call, family),
            Sharing::Put => self.put(process, call),
            Sharing::Open => self.open(process, call, family),
            Sharing::Close => self.close(process, call),
        }
    }

    fn close(&mut self, process: Process, call: &CallRecord<'_>) -> Result<model::Call, Not> {
        let argument = call.name_of(Role::Consumed);
        let thing = self.thing(process, call, argument)?;
        if !thing.imported || call.offset(argument) != 0 {
            return not("a program closes what it opened");
        }
        let import = thing.name();
        self.in_its_context(process, call, thing.context)?;
        self.ended(process, call.value(argument));
        Ok(model::verb::Close { import }.into())
    }

    fn get(&mut self, process: Process, call: &CallRecord<'_>, family: Family) -> Result<model::Call, Not> {
        let argument = call.name_of(Role::Exported);
        let of = self.named(process, call, argument, kind_of(family))?;
        let context = self.thing(process, call, argument)?.context;
        if family != Family::Event {
            self.in_its_context(process, call, context)?;
        }
        let (data, size) = (call.name_of(Role::NewData), call.name_of(Role::Number));
        if call.is_null(data) || call.is_null(size) {
            return not("no step is given NULL for what Get is to give");
        }
        let offset = call.offset(argument);
        if !offset.is_multiple_of(BLOCK) {
            return not("a program's handles are of whole blocks");
        }
        let new = self.names.new_name('h');
        if let Some(bytes) = call.given(data).filter(|_| call.succeeded()) {
            let size = call.number(size);
            let handle = RecordedHandle { name: new, process, context, family, size, put: false };
            self.names.handles.push((bytes.bare(), handle));
        }
        Ok(model::verb::Get { new, of, at: count(offset / BLOCK)? }.into())
    }

    fn put(&mut self, process: Process, call: &CallRecord<'_>) -> Result<model::Call, Not> {
        let context = self.named(process, call, "hContext", ThingKind::Context)?;
        let handle = self.given(call, Role::ConsumedData)?;
        if handle.process != process || handle.context != context {
            return not("a program puts a handle where it got it, with the same context");
        }
        handle.put = true;
        Ok(model::verb::Put { handle: handle.name }.into())
    }

    fn open(&mut self, process: Process, call: &CallRecord<'_>, family: Family) -> Result<model::Call, Not> {
        let context = self.named(process, call, "hContext", ThingKind::Context)?;
        let handle = self.given(call, Role::Data)?.clone();
        let (size, named) = (call.number(call.name_of(Role::DataSize)), handle.name);
        let output = call.name_of(Role::New);
        if handle.family != family || call.is_null(output) {
            return not("a program opens a handle as what it is of, into something");
        }
        if size != handle.size {
            let wrong = WrongSize::ALL.into_iter().find(|wrong| {
                usize::try_from(handle.size).is_ok_and(|right| Ok(wrong.of(right)) == usize::try_from(size))
            });
            return match wrong {
                Some(size) => Ok(model::verb::OpenWrong { handle: named, context, size }.into()),
                None => not("the size is none that a program gives"),
            };
        }
        let new = self.names.new_name('i');
        if let Some(told) = call.given(output) {
            let (names, kind) = (vec![new], kind_of(family));
            self.names.made(process, told, Thing { names, kind, context, imported: true });
        }
        Ok(model::verb::Open { new, handle: named, context, other: false }.into())
    }

    /// The handle whose bytes a call is given.
    fn given(&mut self, call: &CallRecord<'_>, role: Role) -> Result<&mut RecordedHandle, Not> {
        let told = call.value(call.name_of(role));
        match named(told) {
            Some(bytes) if bytes.kind == fixtures::Kind::Handle && !bytes.released => {
                self.names.handle(bytes.bare()).ok_or_else(|| Not::Recorded(told.to_string()))
            }
            _ => not(format!("no step is given {told} for a handle")),
        }
    }
}

const fn kind_of(family: Family) -> ThingKind {
    match family {
        Family::Memory => ThingKind::Memory,
        Family::Physical => ThingKind::Physical,
        Family::Event => ThingKind::Event,
    }
}
