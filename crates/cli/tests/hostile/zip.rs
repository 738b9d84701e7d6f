//! Archives written by hand, so that they can say anything.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// A file in an archive, and what the archive says of it.
#[derive(Clone)]
pub struct Entry {
    pub name: Vec<u8>,
    /// What the header before the file says in place of the name.
    pub other_name: Option<Vec<u8>>,
    pub content: Vec<u8>,
    pub is_packed: bool,
    pub mode: u32,
    pub flags: u16,
    /// Another number for the way it is packed.
    pub method: Option<u16>,
    /// Another length than that of the content.
    pub size: Option<u32>,
    /// What the sum of the content is changed by.
    pub wrong_sum: u32,
}

impl Entry {
    pub fn new(name: impl Into<Vec<u8>>, content: impl Into<Vec<u8>>) -> Entry {
        Entry {
            name: name.into(),
            other_name: None,
            content: content.into(),
            is_packed: true,
            mode: 0o100_644,
            flags: 0,
            method: None,
            size: None,
            wrong_sum: 0,
        }
    }
}

/// Where the list of files says something wrong.
#[derive(Clone, Copy, Default)]
pub struct Lies {
    /// What the number of files is changed by.
    pub count: i32,
    /// What the place of the list is changed by.
    pub start: i32,
    /// Whether all files are said to lie where the first one lies.
    pub same_place: bool,
}

/// An archive of these files that ends in its sum.
pub fn sealed(entries: &[Entry], lies: Lies) -> Vec<u8> {
    let mut bytes = plain(entries, lies, format!("rota pack, sha256 {}", "0".repeat(64)).as_bytes());
    rota_archive::put_checksum(&mut bytes);
    bytes
}

/// An archive of these files with a comment.
pub fn plain(entries: &[Entry], lies: Lies, comment: &[u8]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for entry in entries {
        let place = if lies.same_place { 0 } else { bytes.len() as u32 };
        let mut sum = flate2::Crc::new();
        sum.update(&entry.content);
        let packed = match entry.is_packed {
            true => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(&entry.content).unwrap();
                encoder.finish().unwrap()
            }
            false => entry.content.clone(),
        };
        let method = entry.method.unwrap_or(if entry.is_packed { 8 } else { 0 });
        let size = entry.size.unwrap_or(entry.content.len() as u32);
        let mut about = Vec::new();
        for short in [entry.flags, method, 0, 0x21] {
            about.extend(short.to_le_bytes());
        }
        for long in [sum.sum() ^ entry.wrong_sum, packed.len() as u32, size] {
            about.extend(long.to_le_bytes());
        }
        let own_name = entry.other_name.as_ref().unwrap_or(&entry.name);
        bytes.extend(b"PK\x03\x04\x14\0");
        bytes.extend(&about);
        bytes.extend((own_name.len() as u16).to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(own_name);
        bytes.extend(&packed);
        list.extend(b"PK\x01\x02\x14\x03\x14\0");
        list.extend(&about);
        list.extend((entry.name.len() as u16).to_le_bytes());
        // No further field, no comment, the first disk, no text.
        list.extend([0; 8]);
        list.extend((entry.mode << 16).to_le_bytes());
        list.extend(place.to_le_bytes());
        list.extend(&entry.name);
    }
    let count = (entries.len() as i32 + lies.count) as u16;
    let start = (bytes.len() as i32 + lies.start) as u32;
    let length = list.len() as u32;
    bytes.extend(list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend((comment.len() as u16).to_le_bytes());
    bytes.extend(comment);
    bytes
}
