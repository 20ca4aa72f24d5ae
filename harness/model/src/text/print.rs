//! Steps in words.

use crate::program::sections;
use crate::{Place, Program, Step, StepModifier};
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
        match StepModifier::WORDS.iter().find(|(modifier, _)| *modifier == self.modifier) {
            Some((_, words)) => write!(f, " {}", words.join(" ")),
            None => Ok(()),
        }
    }
}
