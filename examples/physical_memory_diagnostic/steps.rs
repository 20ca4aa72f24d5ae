//! Steps, and their output.

use std::fmt::Display;

/// Why the run ends early.
pub enum Failure {
    /// A step failed.
    Step,
    /// There is nothing to test.
    Environment,
}

/// The steps of one process.
pub struct Steps {
    role: &'static str,
}

impl Steps {
    /// Steps of this role.
    pub fn new(role: &'static str) -> Self {
        Self { role }
    }

    /// Does a step and prints how it went.
    pub fn step<T, E: Display>(&self, what: &str, act: impl FnOnce() -> Result<T, E>) -> Result<T, Failure> {
        let outcome = act();
        match &outcome {
            Ok(_) => println!("PASSED  {}: {what}", self.role),
            Err(error) => println!("FAILED  {}: {what}: {error}", self.role),
        }
        outcome.map_err(|_| Failure::Step)
    }

    /// As [`step`](Self::step), for what is asked of the machine and not of the driver.
    pub fn environment<T, E: Display>(
        &self,
        what: &str,
        act: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, Failure> {
        self.step(what, act).map_err(|_| Failure::Environment)
    }
}
