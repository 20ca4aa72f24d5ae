//! The faults of a sweep.

/// A call that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The entry point.
    pub function: String,
    /// The number of the call, counted from one for each entry point in the process.
    pub number: usize,
    /// The result that it returns.
    pub answer: String,
}

/// The results of failing calls.
pub const ANSWERS: &[&str] = &[
    "ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY",
    "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE",
    "ZE_RESULT_ERROR_DEVICE_LOST",
];

impl Fault {
    /// As the software driver is told.
    pub fn text(&self) -> String {
        format!("{}:{}:{}", self.function, self.number, self.answer)
    }

    /// The fault of such a text.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split(':');
        let mut next = || parts.next().expect("three parts").to_owned();
        let (function, number, answer) = (next(), next(), next());
        Self { function, number: number.parse().expect("a number"), answer }
    }
}
