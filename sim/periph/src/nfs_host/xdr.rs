//! XDR (RFC 4506), as far as the calls of NFS version 2 need it.

/// What is left of a message.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = (self.0.get(..n)?, self.0.get(n..)?);
        self.0 = rest;
        Some(head)
    }

    pub fn u32(&mut self) -> Option<u32> {
        let four = self.bytes(4)?.try_into().ok()?;
        Some(u32::from_be_bytes(four))
    }

    /// Bytes with their count in front, filled up to a multiple of four.
    pub fn opaque(&mut self) -> Option<&'a [u8]> {
        let n = self.u32()? as usize;
        let bytes = self.bytes(n)?;
        self.bytes(n.next_multiple_of(4) - n)?;
        Some(bytes)
    }
}

/// A message that is made.
#[derive(Default)]
pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn u32(&mut self, value: u32) {
        self.0.extend(value.to_be_bytes());
    }

    pub fn opaque(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend(bytes);
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }
}
