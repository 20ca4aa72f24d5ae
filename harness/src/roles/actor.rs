//! The actor: does the steps of programs.

use super::{ChildStart, channel_lost};
use crate::explore::{Actor, FromActor, ToActor};
use crate::process::ChannelError;
use crate::suite::Suite;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// How long an actor waits for its next order: for ever, in practice.
const IDLE: Duration = Duration::from_secs(7 * 86_400);
/// How long the supervisor may take to read an answer.
const ANSWER: Duration = Duration::from_secs(30);

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    match serve(suite, &start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("actor: {error}");
            channel_lost()
        }
    }
}

fn serve(suite: &Suite, start: &ChildStart) -> Result<(), ChannelError> {
    let channel = &start.channel;
    let send = |message: FromActor| channel.send(&message, Instant::now() + ANSWER);
    let environment = match start.open(suite) {
        Ok((environment, _)) => environment,
        Err(why) => return send(FromActor::OpenFailed(why)),
    };
    let mut actor = Actor::new(environment);
    send(FromActor::Ready)?;
    loop {
        match channel.receive(Instant::now() + IDLE) {
            Ok(ToActor::Do { steps, handles }) => {
                let seen = actor.perform(&steps, &handles).map_err(ChannelError::Garbled)?;
                send(FromActor::Did(seen))?;
            }
            Ok(ToActor::DoAtOnce { threads, handles, moment }) => {
                let seen =
                    actor.perform_at_once(&threads, &handles, moment).map_err(ChannelError::Garbled)?;
                send(FromActor::DidAtOnce(seen))?;
            }
            Ok(ToActor::Count) => send(FromActor::Counted(actor.count()))?,
            Ok(ToActor::Leave) => return send(FromActor::Leaving(actor.tear_down())),
            // The supervisor is gone.
            Err(ChannelError::Closed) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}
