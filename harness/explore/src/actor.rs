//! The actor: does the steps of programs.

use crate::perform::{Actor, NotDone};
use crate::protocol::{FromActor, ToActor};
use std::process::ExitCode;
use std::time::Instant;
use ur_ipc_harness::children::{ANSWER, ChildStart, IDLE, ended};
use ur_ipc_harness::suite::Suite;
use ur_ipc_isolated::ChannelError;

/// Serves the orders of the harness, in a process that was started as an actor.
pub fn actor(suite: &Suite, start: ChildStart) -> ExitCode {
    ended("actor", serve(suite, &start))
}

fn serve(suite: &Suite, start: &ChildStart) -> Result<(), ChannelError> {
    let channel = &start.channel;
    let send = |message: FromActor| channel.send(&message, Instant::now() + ANSWER);
    let answer = |seen| match seen {
        Ok(seen) => send(seen),
        Err(NotDone::Unable(why)) => send(FromActor::Unable(why)),
        Err(missing) => Err(ChannelError::Garbled(missing.to_string())),
    };
    let environment = match start.open(suite) {
        Ok((environment, _)) => environment,
        Err(why) => return send(FromActor::OpenFailed(why.to_string())),
    };
    let mut actor = Actor::new(environment);
    send(FromActor::Ready)?;
    loop {
        match channel.receive(Instant::now() + IDLE) {
            Ok(ToActor::Do { steps, handles }) => {
                answer(actor.perform(&steps, &handles).map(FromActor::Did))?;
            }
            Ok(ToActor::DoAtOnce { threads, handles, moment }) => {
                answer(actor.perform_at_once(&threads, &handles, moment).map(FromActor::DidAtOnce))?;
            }
            Ok(ToActor::Count) => {
                send(actor.count())?;
            }
            Ok(ToActor::Leave) => return send(FromActor::Leaving(actor.tear_down())),
            // The supervisor is gone.
            Err(ChannelError::Closed) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}
