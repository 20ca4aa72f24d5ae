//! Steps in words.

use crate::program::sections;
use crate::{Blocks, Call, Manner, Name, Place, Program, Rights, Step};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for section in sections(&self.steps) {
            if section[0].place.is_none() {
                writeln!(f, "{}", section[0])?;
                continue;
            }
            writeln!(f, "together")?;
            section.iter().try_for_each(|step| writeln!(f, "  {step}"))?;
            writeln!(f, "end")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.process)?;
        if let Some(Place { thread, delay, .. }) = self.place {
            write!(f, ".{thread}")?;
            if delay > 0 {
                write!(f, " +{delay}us")?;
            }
        }
        write!(f, ": {}", self.call)?;
        match Manner::WORDS.iter().find(|(manner, _)| *manner == self.manner) {
            Some((_, words)) => write!(f, " {}", words.join(" ")),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}..{}]", self.of, self.from, self.to)
    }
}

/// Names with commas between them, behind a word, if there are any.
struct Listed<'n>(&'static str, &'n [Name]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, name) in self.1.iter().enumerate() {
            write!(f, "{} {name}", if at == 0 { self.0 } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(new) = self.makes() {
            write!(f, "{new} = ")?;
        }
        f.write_str(self.verb())?;
        let sharing = |shared: bool| if shared { " shared" } else { "" };
        match self {
            Self::Context { .. } | Self::Stop | Self::Resume | Self::Kill | Self::Exit => Ok(()),
            Self::Queue { context, .. } => write!(f, " in {context}"),
            Self::Alloc { blocks, context, .. } => write!(f, " {blocks} in {context}"),
            Self::Physical { blocks, context, shared, .. } => {
                write!(f, " {blocks} in {context}{}", sharing(*shared))
            }
            Self::PhysicalWrong { context } => write!(f, " in {context} with size 1"),
            Self::Ask { event, what } => write!(f, " {event} for {}", what.word()),
            Self::Event { context, shared, .. } => write!(f, " in {context}{}", sharing(*shared)),
            Self::Fill { at, value, queue, after } => {
                write!(f, " {at} with {value} by {queue}{}", Listed(" after", after))
            }
            Self::Copy { from, to, queue, after } => {
                write!(f, " {from} to {to} by {queue}{}", Listed(" after", after))
            }
            Self::Read { at, queue, after } => write!(f, " {at} by {queue}{}", Listed(" after", after)),
            Self::Map { blocks, access: Rights::Write, .. } => write!(f, " {blocks}"),
            Self::Map { blocks, access, .. } => write!(f, " {blocks} to {}", access.word()),
            Self::Change { mapping, access } => write!(f, " {mapping} to {}", access.word()),
            Self::Signal { event, queue, after } => {
                write!(f, " {event} by {queue}{}", Listed(" after", after))
            }
            Self::Wait { events } => Listed("", events).fmt(f),
            Self::Get { of, at: 0, .. } => write!(f, " {of}"),
            Self::Get { of, at, .. } => write!(f, " {of} at {at}"),
            Self::Open { handle, context, .. } => write!(f, " {handle} in {context}"),
            Self::OpenWrong { handle, context, size } => {
                write!(f, " {handle} in {context} with size {}", size.word())
            }
            Self::Finish { queue: name }
            | Self::Hold { queue: name }
            | Self::Let { queue: name }
            | Self::Busy { queue: name }
            | Self::Free { memory: name }
            | Self::Unmap { mapping: name }
            | Self::Status { event: name }
            | Self::Info { of: name }
            | Self::Retain { object: name }
            | Self::Release { object: name }
            | Self::Put { handle: name }
            | Self::Close { import: name } => write!(f, " {name}"),
        }
    }
}
