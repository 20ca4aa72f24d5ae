//! `ur-ipc-cts coverage`.

use crate::command_error::CommandError;
use crate::error::Error;
use clap::Args;
use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use ur_ipc_fixtures::situations::{CallVisits, Classified, Visited, why_alone, why_unvisited};
use ur_ipc_report::{Document, FileError, counted, print};

/// A class that nothing visited has no reason.
const UNVISITED: u8 = 1;

#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Files named by UR_IPC_CTS_SITUATIONS in runs and explorations; they are combined
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Also name the pairs of classes that nothing visited
    #[arg(long)]
    pub pairs: bool,
    /// Show only entry points whose names have this part (repeatable)
    #[arg(long, value_name = "PART")]
    pub call: Vec<String>,
}

/// Why a file cannot be read. Who names another file is told which one this reads.
fn unread(file: &Path, why: io::Error) -> Error {
    if !matches!(why.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) {
        return FileError::of(file)(why).into();
    }
    let is_results = Document::read(file).is_ok();
    CommandError::NoSituations { file: file.to_owned(), is_results }.into()
}

pub(super) fn coverage(arguments: &CoverageArguments) -> Result<u8, Error> {
    let mut visited = Visited::default();
    for file in &arguments.files {
        visited.add(file).map_err(|why| unread(file, why))?;
    }
    let mut calls = visited.calls();
    if let Some(part) =
        arguments.call.iter().find(|part| !calls.iter().any(|call| call.name.contains(&**part)))
    {
        return Err(CommandError::NoEntryPoint(part.clone()).into());
    }
    calls.retain(|call| {
        arguments.call.is_empty() || arguments.call.iter().any(|part| call.name.contains(part))
    });
    let mut text = String::new();
    let mut total = Total::default();
    for call in &calls {
        total.add(call);
        tell(call, arguments.pairs, &mut text);
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n{}, {} classes: {} visited, {} left out for a reason, {} not visited; {} of {} pairs ({} %)",
        counted(calls.len(), "entry point"),
        total.classes.1,
        total.classes.0,
        total.reasons,
        total.classes.1 - total.classes.0 - total.reasons,
        total.pairs.0,
        total.pairs.1,
        100 * total.pairs.0 / total.pairs.1.max(1)
    );
    print(&text)?;
    Ok(if total.classes.0 + total.reasons == total.classes.1 { 0 } else { UNVISITED })
}

/// Why nothing has to visit a class of an entry point, if so.
fn why_left_out(call: &CallVisits, (dimension, class): Classified) -> Option<&'static str> {
    let unsupported = "each call was answered with UR_RESULT_ERROR_UNSUPPORTED_FEATURE";
    call.is_unsupported.then_some(unsupported).or_else(|| why_unvisited(call.name, dimension, class))
}

fn name((dimension, class): Classified) -> String {
    format!("{} = {}", dimension.name, dimension.classes[class].name)
}

fn tell(call: &CallVisits, pairs: bool, text: &mut String) {
    let visited = call.classes.iter().filter(|(_, visited)| *visited).count();
    let possible: Vec<_> = possible(call).collect();
    let together = possible.iter().filter(|(_, _, visited)| *visited).count();
    let _ = writeln!(
        text,
        "{:<42} {visited} of {} classes, {together} of {} pairs",
        call.name,
        call.classes.len(),
        possible.len()
    );
    for ((dimension, class), _) in call.classes.iter().filter(|(_, visited)| !*visited) {
        let (reason, why) = match why_left_out(call, (dimension, *class)) {
            Some(why) => ("left out", why.to_owned()),
            None => ("NOT VISITED", format!("matters: {}", dimension.classes[*class].why)),
        };
        let _ = writeln!(text, "    {reason}: {} ({why})", name((dimension, *class)));
    }
    if pairs {
        for ((dimension, class), _) in &call.classes {
            if let Some(why) = why_alone(call.name, dimension, *class) {
                let _ = writeln!(text, "    pairs left out: {} ({why})", name((dimension, *class)));
            }
        }
        for (one, other, _) in possible.iter().filter(|(_, _, visited)| !*visited) {
            let _ = writeln!(text, "    never together: {}, {}", name(*one), name(*other));
        }
    }
}

/// The pairs of which neither class is left out for a reason, alone or with others.
fn possible(call: &CallVisits) -> impl Iterator<Item = &(Classified, Classified, bool)> {
    let is_possible = |(dimension, class): &Classified| {
        why_left_out(call, (dimension, *class)).is_none() && why_alone(call.name, dimension, *class).is_none()
    };
    call.pairs.iter().filter(move |(one, other, visited)| *visited || is_possible(one) && is_possible(other))
}

#[derive(Default)]
struct Total {
    /// Visited ones, and all.
    classes: (usize, usize),
    reasons: usize,
    pairs: (usize, usize),
}

impl Total {
    fn add(&mut self, call: &CallVisits) {
        for (class, visited) in &call.classes {
            self.classes.0 += usize::from(*visited);
            self.classes.1 += 1;
            self.reasons += usize::from(!visited && why_left_out(call, *class).is_some());
        }
        for (_, _, visited) in possible(call) {
            self.pairs.0 += usize::from(*visited);
            self.pairs.1 += 1;
        }
    }
}
