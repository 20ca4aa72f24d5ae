//! Digests, by which two parties compare their data.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of texts in their order, in hexadecimal.
pub fn digest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let mut bytes = Vec::new();
    for text in texts {
        bytes.extend_from_slice(text.as_ref().as_bytes());
        // No text has this byte, so that where one ends counts as well.
        bytes.push(0xff);
    }
    sha256(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_stays_what_it_is_and_tells_texts_apart() {
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(digest::<&str>([]), nothing);
        assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
        assert_ne!(digest(["a", "b"]), digest(["b", "a"]));
        assert_ne!(digest(["a"]), digest(["a", ""]));
    }
}
