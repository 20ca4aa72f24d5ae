//! Shards of a run on several machines.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the shards of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shard {
    /// Which one, from 1.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

/// A text that is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid shard '{0}' (expected K/N, 1 <= K <= N)")]
pub struct NoShard(String);

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let wrong = || NoShard(text.to_owned());
        // A sign is none of a number's digits.
        let number = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| digits.parse().ok()).flatten().ok_or_else(wrong)
        };
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let (index, of) = (number(index)?, number(of)?);
        if (1..=of).contains(&index) { Ok(Self { index, of }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("1/1", Ok((1, 1)))]
    #[case("2/4", Ok((2, 4)))]
    #[case("4/4", Ok((4, 4)))]
    #[case("0/4", Err(()))]
    #[case("5/4", Err(()))]
    #[case("+1/4", Err(()))]
    #[case("1/-4", Err(()))]
    #[case("1", Err(()))]
    #[case("/", Err(()))]
    #[case("1/2/3", Err(()))]
    fn a_shard_is_one_of_several(#[case] text: &str, #[case] expected: Result<(usize, usize), ()>) {
        let shard: Result<Shard, NoShard> = text.parse();
        let found = shard.as_ref().map(|shard| (shard.index, shard.of)).map_err(|_| ());
        assert_eq!(found, expected);
        match shard {
            Ok(shard) => assert_eq!(shard.to_string(), text),
            Err(why) => {
                assert_eq!(why.to_string(), format!("invalid shard '{text}' (expected K/N, 1 <= K <= N)"))
            }
        }
    }
}
