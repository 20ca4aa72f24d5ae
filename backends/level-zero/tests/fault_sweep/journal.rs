//! The journal of the answers that a user got.

use std::cell::RefCell;
use ur_ipc_api::UrResult;

/// The answers of one run of a program, in order.
#[derive(Default)]
pub struct Journal {
    answers: RefCell<Vec<(&'static str, UrResult)>>,
    start_up: RefCell<Option<String>>,
    details: RefCell<Vec<String>>,
    wrong: RefCell<Vec<String>>,
}

impl Journal {
    /// A call was answered.
    pub fn answered(&self, call: &'static str, result: UrResult) {
        self.answers.borrow_mut().push((call, result));
    }

    /// The backend could not be opened.
    pub fn not_opened(&self, error: String) {
        *self.start_up.borrow_mut() = Some(error);
    }

    /// The backend's description of itself.
    pub fn describes_itself(&self, details: Vec<(String, String)>) {
        *self.details.borrow_mut() =
            details.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
    }

    /// Something is as it must never be.
    pub fn wrong(&self, what: String) {
        self.wrong.borrow_mut().push(what);
    }

    /// Everything that is as it must never be.
    pub fn all_wrong(&self) -> Vec<String> {
        self.wrong.borrow().clone()
    }

    /// The first failure that the user was told of, in words.
    pub fn first_failure(&self) -> Option<String> {
        if let Some(error) = &*self.start_up.borrow() {
            return Some(error.clone());
        }
        let answers = self.answers.borrow();
        let (call, result) = answers.iter().find(|(_, result)| !result.is_success())?;
        Some(format!("{call}: {result}"))
    }

    /// The backend's description of itself.
    pub fn details(&self) -> Vec<String> {
        self.details.borrow().clone()
    }
}
