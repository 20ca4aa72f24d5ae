//! The second process: this program again, with the offered memory on its standard input.

use std::io::{BufRead, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What the producer offers.
pub struct Offer {
    /// The producer.
    pub pid: u32,
    /// Its descriptor of the memory.
    pub fd: i32,
    /// Size of the memory in bytes.
    pub size: usize,
    /// UUID of the device.
    pub uuid: [u8; 16],
}

impl Offer {
    fn line(&self) -> String {
        let uuid = u128::from_be_bytes(self.uuid);
        format!("{} {} {} {uuid}\n", self.pid, self.fd, self.size)
    }

    /// Reads the offer from the standard input.
    pub fn read() -> Result<Self, String> {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).map_err(|error| error.to_string())?;
        Self::parse(&line).ok_or_else(|| format!("not an offer: {line:?}"))
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        Some(Self {
            pid: words.next()?.parse().ok()?,
            fd: words.next()?.parse().ok()?,
            size: words.next()?.parse().ok()?,
            uuid: words.next()?.parse::<u128>().ok()?.to_be_bytes(),
        })
    }
}

/// The consumer, killed if it is dropped before it has finished.
pub struct Consumer(Child);

/// How long a consumer may take.
const DEADLINE: Duration = Duration::from_secs(60);

impl Consumer {
    /// Starts this program again with one argument, and makes it an offer.
    pub fn start(argument: &str, offer: &Offer) -> Result<Self, String> {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let child = Command::new(this).arg(argument).stdin(Stdio::piped()).spawn();
        let mut consumer = Self(child.map_err(|error| error.to_string())?);
        let mut stdin = consumer.0.stdin.take().ok_or("the consumer has no standard input")?;
        stdin.write_all(offer.line().as_bytes()).map_err(|error| error.to_string())?;
        Ok(consumer)
    }

    /// Waits for the consumer, which says itself what went wrong.
    pub fn finish(mut self) -> Result<(), String> {
        let start = Instant::now();
        while start.elapsed() < DEADLINE {
            match self.0.try_wait().map_err(|error| error.to_string())? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("{status}")),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        Err(format!("not done after {} s", DEADLINE.as_secs()))
    }
}

impl Drop for Consumer {
    fn drop(&mut self) {
        // Both fail if it has finished, and then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
