//! Handles: Get, Put, Open, Close.

use super::{Calls, InC, block};
use crate::reproduce::checks::Seen;
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use crate::reproduce::things::ThingKind;
use ur_ipc_fixtures::api::{EntryPoint, Family, Sharing};
use ur_ipc_model::{Name, Observable, WrongSize, verb};

impl InC for verb::Get {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, of, at } = *self;
        let to = format!("&{new}_data, &{new}.size");
        let call = match calls.script.things.kind(of) {
            ThingKind::Physical => {
                format!("urIPCGetPhysMemHandleExp({}, {of}, {to})", calls.script.things.context(of))
            }
            ThingKind::Event => format!("urIPCGetEventHandleExp({of}, {to})"),
            _ => {
                let block = calls.block(of);
                let place = if at == 0 { of.to_string() } else { format!("(char *){of} + {at} * {block}") };
                format!("urIPCGetMemHandleExp({}, {place}, {to})", calls.script.things.context(of))
            }
        };
        calls.used.insert(Helper::Handle);
        let seen = [
            Seen::new(Observable::Address, format!("{new}_data")),
            Seen::new(Observable::HandleSize, format!("{new}.size")),
        ];
        let mut lines = vec![format!("void *{new}_data = NULL;"), format!("struct handle {new} = {{0}};")];
        lines.extend(calls.called(turn, &call, &seen));
        if turn.succeeds {
            calls.used.insert(Helper::Keep);
            lines.push(format!("keep(&{new}, {new}_data);"));
        }
        lines
    }
}

impl InC for verb::Put {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { handle } = *self;
        let ThingKind::Handle(family) = calls.script.things.kind(handle) else { return Vec::new() };
        let put = EntryPoint::of(Sharing::Put, family).name;
        let call = format!("{put}({}, {handle}_data)", calls.script.things.context(handle));
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::Open {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, handle, context, other } = *self;
        let ThingKind::Handle(family) = calls.script.things.kind(handle) else { return Vec::new() };
        let from = format!("{new}_from");
        let mut lines = vec![format!("struct handle {from} = {handle};")];
        let place = (context, calls.device(other));
        let call = open(family, place, &from, &format!("{from}.size"), "NEW");
        let seen = [
            Seen::new(Observable::Address, new.to_string()),
            Seen::new(Observable::Kept, "0")
                .meaning(format!("memcmp({from}.bytes, {handle}.bytes, {handle}.size) == 0")),
        ];
        lines.extend(calls.making(kind(family), new, turn, &call, &seen));
        lines
    }
}

impl InC for verb::OpenWrong {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { handle, context, size } = *self;
        let ThingKind::Handle(family) = calls.script.things.kind(handle) else { return Vec::new() };
        let size = match size {
            WrongSize::Zero => "0".to_owned(),
            WrongSize::OneLess => format!("{handle}.size - 1"),
            WrongSize::OneMore => format!("{handle}.size + 1"),
            WrongSize::FourGibMore => format!("{handle}.size + ((size_t)1 << 32)"),
            WrongSize::Largest => "SIZE_MAX".to_owned(),
        };
        let call = open(family, (context, "device"), &handle.to_string(), &size, "opened");
        let kind = kind(family);
        let space = if kind.ends_with('*') { "" } else { " " };
        let mut lines = vec![format!("{kind}{space}opened = NULL;")];
        lines.extend(calls.called(turn, &call, &[]));
        block(lines)
    }
}

impl InC for verb::Close {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { import } = *self;
        let is_memory = calls.script.things.kind(import) == ThingKind::Memory;
        let family = if is_memory { Family::Memory } else { Family::Physical };
        let close = EntryPoint::of(Sharing::Close, family).name;
        let call = format!("{close}({}, {import})", calls.script.things.context(import));
        calls.called(turn, &call, &[])
    }
}

fn open(family: Family, (context, device): (Name, &str), from: &str, size: &str, to: &str) -> String {
    let device = if family == Family::Event { String::new() } else { format!("{device}, ") };
    let open = EntryPoint::of(Sharing::Open, family).name;
    format!("{open}({context}, {device}{from}.bytes, {size}, &{to})")
}

/// Returns the C type that Open gives.
const fn kind(family: Family) -> &'static str {
    match family {
        Family::Memory => "void *",
        Family::Physical => "ur_physical_mem_handle_t",
        Family::Event => "ur_event_handle_t",
    }
}
