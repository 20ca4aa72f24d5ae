//! Misuse: calls that break the rules for callers.

use crate::state::{Kind, NotEnabled, Object, State, why};
use crate::{Allowed, Call, Name, Observable, Process, Step};

impl State {
    /// A call that can open no descriptor: it may fail, with nothing changed, and may succeed if it needs none. What would be
    /// seen of it otherwise holds where it succeeds.
    pub(crate) fn judge_starved(&self, process: Process, call: &Call) -> Result<Allowed, NotEnabled> {
        if !call.starves() {
            return Err(NotEnabled::not("only get and open are done without descriptors"));
        }
        let mut allowed = self.judge(process, call)?;
        if !allowed.may_succeed() {
            return Err(NotEnabled::not("this fails without descriptors and with them"));
        }
        allowed.0.retain(|rule| rule.what != Observable::Result);
        Ok(allowed)
    }

    /// A call that shares something, in surroundings that are nothing to it.
    pub(crate) fn judge_surrounded(&self, process: Process, call: &Call) -> Result<Allowed, NotEnabled> {
        if !call.shares() {
            return Err(NotEnabled::not("only get, put, open and close are done in other surroundings"));
        }
        Ok(self.judge(process, call)?.beside(&["lifetime.surroundings"]))
    }

    /// Returns what is undefined about a step: the reason why it is not taken otherwise. All its names must have
    /// existed once, so that it can be tried.
    ///
    /// # Errors
    /// The reason, if it is defined, cannot be tried, or may never return.
    pub fn misuse(&self, step: &Step) -> Result<String, NotEnabled> {
        if let Some((queue, _)) = self.holds.first() {
            return why(*queue, "is held, and what is undefined may wait for it");
        }
        let Err(reason) = self.judge(step.process, &step.call) else {
            return Err(NotEnabled::not("this is defined here"));
        };
        let opened = step.call.opens();
        if step.call.is_done_to_process() || matches!(step.call, Call::Unblock(_)) {
            return Err(NotEnabled::not("this is no call"));
        }
        for name in step.call.names() {
            match self.ever(name) {
                Some(object) if object.process == step.process => {}
                Some(object) if opened == Some(name) && matches!(object.kind, Kind::Handle(_)) => {}
                _ => return why(name, "was never anything here"),
            }
        }
        let object = reason.name().and_then(|name| self.ever(name));
        let about = object.map(|object| format!("{} that ", object.kind_in_words())).unwrap_or_default();
        Ok(format!("{}: {about}{}", step.call.verb(), reason.what()))
    }

    /// Finds the object that has or had this name.
    fn ever(&self, name: Name) -> Option<&Object> {
        self.objects.get(&name).or_else(|| self.gone.get(&name))
    }
}
