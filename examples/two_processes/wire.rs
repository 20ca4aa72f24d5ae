//! Bytes over a socket, with their number before them.

use crate::Answer;
use std::io::{Read, Write};

/// More than any handle has.
const MOST: u32 = 1 << 16;

/// Sends bytes.
pub fn send(socket: &mut impl Write, bytes: &[u8]) -> Answer {
    socket.write_all(&u32::try_from(bytes.len())?.to_le_bytes())?;
    Ok(socket.write_all(bytes)?)
}

/// Receives bytes.
pub fn receive(socket: &mut impl Read) -> Answer<Vec<u8>> {
    let mut number = [0; 4];
    socket.read_exact(&mut number).map_err(|_| "the producer has gone without a word")?;
    let number = u32::from_le_bytes(number);
    if number > MOST {
        return Err(format!("{number} bytes are announced, where {MOST} are the most").into());
    }
    let mut bytes = vec![0; number as usize];
    socket.read_exact(&mut bytes)?;
    Ok(bytes)
}
