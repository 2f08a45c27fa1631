//! A fingerprint of memory, by which two states of an arena are told apart.

use super::engine::{offset, Device, DevicePtr, Result, Stream};

/// Bytes that are copied to the host at a time.
const CHUNK: usize = 1 << 20;

/// FNV-1a of all bytes, in their order.
pub fn fingerprint(to: (Device, Stream), start: DevicePtr, bytes: usize) -> Result<u64> {
    let mut host = vec![0; bytes.min(CHUNK)];
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut done = 0;
    while done < bytes {
        let part = &mut host[..(bytes - done).min(CHUNK)];
        to.0.read(offset(start, done), part, to.1)?;
        for byte in part.iter() {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        done += part.len();
    }
    Ok(hash)
}
