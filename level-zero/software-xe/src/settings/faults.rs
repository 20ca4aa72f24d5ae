//! Faults on demand: `REQUEST:WHEN=EFFECT`, separated by commas.

use std::time::Duration;

use super::value;
use crate::errno::Errno;
use crate::ioctl;

/// Something that goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The name of the request.
    pub request: &'static str,
    /// At which of them.
    pub when: When,
    /// The effect of the fault.
    pub effect: Effect,
}

/// At which requests of a name something goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At each.
    Always,
    /// At the one with this number in its process, from 1.
    Nth(u64),
    /// At those that ask for this many bytes or more.
    Size(u64),
}

/// The effect of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The request is refused.
    Refused(Errno),
    /// The request takes this long.
    Slow(Duration),
    /// The process is killed before the request does anything.
    Dies,
    /// The queue of this submission never gets to it.
    Hangs,
}

pub(super) fn parse(value: &str) -> Result<Vec<Fault>, String> {
    value.split(',').map(|one| fault(one).map_err(|reason| format!("in '{one}': {reason}"))).collect()
}

fn fault(text: &str) -> Result<Fault, String> {
    let (place, effect) = text.split_once('=').ok_or("it is REQUEST:WHEN=EFFECT")?;
    let (request, when) = place.split_once(':').ok_or("it is REQUEST:WHEN=EFFECT")?;
    let request = ioctl::names()
        .find(|name| *name == request)
        .ok_or_else(|| format!("there is no request '{request}', there are {}", list(ioctl::names())))?;
    let fault = Fault { request, when: parse_when(when)?, effect: parse_effect(effect)? };
    if fault.effect == Effect::Hangs && request != "EXEC" {
        return Err("only an EXEC can hang".to_owned());
    }
    if matches!(fault.when, When::Size(_)) && !ioctl::has_size(request) {
        return Err("the request asks for no bytes".to_owned());
    }
    Ok(fault)
}

fn parse_when(text: &str) -> Result<When, String> {
    match text.strip_prefix('>') {
        _ if text == "*" => Ok(When::Always),
        Some(size) => value::size(size).map(When::Size),
        None => match value::number(text) {
            Ok(number) if number > 0 => Ok(When::Nth(number)),
            _ => Err(format!("'{text}' is not when: a number from 1, *, or >SIZE")),
        },
    }
}

fn parse_effect(text: &str) -> Result<Effect, String> {
    if let Some(errno) = Errno::by_name(text) {
        return Ok(Effect::Refused(errno));
    }
    match (text, text.strip_suffix("ms").map(value::number)) {
        ("dies", _) => Ok(Effect::Dies),
        ("hangs", _) => Ok(Effect::Hangs),
        (_, Some(Ok(milliseconds))) => Ok(Effect::Slow(Duration::from_millis(milliseconds))),
        _ => Err(format!("'{text}' is no effect: the name of an error, a number and ms, dies, or hangs")),
    }
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("GEM_CREATE:3=ENOMEM", "GEM_CREATE", When::Nth(3), Effect::Refused(Errno::ENOMEM))]
    #[case("GEM_CREATE:>1M=ENOSPC", "GEM_CREATE", When::Size(1 << 20), Effect::Refused(Errno::ENOSPC))]
    #[case("VM_BIND:*=20ms", "VM_BIND", When::Always, Effect::Slow(Duration::from_millis(20)))]
    #[case("PRIME_HANDLE_TO_FD:1=dies", "PRIME_HANDLE_TO_FD", When::Nth(1), Effect::Dies)]
    #[case("EXEC:2=hangs", "EXEC", When::Nth(2), Effect::Hangs)]
    fn takes(#[case] text: &str, #[case] request: &'static str, #[case] when: When, #[case] effect: Effect) {
        assert_eq!(parse(text), Ok(vec![Fault { request, when, effect }]));
    }

    #[rstest]
    #[case("", "REQUEST:WHEN=EFFECT")]
    #[case("EXEC=EIO", "REQUEST:WHEN=EFFECT")]
    #[case("EXECUTE:1=EIO", "there is no request 'EXECUTE'")]
    #[case("EXEC:0=EIO", "not when")]
    #[case("EXEC:1=EWHAT", "no effect")]
    #[case("VM_BIND:1=hangs", "only an EXEC")]
    #[case("EXEC:>1M=EIO", "asks for no bytes")]
    #[case("EXEC:1=EIO,", "in ''")]
    fn refuses(#[case] text: &str, #[case] reason: &str) {
        let message = parse(text).unwrap_err();
        assert!(message.contains(reason), "{message}");
    }
}
