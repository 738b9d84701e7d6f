//! Sums: of a text, and the checksum of an archive.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// What the comment of an archive begins with; the sum stands behind it.
pub(crate) const LABEL: &str = "rota pack, sha256 ";

/// How many bytes a sum takes in hexadecimal.
pub(crate) const DIGITS: usize = 64;

/// Returns the SHA-256 of bytes in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let mut sum = String::with_capacity(DIGITS);
    for byte in Sha256::digest(bytes) {
        // Writing to a string does not fail.
        let _ = write!(sum, "{byte:02x}");
    }
    sum
}

/// Puts the sum of all bytes before it into the last ones, which the comment of an archive keeps free for it.
pub fn put_checksum(bytes: &mut [u8]) {
    if let Some((before, last)) =
        bytes.len().checked_sub(DIGITS).and_then(|at| bytes.split_at_mut_checked(at))
    {
        last.copy_from_slice(sha256(before).as_bytes());
    }
}

/// Returns whether an archive ends in the sum of all that stands before.
pub(crate) fn has_checksum(bytes: &[u8]) -> bool {
    let parts = bytes.len().checked_sub(DIGITS).and_then(|at| bytes.split_at_checked(at));
    parts
        .is_some_and(|(before, last)| before.ends_with(LABEL.as_bytes()) && last == sha256(before).as_bytes())
}
