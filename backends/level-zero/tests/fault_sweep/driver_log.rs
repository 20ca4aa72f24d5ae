//! The software driver's log of calls.

use std::fs;
use std::path::PathBuf;

/// One call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Call {
    /// The entry point.
    pub function: String,
    /// Its arguments, as the log has them.
    pub arguments: String,
    /// The result, by its name.
    pub answer: String,
}

impl Call {
    fn parse(line: &str) -> Option<Self> {
        let (_process, call) = line.split_once(' ')?;
        let (call, answer) = call.rsplit_once(" = ")?;
        let (function, arguments) = call.split_once('(')?;
        let text = str::to_owned;
        Some(Self { function: text(function), arguments: text(arguments), answer: text(answer) })
    }

    /// Whether it did what it is for.
    pub fn succeeded(&self) -> bool {
        self.answer == "ZE_RESULT_SUCCESS"
    }

    /// Whether it failed.
    pub fn failed(&self) -> bool {
        self.answer.starts_with("ZE_RESULT_ERROR")
    }
}

/// The log of this process.
pub struct Log(PathBuf);

impl Log {
    /// The log that the environment asks for.
    pub fn of_this_process() -> Self {
        Self(std::env::var_os("LEVEL_ZERO_SOFT_LOG").expect("the sweep sets it").into())
    }

    /// All calls until now.
    pub fn calls(&self) -> Vec<Call> {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(|line| Call::parse(line).expect("the driver writes calls")).collect()
    }
}

/// A kind of object: its name, the calls that make one, and those that give one back.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    makers: &'static [&'static str],
    /// The calls that give one back.
    pub enders: &'static [&'static str],
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "context",
        makers: &["zeContextCreate", "zeContextCreateEx"],
        enders: &["zeContextDestroy"],
    },
    Kind {
        name: "command list",
        makers: &["zeCommandListCreateImmediate"],
        enders: &["zeCommandListDestroy"],
    },
    Kind {
        name: "memory",
        makers: &["zeMemAllocDevice", "zeMemAllocHost", "zeMemAllocShared"],
        enders: &["zeMemFree", "zeMemFreeExt"],
    },
    Kind { name: "memory handle", makers: &["zeMemGetIpcHandle"], enders: &["zeMemPutIpcHandle"] },
    Kind { name: "opened memory", makers: &["zeMemOpenIpcHandle"], enders: &["zeMemCloseIpcHandle"] },
    Kind { name: "physical memory", makers: &["zePhysicalMemCreate"], enders: &["zePhysicalMemDestroy"] },
    Kind { name: "reservation", makers: &["zeVirtualMemReserve"], enders: &["zeVirtualMemFree"] },
    Kind { name: "mapping", makers: &["zeVirtualMemMap"], enders: &["zeVirtualMemUnmap"] },
    Kind {
        name: "event",
        makers: &["zeEventCounterBasedCreate", "zexCounterBasedEventCreate2", "zeEventCreate"],
        enders: &["zeEventDestroy"],
    },
    Kind { name: "event pool", makers: &["zeEventPoolCreate"], enders: &["zeEventPoolDestroy"] },
    Kind {
        name: "opened event",
        makers: &["zeEventCounterBasedOpenIpcHandle"],
        enders: &["zeEventCounterBasedCloseIpcHandle"],
    },
];

/// The kinds of which more or fewer were made than given back: how many were made, and how many given back.
pub fn unbalanced(calls: &[Call]) -> Vec<(&'static Kind, usize, usize)> {
    let count = |functions: &[&str]| {
        calls.iter().filter(|call| call.succeeded() && functions.contains(&call.function.as_str())).count()
    };
    let balance = KINDS.iter().map(|kind| (kind, count(kind.makers), count(kind.enders)));
    balance.filter(|(_, made, given_back)| made != given_back).collect()
}
