//! Values that several variables have.

/// The one of these that has this name.
pub(super) fn one_of<T: Copy>(value: &str, names: &[(&str, T)]) -> Result<T, String> {
    if let Some((_, found)) = names.iter().find(|(name, _)| *name == value) {
        return Ok(*found);
    }
    let names: Vec<_> = names.iter().map(|(name, _)| *name).collect();
    let (last, others) = names.split_last().expect("there are names");
    Err(format!("it is {} or {last}", others.join(", ")))
}

/// A number of bytes: digits, and K, M, G or nothing.
pub(super) fn size(value: &str) -> Result<u64, String> {
    let (digits, shift) = match value.as_bytes().last() {
        Some(b'K') => (&value[..value.len() - 1], 10),
        Some(b'M') => (&value[..value.len() - 1], 20),
        Some(b'G') => (&value[..value.len() - 1], 30),
        _ => (value, 0),
    };
    let number = number(digits).map_err(|_| "a size is a number, and K, M, G or nothing".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "there is no memory of that size".to_owned())
}

/// Digits, and nothing else.
pub(super) fn number(value: &str) -> Result<u64, String> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| value.parse().ok()).flatten().ok_or_else(|| format!("'{value}' is no number"))
}

/// The path of a file.
pub(super) fn path(value: &str) -> Result<String, String> {
    if value.is_empty() || value.contains('\0') {
        Err("it is a path".to_owned())
    } else {
        Ok(value.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("0", Some(0))]
    #[case("4096", Some(4096))]
    #[case("64K", Some(64 << 10))]
    #[case("3G", Some(3 << 30))]
    #[case("", None)]
    #[case("K", None)]
    #[case("+1", None)]
    #[case("1T", None)]
    #[case("99999999999G", None)]
    fn sizes(#[case] value: &str, #[case] expected: Option<u64>) {
        assert_eq!(size(value).ok(), expected);
    }
}
