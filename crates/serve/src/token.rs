//! The secrets that links carry, and what is kept of them.

use std::fmt;

use sha2::{Digest, Sha256};

/// How many bytes of chance a secret has: enough that nobody finds one by trying.
const LENGTH: usize = 16;

/// A secret. Whoever has it may do what it is for.
pub(crate) struct Token(String);

/// The SHA-256 of a secret. It is all that is kept, so that a file of the server opens no door; and secrets are looked
/// up by it, so that how long this takes says nothing about them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TokenHash([u8; 32]);

impl Token {
    /// Takes a secret at random.
    ///
    /// Errors: the system has no chance to give.
    pub fn random() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hex(&bytes)))
    }

    /// The secret as a link has it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl TokenHash {
    /// The hash of what somebody says is a secret.
    pub fn of(said: &str) -> TokenHash {
        TokenHash(Sha256::digest(said.as_bytes()).into())
    }

    /// Reads a hash as it is written; nothing where it is none.
    pub fn read(written: &str) -> Option<TokenHash> {
        let mut bytes = [0; 32];
        if written.len() != 64 || !written.is_ascii() {
            return None;
        }
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(written.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        Some(TokenHash(bytes))
    }
}

impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// Bytes as digits, two for each.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
